import type { Category } from '@shop/contract/catalogue'
import type { Analysis, Profile } from '@shop/contract/catalogue-codec'
import type { Laboratory } from '@shop/contract/laboratories'
import { ApiProblem } from '@shop/contract/main-api-client'
import { Problem } from '@shop/contract/problem'
import type { Locale } from '@shop/domain/locale'
import { sortProfiles } from '@shop/domain/profile-order'
import { earliestVisitDate, readyDate } from '@shop/domain/ready-date'
import { visitPlanOf } from '@shop/domain/visit-plan'
import { formatDay } from '@shop/texts/formats.server'
import { data } from 'react-router'
import {
  type LaboratoryCatalogue,
  readCallableRegions,
  readCatalogue,
  readCategories,
  readLaboratories,
  readProfiles,
} from '../platform/catalogue/catalogue-cache.server.ts'
import { shownLaboratory } from '../platform/laboratory/active-laboratory.server.ts'
import type { CallableRegions } from '../platform/laboratory/callable-regions.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type CatalogueEntry, catalogueEntry } from './analysis-row.server.ts'
import { type CategoryNode, categoryTree } from './category-tree.ts'

/** What the shown laboratory offers, in the visitor's language, with dates for the earliest visit. */
export interface ShownCatalogue {
  laboratory: Laboratory
  /** Where its nurses go; undefined at a branch. */
  regions: CallableRegions | undefined
  locale: Locale
  catalogue: LaboratoryCatalogue
  profiles: readonly Profile[]
  categories: readonly Category[]
  /** The first day with a visit that can still be ordered, `YYYY-MM-DD`; null if there is none. */
  visitDate: string | null
  /** Equal for catalogues with the same dates. */
  datesKey: string
  /** By analysis id, in the catalogue's order. */
  entries: ReadonlyMap<number, CatalogueEntry>
  /** The day of the result, `YYYY-MM-DD`. */
  readyOn(turnaroundDays: number): string | null
  /** The same, formatted: "Tue 24 Nov". */
  readyText(turnaroundDays: number): string | null
}

/**
 * What the catalogue's pages show.
 * @throws ApiUnreachable, ApiProblem; Problem `nothing_offered` before a catalogue is imported
 */
export async function openShownCatalogue(shop: Shop): Promise<ShownCatalogue> {
  const laboratory = await shownLaboratory(shop)
  if (!laboratory) throw new Problem('nothing_offered')
  const id = Number(laboratory.id)
  const [catalogue, profiles, categories, laboratories, regions] = await Promise.all([
    readCatalogue(shop, id),
    readProfiles(shop, id),
    readCategories(shop),
    readLaboratories(shop),
    laboratory.callable && readCallableRegions(shop),
  ])
  return shownCatalogueOf(shop, { laboratory, catalogue, profiles, categories, laboratories, regions })
}

interface Sources {
  laboratory: Laboratory
  catalogue: LaboratoryCatalogue
  profiles: Awaited<ReturnType<typeof readProfiles>>
  categories: readonly Category[]
  laboratories: Awaited<ReturnType<typeof readLaboratories>>
  regions: CallableRegions | undefined
}

function shownCatalogueOf(
  shop: Shop,
  { laboratory, catalogue, profiles, categories, laboratories, regions }: Sources,
): ShownCatalogue {
  const wire = laboratories.get(Number(laboratory.id))
  // Removed between the two requests.
  if (!wire) throw new Problem('not_ready')
  const plan = visitPlanOf(wire)
  const visitDate = earliestVisitDate({ plan, now: shop.now(), zone: shop.businessTimeZone })
  const datesKey = `${visitDate} ${JSON.stringify(wire.closures)}`
  const readyOn = (turnaroundDays: number) => visitDate && readyDate(visitDate, turnaroundDays, wire.closures)
  const readyText = (turnaroundDays: number) => {
    const date = readyOn(turnaroundDays)
    return date && formatDay(date, shop.locale, 'dayShort')
  }
  return {
    laboratory,
    regions,
    locale: shop.locale,
    catalogue,
    profiles: sortProfiles([...profiles.values()]),
    categories,
    visitDate,
    datesKey,
    entries: entriesOf(shop, { catalogue, datesKey, readyText }),
    readyOn,
    readyText,
  }
}

/** A value derived from a whole catalogue, computed once per catalogue and set of dates. */
export function derived<T extends object>(
  shown: ShownCatalogue,
  name: string,
  compute: (shown: ShownCatalogue) => T,
): T {
  const { catalogue, datesKey } = shown
  return computedOnce(catalogue, `${datesKey} ${name}`, () => compute(shown))
}

function computedOnce<T extends object>({ computed }: LaboratoryCatalogue, key: string, compute: () => T): T {
  const known = computed.get(key)
  if (known) return known as T
  const value = compute()
  computed.set(key, value)
  return value
}

function entriesOf(
  shop: Shop,
  { catalogue, datesKey, readyText }: Pick<ShownCatalogue, 'catalogue' | 'datesKey' | 'readyText'>,
): ShownCatalogue['entries'] {
  return computedOnce(catalogue, `${datesKey} entries`, () => makeEntries(shop, { catalogue, readyText }))
}

function makeEntries(
  shop: Shop,
  { catalogue, readyText }: Pick<ShownCatalogue, 'catalogue' | 'readyText'>,
): ShownCatalogue['entries'] {
  const dates = new Map<number, string | null>()
  const ready = (turnaroundDays: number) => {
    const text = dates.has(turnaroundDays) ? dates.get(turnaroundDays)! : readyText(turnaroundDays)
    dates.set(turnaroundDays, text)
    return text
  }
  const entries = new Map<number, CatalogueEntry>()
  for (const analysis of catalogue.analyses) {
    const entry = entryOrNothing(shop, analysis, ready(analysis.turnaroundDays))
    if (entry) entries.set(analysis.id, entry)
  }
  return entries
}

/** One invalid entry of the catalogue must not empty the shop: it is left out and logged as an error. */
function entryOrNothing(shop: Shop, analysis: Analysis, ready: string | null): CatalogueEntry | null {
  try {
    return catalogueEntry(analysis, { ready, locale: shop.locale })
  } catch (error) {
    shop.logger.error(
      { code: analysis.code, error: error instanceof Error ? error.message : '' },
      'analysis left out',
    )
    return null
  }
}

/** The tree of categories that are not empty. */
export function shownTree(shown: ShownCatalogue): CategoryNode[] {
  return derived(shown, 'categories', ({ categories, entries }) => categoryTree(categories, entries.values()))
}

const CATALOGUE_ID = /^[1-9]\d{0,9}$/

/** The analysis or profile that a page's address names by its id. Throws 404 for an unknown one. */
export async function findEntry<Entry>(id: string, read: (id: number) => Promise<Entry>): Promise<Entry> {
  if (!CATALOGUE_ID.test(id)) throw data(null, { status: 404 })
  return read(Number(id)).catch((error: unknown) => {
    throw error instanceof ApiProblem && error.status === 404 ? data(null, { status: 404 }) : error
  })
}
