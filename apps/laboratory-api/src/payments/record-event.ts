import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import type { PaymentEventSource, ProviderName, Verdict } from '@shop/domain/payment-states'
import { and, eq } from 'drizzle-orm'
import { paymentEvents } from './tables.ts'
import { withoutCardHolder } from './without-card-holder.ts'

/** The source of a report. Queries are frequent, so one is recorded only when it brought something new. */
export interface EventSource {
  source: PaymentEventSource
  providerEventId: string | null
  body: string
}

const NOTHING_NEW: readonly Verdict[] = ['waiting', 'repeated', 'failedTry', 'pageExpired']

export async function recordEvent(
  queries: Queries,
  event: EventSource & {
    provider: ProviderName
    attemptId: string | null
    /** The attempt's owner; null: the attempt is not ours. */
    ownerId: string | null
    verdict: Verdict
    now: Date
  },
): Promise<void> {
  const { now, body, ownerId, ...row } = event
  if (row.source === 'query' && NOTHING_NEW.includes(row.verdict)) return
  const id = randomUUIDv7()
  await queries
    .insert(paymentEvents)
    .values({ ...row, id, ownerId: ownerId ?? id, body: withoutCardHolder(body), receivedAt: now })
    .onConflictDoNothing()
}

/** With a body: whether exactly that was recorded. */
export async function hasEvent(
  queries: Queries,
  {
    attemptId,
    ownerId,
    verdict,
    body,
  }: { attemptId: string; ownerId: string; verdict: Verdict; body?: string },
): Promise<boolean> {
  const found = await queries
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.attemptId, attemptId),
        eq(paymentEvents.ownerId, ownerId),
        eq(paymentEvents.verdict, verdict),
        body === undefined ? undefined : eq(paymentEvents.body, withoutCardHolder(body)),
      ),
    )
    .limit(1)
  return found.length > 0
}
