import type { AnalysisReport, Observation } from '@shop/contract/results'
import type { Locale } from '@shop/domain/locale'
import { asKnown, isFinal } from '@shop/domain/results'
import { inZone } from '@shop/domain/visit-slots'
import type { Reader } from '@shop/texts/formats.server'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import { inLanguage } from '../catalogue/localised.ts'
import { allergenGroups } from './body-systems.ts'
import { formatValue, toValue } from './format-value.ts'
import { localiseRange, localiseWords } from './localise-words.ts'
import { groupsOf } from './observation-groups.ts'
import type { ObservationRow } from './tables.ts'

/** Who reads values, in one of the shop's languages. */
export interface ValueReader extends Reader {
  locale: Locale
}

/** The values of one report as a reader sees them; `rows` are the current and the replaced ones. */
export function toObservations(
  rows: readonly ObservationRow[],
  reader: ValueReader & { snapshot: CatalogueSnapshot },
): Pick<AnalysisReport, 'observations' | 'withdrawn'> {
  const current = rows.filter(({ supersededAt }) => supersededAt === null)
  const groups = groupsOf(
    current.map(({ loinc }) => loinc),
    allergenGroups(reader.snapshot),
  )
  const measures = new Set(current.map(({ measure }) => measure))
  return {
    observations: current.map((row, index) => ({
      ...toObservation(row, reader),
      group: groups[index] ?? null,
      replaced: replacedBy(rows, row.measure, reader),
    })),
    withdrawn: newestOfEach(wereFinal(rows))
      .filter(({ measure }) => !measures.has(measure))
      .map((row) => ({ name: inLanguage(row.name, reader.locale), ...toReplaced(row, reader) })),
  }
}

function toObservation(
  row: ObservationRow,
  { locale, businessTimeZone }: ValueReader,
): Omit<Observation, 'group' | 'replaced'> {
  const { id, name, loinc, method, comment, interpretation, status } = row
  return {
    id,
    name: inLanguage(name, locale),
    loinc,
    ...toValue(row, locale),
    referenceRange: toRange(row, locale),
    ...asKnown(interpretation),
    method,
    comment: comment && localiseWords(comment, locale),
    status,
    at: inZone(row.sampledAt.toISOString(), businessTimeZone),
  }
}

function toRange(
  { low, high, includesLimit, rangeWords }: ObservationRow,
  locale: Locale,
): Observation['referenceRange'] {
  if (low === null && high === null && rangeWords === null) return null
  return {
    ...(low === null ? {} : { low }),
    ...(high === null ? {} : { high }),
    ...(includesLimit && { includesLimit }),
    ...(rangeWords ? { text: localiseRange(rangeWords, locale) } : {}),
  }
}

function replacedBy(rows: readonly ObservationRow[], measure: string, reader: ValueReader) {
  return wereFinal(rows)
    .filter((row) => row.measure === measure)
    .map((row) => toReplaced(row, reader))
}

/** Replaced values that were final, newest first: only those could be relied on. */
function wereFinal(rows: readonly ObservationRow[]): ObservationRow[] {
  return rows
    .filter(({ supersededAt, status }) => supersededAt && isFinal(status))
    .sort((one, other) => other.supersededAt!.getTime() - one.supersededAt!.getTime())
}

/** Of a value that was corrected before it was withdrawn, only what it was last: it was withdrawn once. */
function newestOfEach(newestFirst: readonly ObservationRow[]): ObservationRow[] {
  return newestFirst.filter(
    ({ measure }, index) => newestFirst.findIndex((row) => row.measure === measure) === index,
  )
}

function toReplaced(row: ObservationRow, { locale, businessTimeZone }: ValueReader) {
  return {
    text: formatValue(row, locale),
    at: inZone(row.reportedAt.toISOString(), businessTimeZone),
    replacedAt: inZone(row.supersededAt!.toISOString(), businessTimeZone),
  }
}
