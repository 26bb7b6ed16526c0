import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { and, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { ownerOf } from '../../encryption/sealing.ts'
import { orders } from '../../orders/tables.ts'
import type { Caller } from '../caller.ts'
import { hashOf } from '../content-hash.ts'
import { FhirRefusal, type OutcomeIssue } from '../operation-outcome.ts'
import { readAsFarAsPossible } from '../parse-body.ts'
import { fhirSystems } from '../systems.ts'
import { refusedReports } from '../tables.ts'
import { refusalReason } from './refusal-reason.ts'
import { hl7MessageIn, namedLines } from './sent-content.ts'

/** The most open reports of one system: beyond it something else is wrong, and people have long been alerted. */
const MOST_OPEN = 1_000
/** Refused for its content; 401 and 403 say nothing about a report, 413 and 415 are not read. */
const OF_CONTENT = new Set([400, 422])

/** Runs `take`; if it refuses the content of the bundle, keeps the bundle and rethrows. @throws FhirRefusal */
export async function keepingRefused<T>(
  context: ApiContext,
  { text, caller }: { text: string; caller: Caller },
  take: () => Promise<T>,
): Promise<T> {
  try {
    return await take()
  } catch (error) {
    const isKept = error instanceof FhirRefusal && OF_CONTENT.has(error.status)
    // A client that may not report sends nothing that could be accepted later.
    if (isKept && caller.client.permissions.has('DiagnosticReport.c')) {
      await keep(context, { text, caller, issues: error.issues })
    }
    throw error
  }
}

async function keep(
  { database, sealing, settings, logger, now }: ApiContext,
  {
    text,
    caller: { client },
    issues: found,
  }: { text: string; caller: Caller; issues: readonly OutcomeIssue[] },
): Promise<void> {
  const body = readAsFarAsPossible(text)
  const message = hl7MessageIn(body)
  const issues = message && message.issues.length > 0 ? message.issues : found
  const at = now()
  await database.transaction(async (queries) => {
    const digests = sealing.digests('refusedReport', hashOf(message?.text ?? body))
    const known = and(eq(refusedReports.clientId, client.id), inArray(refusedReports.contentHash, digests))
    const again = await queries
      .update(refusedReports)
      .set({ times: sql`${refusedReports.times} + 1`, lastAt: at })
      .where(known)
      .returning({ id: refusedReports.id })
    if (again.length > 0) return
    const isOpen = and(eq(refusedReports.clientId, client.id), eq(refusedReports.state, 'open'))
    const [open] = await queries.select({ count: count() }).from(refusedReports).where(isOpen)
    if (open!.count >= MOST_OPEN) {
      logger.error({ clientId: client.id }, 'too many refused reports are open: this one is not kept')
      return
    }
    const named = await ordersNamed(queries, { lines: namedLines(body, fhirSystems(settings)), client })
    const id = randomUUIDv7()
    const seal = (what: string) => sealing.seal(queries, 'result', ownerOf([id]), what)
    await queries
      .insert(refusedReports)
      .values({
        id,
        clientId: client.id,
        contentHash: digests[0],
        source: message ? 'hl7v2' : 'fhir',
        laboratoryIds: named.laboratoryIds ?? (client.laboratoryIds && [...client.laboratoryIds]),
        orderNumber: named.orderNumber,
        reasons: [...new Set(issues.map(refusalReason))],
        sealedContent: await seal(text),
        sealedIssues: await seal(JSON.stringify(issues)),
        firstAt: at,
        lastAt: at,
        state: 'open',
      })
      // Of two identical concurrent reports one is kept.
      .onConflictDoNothing()
  })
}

type Named = ReturnType<typeof namedLines>

/**
 * The laboratories of the named orders that the sender may know of, and an order number to show. Null if a part of the
 * bundle may belong to any other laboratory.
 */
async function ordersNamed(
  queries: Queries,
  { lines: named, client }: { lines: Named; client: Caller['client'] },
): Promise<{ laboratoryIds: number[] | null; orderNumber: string | null }> {
  const lines = named.flatMap((line) => line ?? [])
  const ids = lines.flatMap((line) => ('orderId' in line ? [line.orderId] : []))
  const numbers = lines.flatMap((line) => ('orderNumber' in line ? [line.orderNumber] : []))
  const typed = numbers[0] ?? null
  if (lines.length === 0) return { laboratoryIds: null, orderNumber: typed }
  const found = await queries
    .select({ id: orders.id, laboratoryId: orders.laboratoryId, number: orders.number })
    .from(orders)
    .where(
      and(
        or(inArray(orders.id, ids), inArray(orders.number, numbers)),
        client.laboratoryIds === null ? undefined : inArray(orders.laboratoryId, [...client.laboratoryIds]),
      ),
    )
  const known = new Set(found.flatMap(({ id, number }) => [id, number]))
  const isKnown = (line: Named[number]) =>
    line !== null && known.has('orderId' in line ? line.orderId : line.orderNumber)
  const laboratoryIds = named.every(isKnown)
    ? [...new Set(found.map(({ laboratoryId }) => laboratoryId))]
    : null
  return { laboratoryIds, orderNumber: found[0]?.number ?? typed }
}
