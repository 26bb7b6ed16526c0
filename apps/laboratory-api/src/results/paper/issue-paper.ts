import { createHash, randomInt, randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { and, eq, gte, lte, or } from 'drizzle-orm'
import { daysAfter } from '../../retention.ts'
import type { OrderedAnalysisRow, PatientOfResult } from '../analysis-queries.ts'
import { type ObservationRow, reportPapers } from '../tables.ts'

/** Wrong PINs after which a code no longer works. */
export const MOST_WRONG_PAPER_PINS = 5

/** The condition that a code has ended: by time, by wrong PINs, or by the patient. */
export const hasEnded = (now: Date) =>
  or(lte(reportPapers.expiresAt, now), gte(reportPapers.wrongPins, MOST_WRONG_PAPER_PINS))!

/** By the id of their analysis. */
type Values = ReadonlyMap<string, readonly ObservationRow[]>

export type ReportPaperRow = typeof reportPapers.$inferSelect

/** Without characters that are misread on paper: 0 and O, 1, I and L, 5 and S, U and V. */
const ALPHABET = '2346789ABCDEFGHJKMNPQRTVWXYZ'
const CODE_LENGTH = 28
/** For as long as people show a report to doctors; if the paper is needed for longer, it is printed again. */
export const PAPER_DAYS = 180

/** 28 to the power of 28: 134 bits. Codes of earlier reports have sixteen characters, until they end. */
export function createPaperCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** `7KQ4-M2XH-93WP-T6BD-K8RA-Q3YN-Z7CJ` */
export function printedCode(code: string): string {
  return code.match(/.{4}/g)!.join('-')
}

/** What a person typed, in the form in which it is stored. */
export function typedCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/**
 * SHA-256 of what the paper states, hex: the current values and the heads of their reports. A comment that no key
 * opens is printed as a sentence in the reader's language, and counts as the same here in every language.
 */
export function statementHash(rows: readonly OrderedAnalysisRow[], values: Values): string {
  const statement = rows.map(({ result }) => [
    result.id,
    result.status,
    result.isCommentUnreadable ? { isUnreadable: true } : result.comment,
    (values.get(result.id) ?? [])
      .filter(({ supersededAt }) => supersededAt === null)
      .map(({ id, status }) => [id, status]),
  ])
  return createHash('sha256').update(JSON.stringify(statement)).digest('hex')
}

/**
 * The paper that states what was read: the one issued before, or a new one with its own code. A code that has
 * ended (by time, by wrong PINs or by the patient) is replaced. The values are those that are printed: values stored
 * since then would let the code call a paper without them current.
 */
export async function issuePaper(
  queries: Queries,
  {
    of,
    rows,
    values,
    now,
  }: { of: PatientOfResult; rows: readonly OrderedAnalysisRow[]; values: Values; now: Date },
): Promise<ReportPaperRow> {
  const { ownerId } = rows[0]!.testResult
  const contentHash = statementHash(rows, values)
  const fresh = {
    code: createPaperCode(),
    issuedAt: now,
    expiresAt: daysAfter(now, PAPER_DAYS),
    wrongPins: 0,
  }
  const [issued] = await queries
    .insert(reportPapers)
    .values({ id: randomUUIDv7(), ...of, ownerId, contentHash, ...fresh })
    .onConflictDoUpdate({
      target: [
        reportPapers.testResultId,
        reportPapers.patientId,
        reportPapers.contentHash,
        reportPapers.ownerId,
      ],
      set: fresh,
      setWhere: hasEnded(now),
    })
    .returning()
  if (issued) return issued
  const [known] = await queries
    .select()
    .from(reportPapers)
    .where(
      and(
        eq(reportPapers.testResultId, of.testResultId),
        eq(reportPapers.ownerId, ownerId),
        eq(reportPapers.patientId, of.patientId),
        eq(reportPapers.contentHash, contentHash),
      ),
    )
  return known!
}
