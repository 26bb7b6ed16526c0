import type { CatalogHeader, WireAnalysis, WireProfile } from '@shop/contract/catalogue'
import type { Locale } from '@shop/contract/fields'
import type { Laboratory } from '@shop/contract/laboratories'
import { sortProfiles } from '@shop/domain/profile-order'
import { earliestVisitDate, readyDate } from '@shop/domain/ready-date'
import { shownLaboratory } from '../../active-laboratory.server.ts'
import {
  type LaboratoryCatalogue,
  readCatalogHeaders,
  readCatalogue,
  readLaboratories,
  readProfiles,
} from '../../catalogue-cache.server.ts'
import { formatDay } from '../../format-dates.server.ts'
import type { Shop } from '../../shop-context.server.ts'
import { visitPlan } from '../../storage/visit-plan.ts'
import { type AnalysisRow, analysisRow } from './analysis-row.server.ts'

/** What the shown laboratory offers, in the visitor's language, with dates for the earliest visit. */
export interface Shelf {
  laboratory: Laboratory
  locale: Locale
  catalogue: LaboratoryCatalogue
  profiles: readonly WireProfile[]
  headers: readonly CatalogHeader[]
  /** The first day with a visit that can still be ordered, `YYYY-MM-DD`; null when there is none. */
  visitDate: string | null
  rows: ReadonlyMap<number, AnalysisRow>
  /** The day of the result, `YYYY-MM-DD`. */
  readyOn(execPeriod: number): string | null
  /** The same for people: "Tue 24 Nov". */
  readyText(execPeriod: number): string | null
}

/** Everything the pages of the catalogue show; throws `ApiUnreachable` or `ApiProblem`. */
export async function openShelf(shop: Shop): Promise<Shelf> {
  const laboratory = await shownLaboratory(shop)
  if (!laboratory) throw new Error('The main API has no laboratory')
  const id = Number(laboratory.id)
  const [catalogue, profiles, headers, laboratories] = await Promise.all([
    readCatalogue(shop, id),
    readProfiles(shop, id),
    readCatalogHeaders(shop),
    readLaboratories(shop),
  ])
  const plan = visitPlan(laboratories.get(id)!)
  const visitDate = earliestVisitDate({ plan, now: shop.now(), zone: shop.businessTimeZone })
  const readyOn = (execPeriod: number) => visitDate && readyDate(visitDate, execPeriod)
  const readyText = (execPeriod: number) => {
    const date = readyOn(execPeriod)
    return date && formatDay(date, shop.locale, 'short')
  }
  return {
    laboratory,
    locale: shop.locale,
    catalogue,
    profiles: sortProfiles([...profiles.values()]),
    headers,
    visitDate,
    rows: rowsOf(shop, { catalogue, visitDate, readyText }),
    readyOn,
    readyText,
  }
}

const derivedByRows = new WeakMap<Shelf['rows'], Map<string, unknown>>()

/** What is computed from a whole catalogue is computed once per catalogue and day of visit. */
export function derived<T>(shelf: Shelf, name: string, compute: (shelf: Shelf) => T): T {
  const known = derivedByRows.get(shelf.rows) ?? new Map<string, unknown>()
  derivedByRows.set(shelf.rows, known)
  if (!known.has(name)) known.set(name, compute(shelf))
  return known.get(name) as T
}

interface Rows {
  key: string
  rows: ReadonlyMap<number, AnalysisRow>
}

/** Rows of a whole catalogue are made once per day of visit, not per request. */
const rowsByCatalogue = new WeakMap<LaboratoryCatalogue, Rows>()

function rowsOf(
  shop: Shop,
  { catalogue, visitDate, readyText }: Pick<Shelf, 'catalogue' | 'visitDate' | 'readyText'>,
): Rows['rows'] {
  const key = `${shop.locale} ${visitDate}`
  const known = rowsByCatalogue.get(catalogue)
  if (known?.key === key) return known.rows
  const dates = new Map<number, string | null>()
  const ready = (execPeriod: number) => {
    const text = dates.has(execPeriod) ? dates.get(execPeriod)! : readyText(execPeriod)
    dates.set(execPeriod, text)
    return text
  }
  const rows = new Map<number, AnalysisRow>()
  for (const analysis of catalogue.analyses) {
    const row = rowOrNothing(shop, analysis, ready(analysis.execPeriod))
    if (row) rows.set(analysis.id, row)
  }
  rowsByCatalogue.set(catalogue, { key, rows })
  return rows
}

/** One wrong entry of the catalogue must not empty the shop: it is left out and told to who runs it. */
function rowOrNothing(shop: Shop, analysis: WireAnalysis, ready: string | null): AnalysisRow | null {
  try {
    return analysisRow(analysis, { ready, locale: shop.locale })
  } catch (error) {
    shop.logger.error(
      { code: analysis.code, error: error instanceof Error ? error.message : '' },
      'analysis left out',
    )
    return null
  }
}
