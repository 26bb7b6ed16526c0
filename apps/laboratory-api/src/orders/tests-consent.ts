import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import { CONSENT_DAYS, type TestsConsent } from '@shop/contract/tests-consent'
import type { Queries } from '@shop/database/open-database'
import { and, asc, eq } from 'drizzle-orm'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import { assertAccountUsable } from '../accounts/processing-limits.ts'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey, partOf } from '../is-of-order.ts'
import { daysAfter } from '../retention.ts'
import { type OrderRow, orders, type TestsConsentRow, testsConsents } from './tables.ts'

/** For how long a patient who has refused is not asked again. */
const PAUSE_DAYS = 1

/** The current state, from the rows of an order, oldest first. */
export function consentState(rows: readonly TestsConsentRow[], now: Date): TestsConsent {
  const last = rows.at(-1)
  const nothing = { state: 'none', until: null } as const
  if (!last) return nothing
  const { askedAt, answeredAt, isGranted, endsAt, withdrawnAt } = last
  if (!answeredAt) {
    const until = daysAfter(askedAt!, CONSENT_DAYS)
    return until > now ? { state: 'asked', until: until.toISOString() } : nothing
  }
  if (!isGranted) return { state: 'refused', until: null }
  return !withdrawnAt && endsAt! > now ? { state: 'granted', until: endsAt!.toISOString() } : nothing
}

/** Rows of an order, oldest first. */
export const consentsOf = (queries: Queries, order: OrderKey): Promise<TestsConsentRow[]> =>
  queries.select().from(testsConsents).where(isOfOrder(testsConsents, order)).orderBy(asc(testsConsents.id))

/**
 * The desk asks; the caller has locked the order. The patient gets a mail that names no test, and the question on the
 * order's page.
 * @throws Problem `conflict`: it was asked or granted already, was refused a moment ago, or the order has no account,
 * `processing_restricted`
 */
export async function askForTests(
  { mail, now }: Pick<ApiContext, 'mail' | 'now'>,
  queries: Queries,
  { userId, ...order }: Pick<OrderRow, 'id' | 'ownerId' | 'userId'>,
): Promise<void> {
  if (userId === null) throw new Problem('conflict')
  await assertAccountUsable(queries, userId)
  const rows = await consentsOf(queries, order)
  const { state } = consentState(rows, now())
  const refusedAt = state === 'refused' ? rows.at(-1)!.answeredAt! : null
  const isTooSoon = refusedAt !== null && daysAfter(refusedAt, PAUSE_DAYS) > now()
  if (state === 'asked' || state === 'granted' || isTooSoon) throw new Problem('conflict')
  await queries.insert(testsConsents).values({ id: randomUUIDv7(), ...partOf(order), askedAt: now() })
  await mail.send(queries, 'testsAsked', { orderId: order.id })
}

interface OwnOrder {
  viewer: Viewer
  requestId: string
  orderId: string
}

const ownOrder = ({ viewer, orderId }: OwnOrder) =>
  and(eq(orders.id, orderId), eq(orders.userId, viewer.userId))

/** @throws Problem `not_found` */
export async function readTestsConsent(
  { database: { queries }, now }: ApiContext,
  own: OwnOrder,
): Promise<TestsConsent> {
  const rows = await queries
    .select({ consent: testsConsents })
    .from(orders)
    .leftJoin(testsConsents, eq(testsConsents.orderId, orders.id))
    .where(ownOrder(own))
    .orderBy(asc(testsConsents.id))
  if (rows.length === 0) throw new Problem('not_found')
  return consentState(
    rows.flatMap(({ consent }) => consent ?? []),
    now(),
  )
}

/**
 * The patient lets support see the names of the tests for a while (asked or not), refuses, or withdraws the grant.
 * Repeating an answer changes nothing.
 * @throws Problem `not_found`, `processing_restricted`: while processing is restricted, nothing new is granted
 */
export function answerTestsConsent(
  { database, now }: ApiContext,
  { isGranted, ...own }: OwnOrder & { isGranted: boolean },
): Promise<TestsConsent> {
  return database.transaction((queries) => answerWith(queries, { own, isGranted, at: now() }))
}

/**
 * The same for the account's own order with this number, in the transaction of a message about it.
 * @throws Problem as `answerTestsConsent`
 */
export async function grantTestsConsent(
  { now }: Pick<ApiContext, 'now'>,
  queries: Queries,
  { number, ...who }: Omit<OwnOrder, 'orderId'> & { number: string },
): Promise<void> {
  const [order] = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, number.replace(/\D/g, '')), eq(orders.userId, who.viewer.userId)))
  if (!order) throw new Problem('not_found')
  await answerWith(queries, { own: { ...who, orderId: order.id }, isGranted: true, at: now() })
}

async function answerWith(
  queries: Queries,
  { own, isGranted, at }: { own: OwnOrder; isGranted: boolean; at: Date },
): Promise<TestsConsent> {
  const { orderId, requestId } = own
  const { userId } = own.viewer
  await holdOwnAccount(queries, own.viewer)
  const [order] = await queries.select({ id: orders.id }).from(orders).where(ownOrder(own)).for('update')
  if (!order) throw new Problem('not_found')
  const key = { id: orderId, ownerId: userId }
  const rows = await consentsOf(queries, key)
  const { state } = consentState(rows, at)
  const last = rows.at(-1)
  const answer = { answeredAt: at, isGranted, endsAt: isGranted ? daysAfter(at, CONSENT_DAYS) : null }
  const change = (set: Partial<TestsConsentRow>) =>
    queries
      .update(testsConsents)
      .set(set)
      .where(and(eq(testsConsents.id, last!.id), isOfOrder(testsConsents, key)))
  if (isGranted) await assertAccountUsable(queries, userId)
  if (state === 'asked') await change(answer)
  else if (isGranted && state !== 'granted')
    await queries.insert(testsConsents).values({ id: randomUUIDv7(), ...partOf(key), ...answer })
  else if (!isGranted && state === 'granted') await change({ withdrawnAt: at })
  else return consentState(rows, at)
  await audit(queries, { requestId, userId, actor: 'user', action: 'update', kind: 'order', id: orderId })
  return consentState(await consentsOf(queries, key), at)
}
