import type { Queries } from '@shop/database/open-database'
import { asKnown, interpretationOf, type KnownInterpretation } from '@shop/domain/results'
import { ownerOf, type SealedField, type Sealing } from '../encryption/sealing.ts'
import { unlessUnreadable, unreadableWords } from '../encryption/unreadable.ts'
import { UNREADABLE_VALUE } from './format-value.ts'
import type { AnalysisResultRow, ObservationRow, StoredAnalysisResult, StoredObservation } from './tables.ts'

/** What a laboratory found, and says of it. What was measured, when and by what method stays in the clear. */
const SEALED = {
  number: 'number',
  comparator: 'comparator',
  words: 'words',
  absentReason: 'absent_reason',
  low: 'low',
  high: 'high',
  rangeWords: 'range_words',
  interpretation: 'interpretation',
  comment: 'comment',
} as const satisfies Partial<Record<keyof ObservationRow, string>>

type SealedName = keyof typeof SEALED
/** As JSON; what SEALED lacks is none of the columns of release 0.1.0, and not read by the release before. */
type SealedValue = Omit<Pick<ObservationRow, SealedName | 'includesLimit'>, 'interpretation'> & {
  interpretation: KnownInterpretation | null
  isCritical?: true
}

const NAMES = Object.keys(SEALED) as SealedName[]
const EMPTY = Object.fromEntries(NAMES.map((name) => [name, null])) as Record<SealedName, null>

/** The sealed columns of results, for when they are sealed again. */
export const sealedResultFields: readonly SealedField[] = [
  {
    purpose: 'result',
    table: 'observation',
    key: [['id', 'uuid']],
    column: 'sealed_value',
    clear: {
      text: `jsonb_build_object(${Object.entries(SEALED)
        .map(([name, column]) => `'${name}', "${column}"`)
        .join(', ')})::text`,
      columns: Object.values(SEALED),
    },
  },
  {
    purpose: 'result',
    table: 'analysis_result',
    key: [['id', 'uuid']],
    column: 'sealed_comment',
    clear: { text: '"comment"', columns: ['comment'] },
  },
  { purpose: 'result', table: 'critical_call', key: [['id', 'uuid']], column: 'sealed_words' },
  {
    purpose: 'result',
    table: 'received_report',
    key: [
      ['identifier', 'text'],
      ['content_hash', 'text'],
    ],
    column: 'sealed_content',
    clear: { text: '"content"::text', columns: ['content'] },
  },
]

/** The row as it is stored. */
export async function sealObservation(
  sealing: Sealing,
  queries: Queries,
  row: ObservationRow,
): Promise<StoredObservation> {
  const value = {
    ...Object.fromEntries(NAMES.map((name) => [name, row[name]])),
    ...asKnown(row.interpretation),
    ...(row.includesLimit && { includesLimit: true }),
  }
  const sealedValue = await sealing.seal(queries, 'result', ownerOf([row.id]), JSON.stringify(value))
  return { ...row, ...EMPTY, sealedValue }
}

type Sealed = Pick<StoredObservation, 'id' | 'sealedValue'>

async function openObservation<Row extends Sealed>(
  sealing: Sealing,
  queries: Queries,
  { sealedValue, ...row }: Row,
): Promise<Omit<Row, 'sealedValue'>> {
  if (sealedValue === null) return row
  const opened = await sealing.unseal(queries, 'result', ownerOf([row.id]), sealedValue)
  const { isCritical, ...value } = JSON.parse(opened) as SealedValue
  return { ...row, ...value, interpretation: interpretationOf({ ...value, isCritical }) }
}

/** The rows, or some of their columns, with the sealed values opened. @throws Unreadable for any of them */
export const openObservations = <Row extends Sealed>(
  sealing: Sealing,
  queries: Queries,
  rows: readonly Row[],
): Promise<Omit<Row, 'sealedValue'>[]> =>
  Promise.all(rows.map((row) => openObservation(sealing, queries, row)))

/** As `openObservations`, for readers: a value that does not open is empty and says so. Must never be stored. */
export const showObservations = <Row extends Sealed>(
  sealing: Sealing,
  queries: Queries,
  rows: readonly Row[],
): Promise<Omit<Row, 'sealedValue'>[]> =>
  Promise.all(
    rows.map((row) =>
      unlessUnreadable(
        { table: 'observation', column: 'sealed_value', id: row.id },
        openObservation(sealing, queries, row),
        () => {
          const { sealedValue: _, ...rest } = row
          return { ...rest, ...EMPTY, absentReason: UNREADABLE_VALUE }
        },
      ),
    ),
  )

/** Its comment may be the sentence that it cannot be read, in the reader's language: not to be compared. */
export type ShownAnalysisResult = AnalysisResultRow & { isCommentUnreadable: boolean }

/**
 * As `openAnalysisResult`, for readers: a comment that does not open is replaced by the sentence that it cannot be
 * read.
 */
export async function showAnalysisResult(
  sealing: Sealing,
  queries: Queries,
  row: StoredAnalysisResult,
): Promise<ShownAnalysisResult> {
  const shown = await unlessUnreadable(
    { table: 'analysis_result', column: 'sealed_comment', id: row.id },
    openComment(sealing, queries, row).then((comment) => ({ comment, isCommentUnreadable: false })),
    (locale) => ({ comment: unreadableWords(locale), isCommentUnreadable: true }),
  )
  return { ...withoutSealed(row), ...shown }
}

/** @throws Unreadable */
export const openAnalysisResult = async (
  sealing: Sealing,
  queries: Queries,
  row: StoredAnalysisResult,
): Promise<AnalysisResultRow> => ({
  ...withoutSealed(row),
  comment: await openComment(sealing, queries, row),
})

function withoutSealed({
  sealedComment: _,
  clearComment: __,
  heldSince: ___,
  releasedBy: ____,
  ...row
}: StoredAnalysisResult) {
  return row
}

async function openComment(
  sealing: Sealing,
  queries: Queries,
  { id, sealedComment, clearComment }: StoredAnalysisResult,
): Promise<string | null> {
  return sealedComment === null
    ? clearComment
    : sealing.unseal(queries, 'result', ownerOf([id]), sealedComment)
}
