import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { fromWire, type WireMoney } from '@shop/domain/money'
import type { ClosingWay, RefundState } from '@shop/domain/refunds'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import type { OwnedKey } from '../owned.ts'
import { decideOutside, refundOutside } from '../payments/refund-outside.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import { decideRefund } from '../payments/request-refund.ts'
import { sendRefund } from '../payments/send-refund.ts'
import { paymentRefunds, paymentTransactions, type TransactionRow } from '../payments/tables.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { staffAccounts } from '../staff/tables.ts'

interface AtDesk {
  actor: StaffActor
  scope: LaboratoryScope
}
interface Outcome {
  id: string
  state: RefundState
}

/**
 * A member of staff refunds money; above the limit it waits for a second person.
 * @throws Problem `not_found`, `invalid_fields` (another currency), `stale_write` with who was first,
 * `conflict`, `refund_exceeds_payment`
 */
export async function askForRefund(
  context: ApiContext,
  {
    transactionId,
    amount,
    actor,
    scope,
    ...request
  }: AtDesk & {
    transactionId: string
    amount: WireMoney
    reason: string
    endsOrder: boolean
    version: number
  },
): Promise<Outcome> {
  const which = eq(paymentTransactions.id, transactionId)
  const { id, state } = await changePayment(
    context,
    { actor, scope, which },
    ({ payment, staffId, also }) => {
      if (amount.currency !== payment.currency) {
        throw new Problem('invalid_fields', {
          errors: [{ path: 'amount.currency', message: 'must be in the currency of the payment' }],
        })
      }
      const by = { origin: 'staff', staffId } as const
      return refundPayment(context, { ...request, payment, amount: fromWire(amount).amount, by, also })
    },
  )
  return { id, state }
}

/**
 * The second person agrees, and the money is sent, or declines.
 * @throws Problem `not_found`, `own_refund`, `stale_write` with who was first, `conflict` (the order can no longer end,
 * or the payment came through another provider)
 */
export async function decideOnRefund(
  context: ApiContext,
  { actor, scope, ...decision }: AtDesk & { refundId: string; agrees: boolean; version: number },
): Promise<Outcome> {
  const which = ofRefund(decision.refundId)
  const refund = await changePayment(context, { actor, scope, which }, (held) =>
    decideRefund(context, { ...decision, ...held }),
  )
  const { id, state } = refund
  return { id, state: state === 'approved' ? await sendRefund(context, refund) : state }
}

/** Asks the provider again for a refund that is on its way. @throws Problem `not_found` */
export async function sendAgain(
  context: ApiContext,
  { actor, scope, refundId }: AtDesk & { refundId: string },
): Promise<Outcome> {
  const { queries } = context.database
  const payment = await paymentInScope(queries, scope, ofRefund(refundId))
  await auditChange(queries, actor, payment)
  return { id: refundId, state: await sendRefund(context, { id: refundId, ownerId: payment.ownerId }) }
}

/**
 * Closes a refund that the provider has refused as paid back another way; above the limit a second person must agree.
 * One of a former provider can be closed whatever that had answered, also as made by it.
 * @throws Problem `not_found`, `stale_write` with who was first, `conflict`, `invalid_fields` (the reference is another
 * refund's)
 */
export function closeOutside(
  context: ApiContext,
  {
    actor,
    scope,
    ...what
  }: AtDesk & { refundId: string; version: number; way: ClosingWay; reference: string },
): Promise<Outcome> {
  const which = ofRefund(what.refundId)
  return changePayment(context, { actor, scope, which }, (held) =>
    refundOutside(context, { ...what, ...held }),
  )
}

/**
 * The second person agrees to that, or declines: then the refund is on its way as before.
 * @throws Problem as `closeOutside`, `own_refund`
 */
export function decideOnOutside(
  context: ApiContext,
  { actor, scope, ...what }: AtDesk & { refundId: string; version: number; agrees: boolean },
): Promise<Outcome> {
  const which = ofRefund(what.refundId)
  return changePayment(context, { actor, scope, which }, (held) =>
    decideOutside(context, { ...what, ...held }),
  )
}

const ofRefund = (refundId: string) =>
  sql`${paymentTransactions.id} = (select transaction_id from laboratory.payment_refund where id = ${refundId}::uuid)`

/** A payment that is changed, by whom, and what is written together with the change. */
interface Held {
  payment: TransactionRow
  staffId: string
  also: (inside: Queries) => Promise<void>
}

/** Changes the refunds of a payment in the caller's scope, in the audit too. @throws Problem `not_found` */
async function changePayment<T>(
  { database: { queries } }: ApiContext,
  { actor, scope, which }: AtDesk & { which: SQL },
  change: (held: Held) => Promise<T>,
): Promise<T> {
  const payment = await paymentInScope(queries, scope, which)
  const also = (inside: Queries) => auditChange(inside, actor, payment)
  return withFirstChange(queries, payment, change({ payment, staffId: actor.staffId, also }))
}

async function paymentInScope(queries: Queries, scope: LaboratoryScope, which: SQL): Promise<TransactionRow> {
  const [found] = await queries
    .select({ transaction: paymentTransactions })
    .from(paymentTransactions)
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(and(which, inScope(scope)))
  if (!found) throw new Problem('not_found')
  return found.transaction
}

function auditChange(queries: Queries, actor: StaffActor, touched: { attemptId: string; orderId: string }) {
  return auditStaff(
    queries,
    actor,
    { action: 'update', kind: 'payment', id: touched.attemptId },
    { action: 'update', kind: 'order', id: touched.orderId },
  )
}

/** Adds to a `stale_write` who was first with what. */
async function withFirstChange<T>(
  queries: Queries,
  { id, ownerId }: OwnedKey,
  change: Promise<T>,
): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'stale_write') throw error
    const [last] = await queries
      .select({ state: paymentRefunds.state, by: staffAccounts.name, at: changedAt })
      .from(paymentRefunds)
      .innerJoin(
        staffAccounts,
        sql`${staffAccounts.id} = coalesce(${paymentRefunds.outsideSecondedBy}, ${paymentRefunds.outsideBy}, ${paymentRefunds.decidedBy}, ${paymentRefunds.requestedBy})`,
      )
      .where(and(eq(paymentRefunds.transactionId, id), eq(paymentRefunds.ownerId, ownerId)))
      .orderBy(desc(changedAt))
      .limit(1)
    const changed = last && {
      by: last.by,
      change: `refund.${last.state}`,
      at: new Date(last.at).toISOString(),
    }
    throw new Problem('stale_write', {
      extension: { ...error.details.extension, ...(changed ? { changed } : {}) },
    })
  }
}

const changedAt = sql<string>`coalesce(${paymentRefunds.outsideAt}, ${paymentRefunds.decidedAt}, ${paymentRefunds.requestedAt})`
