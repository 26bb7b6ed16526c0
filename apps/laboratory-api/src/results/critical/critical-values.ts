import { randomUUIDv7 } from 'node:crypto'
import type { CriticalDetails, CriticalHead, CriticalList, NoteCall } from '@shop/contract/critical-values'
import { LISTED } from '@shop/contract/desk'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { PHONE_SOURCES, settlesCritical } from '@shop/domain/laboratory-desk'
import type { Locale } from '@shop/domain/locale'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, asc, desc, eq, exists, inArray, not, sql } from 'drizzle-orm'
import { users } from '../../accounts/tables.ts'
import type { ApiContext } from '../../context.ts'
import { ownerOf } from '../../encryption/sealing.ts'
import { unlessUnreadable, unreadableWords } from '../../encryption/unreadable.ts'
import { inScope } from '../../orders/orders-in-scope.ts'
import { orderLines, orderPatients, orders } from '../../orders/tables.ts'
import { isPart, isRow, type OwnedKey } from '../../owned.ts'
import { auditList, auditStaff, type StaffActor } from '../../staff/audit-staff.ts'
import { type Changed, staleWriteOf } from '../../staff/stale-write.ts'
import { staffAccounts } from '../../staff/tables.ts'
import {
  isUntold,
  NOTICED,
  ofItsPatient,
  ofLine,
  readCriticalValues,
  readResultValues,
  reportCount,
  resultHead,
  toResultHead,
  waitingResults,
} from '../result-at-desk.ts'
import { analysisResults, criticalCalls, criticalOpenSince, receivedReports } from '../tables.ts'

const since = NOTICED.mapWith(analysisResults.changedAt)
const openSince = criticalOpenSince(analysisResults)
// The outer table is named in plain text: drizzle omits its name inside a selection.
const calls = sql<number>`(select count(*) from laboratory.critical_call
  where analysis_result_id = analysis_result.id)`.mapWith(Number)

/** Rises with each call and each report: a call is about the values that the caller has read. */
const version = sql<number>`${calls} + ${reportCount}`.mapWith(Number)

const head = {
  ...resultHead,
  since,
  isOpen: isUntold,
  calls,
  account: { email: users.email, phone: users.phone },
}

const criticals = (queries: Queries) =>
  queries
    .select(head)
    .from(analysisResults)
    .innerJoin(orders, eq(orders.id, analysisResults.orderId))
    .innerJoin(orderLines, ofLine)
    .innerJoin(orderPatients, ofItsPatient)
    .leftJoin(users, eq(users.id, orders.userId))
type Found = Awaited<ReturnType<typeof criticals>>[number]

const headOf = (row: Found, locale: Locale): CriticalHead => ({
  ...toResultHead(row, locale),
  since: row.since.toISOString(),
  isOpen: row.isOpen,
  calls: row.calls,
})

/** The number to call: patients have none of their own, so it is said whose it is. */
function phoneToCall({ order, account }: Found): Pick<CriticalDetails['contact'], 'phone' | 'phoneOf'> {
  const numbers = {
    order: order.feedback.contactPhone,
    visit: order.phone,
    account: account?.phone,
  }
  const phoneOf = PHONE_SOURCES.find((source) => numbers[source]) ?? null
  return { phone: (phoneOf && numbers[phoneOf]) || null, phoneOf }
}

interface Look {
  actor: StaffActor
  scope: LaboratoryScope
  locale: Locale
}

/**
 * Tests with critical values: those that no one has been told of, longest first, or the others, latest first. Only the
 * first are shown with what was found and the number to call: the others are not decrypted for a list.
 */
export async function listCriticals(
  { database: { queries }, sealing, now }: ApiContext,
  { actor, scope, locale, list }: Look & { list: CriticalList },
): Promise<CriticalHead[]> {
  const rows = await criticals(queries)
    .where(
      list === 'open'
        ? inArray(analysisResults.id, waitingResults(queries, { since: openSince, scope, limit: LISTED }))
        : and(analysisResults.hasCritical, not(isUntold), inScope(scope)),
    )
    .orderBy(list === 'open' ? asc(openSince) : desc(NOTICED))
    .limit(LISTED)
  const ids = rows.map(({ result }) => result.id)
  await auditList(queries, actor, { kind: 'testResult', ids }, now())
  if (list !== 'open') return rows.map((row) => headOf(row, locale))
  const found = await readCriticalValues(sealing, queries, { ids, locale })
  return rows.map((row) => ({
    ...headOf(row, locale),
    found: found.get(row.result.id) ?? [],
    contact: phoneToCall(row),
  }))
}

/** One test with its values, whom to call, and who was called. @throws Problem `not_found` */
export async function readCritical(
  { database: { queries }, sealing }: ApiContext,
  { id, actor, scope, locale }: Look & { id: string },
): Promise<CriticalDetails> {
  // Before the values: a call about values older than its version would count as one about the newest.
  const [read] = await queries.select({ version }).from(analysisResults).where(eq(analysisResults.id, id))
  const [row] = await criticals(queries).where(and(eq(analysisResults.id, id), ofCritical, inScope(scope)))
  if (!read || !row) throw new Problem('not_found')
  await auditStaff(queries, actor, { action: 'read', kind: 'testResult', id })
  const { result, account } = row
  const log = await queries
    .select({ call: criticalCalls, by: staffAccounts.name })
    .from(criticalCalls)
    .innerJoin(staffAccounts, eq(staffAccounts.id, criticalCalls.staffId))
    .where(eq(criticalCalls.analysisResultId, id))
    .orderBy(desc(criticalCalls.at))
  return {
    ...headOf(row, locale),
    ...(await readResultValues(sealing, queries, { result, locale })),
    isHeld: result.heldSince !== null,
    contact: { email: account?.email ?? null, ...phoneToCall(row) },
    log: await Promise.all(
      log.map(async ({ call: { id: callId, at, outcome, sealedWords }, by }) => ({
        at: at.toISOString(),
        by,
        outcome,
        ...(await unlessUnreadable(
          { table: 'critical_call', column: 'sealed_words', id: callId },
          sealing.unseal(queries, 'result', ownerOf([callId]), sealedWords).then(readWords),
          (reader) => ({ called: unreadableWords(reader), saidBack: '' }),
        )),
      })),
    ),
    version: read.version,
  }
}

type Words = Pick<NoteCall, 'called' | 'saidBack'>
const readWords = (text: string) => JSON.parse(text) as Words
/** Including what has been corrected since: the log of calls stays readable. */
const ofCritical = sql`(${analysisResults.hasCritical} or ${calls} > 0)`

const ofOrderInScope = (queries: Queries, scope: LaboratoryScope) =>
  queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, analysisResults.orderId), inScope(scope)))

/** The latest call or report. */
async function lastChange(queries: Queries, row: OwnedKey): Promise<Changed | undefined> {
  const [call] = await queries
    .select({ by: staffAccounts.name, at: criticalCalls.at })
    .from(criticalCalls)
    .innerJoin(staffAccounts, eq(staffAccounts.id, criticalCalls.staffId))
    .where(isPart(criticalCalls, 'analysisResultId', row))
    .orderBy(desc(criticalCalls.at))
    .limit(1)
  const [report] = await queries
    .select({ at: receivedReports.receivedAt })
    .from(receivedReports)
    .where(isPart(receivedReports, 'analysisResultId', row))
    .orderBy(desc(receivedReports.receivedAt))
    .limit(1)
  if (call && !(report && report.at > call.at)) return { ...call, change: 'called' }
  return report && { by: null, change: 'newReport', at: report.at }
}

/**
 * Records who was called. Of two concurrent entries the later one is refused, and so is one whose values a newer
 * report has replaced: the person on the telephone was not told of it.
 * @throws Problem `not_found`, `stale_write` naming what came first
 */
export async function noteCall(
  { database, sealing, now }: ApiContext,
  {
    id,
    version: read,
    outcome,
    called,
    saidBack,
    actor,
    scope,
  }: NoteCall & { id: string; actor: StaffActor; scope: LaboratoryScope },
): Promise<{ version: number }> {
  return database.transaction(async (queries) => {
    const [named] = await queries
      .select({ id: analysisResults.id, ownerId: analysisResults.ownerId })
      .from(analysisResults)
      .where(and(eq(analysisResults.id, id), ofCritical, exists(ofOrderInScope(queries, scope))))
    const [row] = named
      ? await queries
          .select({ id: analysisResults.id, ownerId: analysisResults.ownerId })
          .from(analysisResults)
          .where(and(isRow(analysisResults, named), ofCritical))
          .for('update')
      : []
    if (!row) throw new Problem('not_found')
    // Only now: what others have committed before the lock was granted counts.
    const [current] = await queries
      .select({ version })
      .from(analysisResults)
      .where(isRow(analysisResults, row))
    if (current!.version !== read) throw staleWriteOf(await lastChange(queries, row), current!.version)
    const callId = randomUUIDv7()
    const at = now()
    const words: Words = { called, saidBack }
    await queries.insert(criticalCalls).values({
      id: callId,
      analysisResultId: id,
      ownerId: row.ownerId,
      staffId: actor.staffId,
      at,
      outcome,
      sealedWords: await sealing.seal(queries, 'result', ownerOf([callId]), JSON.stringify(words)),
    })
    if (settlesCritical(outcome)) {
      // Not the time of the call: a report under way began before it, and is still to be told.
      await queries
        .update(analysisResults)
        .set({ criticalSettledAt: NOTICED })
        .where(isRow(analysisResults, row))
    }
    await auditStaff(queries, actor, { action: 'update', kind: 'testResult', id })
    return { version: read + 1 }
  })
}
