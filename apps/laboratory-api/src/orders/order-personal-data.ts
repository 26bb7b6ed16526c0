import { CONTACT_PHONE_FIELD, feedbackToWire, lineToWire } from '@shop/contract/order-codec'
import type { Queries } from '@shop/database/open-database'
import { isUnpaid } from '@shop/domain/order-states'
import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AreOfOrders, PersonalDataHolder } from '../accounts/personal-data.ts'
import type { ApiContext } from '../context.ts'
import { endAttempts } from '../payments/attempt-queries.ts'
import { showReason } from '../payments/sealed-refunds.ts'
import { paymentAttempts, paymentRefunds, paymentTransactions } from '../payments/tables.ts'
import { watchLater } from '../payments/watch-payment.ts'
import { daysBefore } from '../retention.ts'
import { advanceOrder } from './advance-order.ts'
import { orderHistory, orderLines, orderMails, orderPatients, orders, testsConsents } from './tables.ts'

const NO_FEEDBACK = { useEmail: false, usePhone: false, contactPhone: '' }

/**
 * What orders hold about an account. When the account is erased, an unpaid order is cancelled and loses everything
 * about people; what remains is a sum and its time. A paid order is the laboratory's record, which it must keep by
 * law, with the patients' names and without the account; address and phone are deleted after the visit.
 */
export function orderPersonalData(context: ApiContext): PersonalDataHolder {
  return {
    name: 'orders',
    export: (queries, userId) => exportOrders(context, queries, userId),
    erase: (queries, userId, now) => eraseOrders(context, queries, userId, now),
    eraseOrders: eraseWords,
  }
}

async function exportOrders({ sealing }: ApiContext, queries: Queries, userId: string) {
  const own = await queries.select().from(orders).where(eq(orders.userId, userId)).orderBy(asc(orders.id))
  if (own.length === 0) return []
  const ids = own.map(({ id }) => id)
  const areOwn = (parts: { orderId: PgColumn; ownerId: PgColumn }) =>
    and(inArray(parts.orderId, ids), eq(parts.ownerId, userId))
  const patients = await queries.select().from(orderPatients).where(areOwn(orderPatients))
  const lines = await queries.select().from(orderLines).where(areOwn(orderLines))
  const history = await queries
    .select()
    .from(orderHistory)
    .where(areOwn(orderHistory))
    .orderBy(asc(orderHistory.serial))
  const mails = await queries
    .select()
    .from(orderMails)
    .where(areOwn(orderMails))
    .orderBy(asc(orderMails.queuedAt))
  const consents = await queries.select().from(testsConsents).where(areOwn(testsConsents))
  const attempts = await queries.select().from(paymentAttempts).where(areOwn(paymentAttempts))
  const payments = await queries.select().from(paymentTransactions).where(areOwn(paymentTransactions))
  const refundRows = await queries
    .select({ ...getTableColumns(paymentRefunds), orderId: paymentTransactions.orderId })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .where(areOwn(paymentTransactions))
  const refunds = await Promise.all(
    refundRows.map(async (row) => ({ ...row, reason: await showReason(sealing, queries, row) })),
  )
  return own.map(({ ownerId: _, idempotencyKey: __, requestHash: ___, erasedAt: ____, ...order }) => {
    const parts = <Row extends { orderId: string; ownerId: string }>(rows: Row[]) =>
      rows.filter(({ orderId }) => orderId === order.id).map(({ orderId: _, ownerId: __, ...row }) => row)
    return {
      ...order,
      feedback: feedbackToWire(order.feedback),
      patients: parts(patients),
      lines: parts(lines).map(lineToWire),
      history: parts(history).map(({ serial: _, ...entry }) => entry),
      mails: parts(mails).map(({ template, queuedAt, outcome, endedAt, sentTo }) => ({
        template,
        queuedAt,
        outcome,
        endedAt,
        sentTo,
      })),
      testsConsents: parts(consents),
      // A payment page's token and address are not personal data, and they would open the page.
      paymentAttempts: parts(attempts).map(({ token: _, redirectUrl: __, ...attempt }) => attempt),
      payments: parts(payments).map(({ refundClaimedAt: _, ...payment }) => payment),
      // Which member of staff it was is data about them.
      refunds: parts(refunds).map(
        ({
          requestedBy: _,
          decidedBy: __,
          failure: ___,
          outsideBy: ____,
          outsideSecondedBy: _____,
          sealedReason: ______,
          ...refund
        }) => refund,
      ),
    }
  })
}

async function eraseOrders(context: ApiContext, queries: Queries, userId: string, now: Date): Promise<void> {
  const own = await queries
    .select({ id: orders.id, ownerId: orders.ownerId, state: orders.state })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.id))
    .for('update')
  for (const { state, ...order } of own) {
    if (state !== 'awaitingPayment') continue
    await advanceOrder(queries, {
      order,
      command: 'cancel',
      cause: 'accountErased',
      actor: 'user',
      now,
    })
    await endAttempts(queries, { order, state: 'cancelled' })
    await watchLater(queries, { context, orderId: order.id, since: now.toISOString(), look: 0 })
  }
  const unpaid = own.filter(({ state }) => isUnpaid(state))
  await leaveSums(
    queries,
    unpaid.map(({ id }) => id),
  )
  await eraseContacts(queries, { userId, before: now })
}

/** The desk's reasons for refunds, and where mails were sent. */
async function eraseWords(queries: Queries, are: AreOfOrders): Promise<void> {
  const payments = queries
    .select({ id: paymentTransactions.id })
    .from(paymentTransactions)
    .where(are(paymentTransactions.orderId))
  await queries
    .update(paymentRefunds)
    .set({ reason: null, sealedReason: null })
    .where(inArray(paymentRefunds.transactionId, payments))
  await queries.update(orderMails).set({ sentTo: null }).where(are(orderMails.orderId))
}

/** Leaves nothing about people in these orders: only a sum and its time. */
async function leaveSums(queries: Queries, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await queries.delete(orderLines).where(inArray(orderLines.orderId, ids))
  await queries.delete(orderPatients).where(inArray(orderPatients.orderId, ids))
  await queries
    .update(orders)
    .set({ region: null, address: null, phone: null, feedback: NO_FEEDBACK, requestHash: '' })
    .where(inArray(orders.id, ids))
}

/** For visits that are over: contact details are no longer needed. */
async function eraseContacts(
  queries: Queries,
  { userId, before }: { userId: string | null; before: Date },
): Promise<void> {
  await queries
    .update(orders)
    .set({ address: null, phone: null, feedback: NO_FEEDBACK })
    .where(
      and(
        userId === null ? isNull(orders.userId) : eq(orders.userId, userId),
        lt(orders.visitEnd, before),
        or(
          isNotNull(orders.address),
          isNotNull(orders.phone),
          sql`${orders.feedback} ->> ${CONTACT_PHONE_FIELD}::text <> ''`,
        ),
      ),
    )
}

/**
 * Erases everything about people in closed orders, as the erasure of their account does in unpaid ones.
 * Payments, refunds and their sums stay, and the orders no longer have an account. The caller has locked them.
 */
export async function eraseClosedOrders(
  { personalData }: Pick<ApiContext, 'personalData'>,
  queries: Queries,
  { ids, now }: { ids: string[]; now: Date },
): Promise<void> {
  for (const holder of personalData.holders()) {
    await holder.eraseOrders?.(queries, (column) => inArray(column, ids))
  }
  await leaveSums(queries, ids)
  await detachFromAccount(queries, { ids, now })
}

/**
 * Makes each order its own owner, and through the foreign keys the owner of its parts: nothing in it leads to the
 * account any more, whether that still exists or not.
 */
async function detachFromAccount(
  queries: Queries,
  { ids, now }: { ids: string[]; now: Date },
): Promise<void> {
  await queries
    .update(orders)
    .set({ userId: null, ownerId: sql`${orders.id}`, erasedAt: now })
    .where(inArray(orders.id, ids))
  // A provider's report is kept even for an unknown attempt, so there is no foreign key that would update the owner.
  await queries.execute(sql`update laboratory.payment_event e set owner_id = a.owner_id
    from laboratory.payment_attempt a where a.id = e.attempt_id and ${inArray(sql`a.order_id`, ids)}`)
}

/** A day after the visit, deletes the address of an erased account's paid visit, which the nurse needed until then. */
export async function eraseFormerContacts({ database, now }: ApiContext): Promise<void> {
  await eraseContacts(database.queries, { userId: null, before: daysBefore(now(), 1) })
}
