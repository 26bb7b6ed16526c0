import type { CreateOrder, OrderCreated } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import type { Locale } from '@shop/domain/locale'
import { LIVE_ATTEMPT_STATES } from '@shop/domain/payment-states'
import { and, asc, count, desc, eq, getTableColumns, gt, inArray, min, or, sql } from 'drizzle-orm'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import { assertUsable } from '../accounts/processing-limits.ts'
import { accessTokens, users } from '../accounts/tables.ts'
import { getCurrentUser } from '../accounts/user-queries.ts'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { ORDERS_MADE } from '../limits.ts'
import { ordersCounted } from '../metrics.ts'
import { patients } from '../patients/tables.ts'
import { insertAttempt } from '../payments/attempt-queries.ts'
import { findPayer, openPaymentPage, orderPageUrl, type Payer } from '../payments/open-payment-page.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import { type AttemptRow, paymentAttempts } from '../payments/tables.ts'
import { watchLater } from '../payments/watch-payment.ts'
import { holdCalendar } from '../visits/calendar-store.ts'
import { openLaboratory } from '../visits/open-laboratory.ts'
import { takeSlot } from '../visits/take-slot.ts'
import { accountOrders } from './handed-over.ts'
import { insertOrder } from './insert-order.ts'
import { cartOf, hashRequest } from './order-request.ts'
import { planVisit } from './plan-visit.ts'
import { type OwnPatient, priceOrder } from './price-order.ts'
import { type OrderRow, orders } from './tables.ts'

interface CreateOrderInput {
  viewer: Viewer
  request: CreateOrder
  idempotencyKey: string
  requestId: string
  locale: Locale
}

interface Creation {
  order: OrderRow
  /** The attempt to pay with; null when there is no live one. */
  attempt: AttemptRow | null
  /** Set only when this call has made the order. */
  payer?: Payer
}

/**
 * Makes one order from a request, however often it is sent with its key, and opens its payment page. Everything is
 * checked and written in one transaction; the provider is called afterwards. If the provider does not answer, the
 * order is kept, `redirectUrl` is the order's own page, where it can be paid, and a repeated request asks the
 * provider again.
 * @throws Problem email_not_confirmed, documents_not_accepted, too_many_unpaid_orders, too_many_requests,
 * idempotency_key_reused, processing_restricted, slot_taken, currency_not_accepted, visit_…, and whatever `priceOrder` throws
 */
export async function createOrder(context: ApiContext, input: CreateOrderInput): Promise<OrderCreated> {
  const { userId } = input.viewer
  const key = { userId, idempotencyKey: input.idempotencyKey, requestHash: hashRequest(input.request) }
  const creation = await context.database.transaction(
    async (queries): Promise<Creation | null> =>
      (await findEarlierOrder(queries, key)) ?? (await writeOrder(context, queries, { ...input, ...key })),
  )
  // Null: of two concurrent requests with one key, the other was first.
  const made: Creation | null = creation ?? (await findEarlierOrder(context.database.queries, key))
  if (!made) throw new Problem('conflict')
  const { order } = made
  // Made by this call, not found by its key.
  if (made.payer) ordersCounted.inc({ event: 'made' })
  return { id: order.id, number: order.number, redirectUrl: await redirectUrl(context, made, userId) }
}

/**
 * The order that the account has already made with this key, with its live payment attempt.
 * @throws Problem idempotency_key_reused when the key was used for a different request
 */
async function findEarlierOrder(
  queries: Queries,
  input: { userId: string; idempotencyKey: string; requestHash: string },
): Promise<{ order: OrderRow; attempt: AttemptRow | null } | null> {
  const [earlier] = await queries
    .select({ order: getTableColumns(orders), attempt: getTableColumns(paymentAttempts) })
    .from(orders)
    .leftJoin(
      paymentAttempts,
      and(eq(paymentAttempts.orderId, orders.id), inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES])),
    )
    .where(and(eq(orders.ownerId, input.userId), eq(orders.idempotencyKey, input.idempotencyKey)))
    .orderBy(desc(paymentAttempts.id))
    .limit(1)
  if (!earlier) return null
  if (earlier.order.requestHash !== input.requestHash) throw new Problem('idempotency_key_reused')
  return earlier
}

/** Null when a concurrent request has used the key; nothing is written in that case. */
async function writeOrder(
  context: ApiContext,
  queries: Queries,
  input: CreateOrderInput & { userId: string; requestHash: string },
): Promise<Creation | null> {
  const { userId, request, idempotencyKey, requestHash, requestId } = input
  const now = context.now()
  const today = todayIn(context.settings.businessTimeZone, now)
  const user = await getCurrentUser(queries, userId, {
    toAccept: context.documents.toAccept(today),
    orders: accountOrders,
  })
  if (!user.emailConfirmed) throw new Problem('email_not_confirmed')
  if (user.documentsToAccept.length > 0) throw new Problem('documents_not_accepted')
  const laboratory = openLaboratory(context, request.laboratoryId)
  const calendar = await holdCalendar(queries, context.settings, laboratory)
  const people = request.patients.length
  const visit = planVisit(context, { visit: request.visit, people, laboratory, calendar, now })
  const own = await lockPatients(queries, input)
  const refusal = await refusalOfMore(context, queries, { userId, now })
  // The orders that are too many may include this one: a request with the same key was first.
  if (refusal && (await findEarlierOrder(queries, input))) return null
  if (refusal) throw refusal
  const cart = priceOrder(context, { request, cart: cartOf(request), patients: own, visit })
  const order = await insertOrder(queries, {
    userId,
    idempotencyKey,
    requestHash,
    locale: request.locale ?? input.locale,
    request,
    cart,
    patients: own,
    visit,
    laboratory,
    snapshot: context.catalogue.current(),
    now,
  })
  if (!order) return null
  const attempt = await insertAttempt(queries, { context, order, now })
  await watchLater(queries, { context, orderId: order.id, since: now.toISOString(), look: 0 })
  await context.mail.send(queries, 'orderReceived', { orderId: order.id })
  const entry = { requestId, userId, actor: 'user', action: 'create', kind: 'order', id: order.id } as const
  await audit(queries, entry)
  // Last, so that requests for the same time hold each other up as briefly as possible.
  const slot = { laboratoryId: laboratory.id, start: visit.visitStart, capacity: visit.places }
  const isTaken = await takeSlot(queries, slot)
  if (!isTaken) throw new Problem('slot_taken')
  return { order, attempt, payer: user }
}

/**
 * The patients of the order. They are locked after the account: a deletion waits, and then finds an open order.
 * Orders of one account are made one after the other, so that their number can be limited.
 * @throws Problem unauthorized, processing_restricted, even if either has only just become true
 */
async function lockPatients(
  queries: Queries,
  { viewer, request }: Pick<CreateOrderInput, 'viewer' | 'request'>,
): Promise<OwnPatient[]> {
  const { userId, tokenId } = viewer
  const ids = request.patients.map(({ patientId }) => patientId)
  const { id, firstName, lastName, gender, dateOfBirth } = patients
  const { restrictedAt } = users
  const found = await queries
    .select({ patient: { id, firstName, lastName, gender, dateOfBirth }, restrictedAt })
    .from(users)
    .innerJoin(patients, eq(patients.userId, users.id))
    // Locked together with the account; the row is missing if the session has ended in the meantime.
    .innerJoin(accessTokens, eq(accessTokens.userId, users.id))
    .where(and(eq(users.id, userId), inArray(patients.id, ids), eq(accessTokens.id, tokenId)))
    .orderBy(asc(patients.createdAt), asc(patients.id))
    .for('no key update')
  if (found.length === 0) await holdOwnAccount(queries, viewer)
  assertUsable(found[0])
  return found.map(({ patient }) => patient)
}

async function redirectUrl(context: ApiContext, creation: Creation, userId: string): Promise<string> {
  const { order, attempt } = creation
  const orderPage = orderPageUrl(context.settings, order.id)
  if (!attempt || order.state !== 'awaitingPayment' || order.expiresAt <= context.now()) return orderPage
  // The same order sent again.
  if (!creation.payer && (await context.limits.exceeds('paymentPagePerAccount', userId))) return orderPage
  try {
    const payer = creation.payer ?? (await findPayer(context.database.queries, userId))
    return await openPaymentPage(context, { attempt, order, payer })
  } catch (error) {
    if (error instanceof Problem) return orderPage
    if (!(error instanceof ProviderUnavailable)) throw error
    context.logger.warn({ orderId: order.id, reason: error.reason }, 'payment provider unavailable')
    return orderPage
  }
}

/**
 * How many unpaid orders hold places for the account, and how many it has made within an hour: each of them mails and
 * asks the payment provider, though it may be cancelled at once. Exact while the account's row is locked. Returns why it
 * may not make another one now: too_many_unpaid_orders, too_many_requests; null if it may.
 */
async function refusalOfMore(
  { settings: { unpaidOrderLimit } }: ApiContext,
  queries: Queries,
  { userId, now }: { userId: string; now: Date },
): Promise<Problem | null> {
  const within = ORDERS_MADE.seconds * 1000
  const isUnpaid = eq(orders.state, 'awaitingPayment')
  const isRecent = gt(orders.createdAt, new Date(now.getTime() - within))
  const [row] = await queries
    .select({
      unpaid: sql`${count()} filter (where ${isUnpaid})`.mapWith(Number),
      recent: sql`${count()} filter (where ${isRecent})`.mapWith(Number),
      first: sql<Date | null>`${min(orders.createdAt)} filter (where ${isRecent})`.mapWith(orders.createdAt),
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), or(isUnpaid, isRecent)))
  const { unpaid = 0, recent = 0, first } = row ?? {}
  if (unpaid >= unpaidOrderLimit) return new Problem('too_many_unpaid_orders')
  if (recent < unpaidOrderLimit * ORDERS_MADE.timesUnpaid) return null
  const left = first ? first.getTime() + within - now.getTime() : within
  return new Problem('too_many_requests', { retryAfter: Math.max(1, left / 1000) })
}
