import type { PaymentDetails } from '@shop/contract/money'
import { Problem } from '@shop/contract/problem'
import { toWire } from '@shop/domain/money'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, asc, desc, eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import { isRefused } from '../payments/refund-outside.ts'
import { leftOf, refundsOf, versionOf } from '../payments/request-refund.ts'
import { showReason } from '../payments/sealed-refunds.ts'
import {
  paymentAttempts,
  paymentEvents,
  paymentTransactions,
  type RefundRow,
  type TransactionRow,
} from '../payments/tables.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { staffNames } from '../staff/staff-names.ts'
import { PAYMENT_COLUMNS, toListed } from './list-payments.ts'

const EVENTS_SHOWN = 100

interface ReadPayment {
  actor: StaffActor
  scope: LaboratoryScope
  paymentId: string
}

/** A payment with its money, its refunds and the provider's messages. @throws Problem `not_found` */
export async function readPayment(
  context: ApiContext,
  { actor, scope, paymentId }: ReadPayment,
): Promise<PaymentDetails> {
  const { queries } = context.database
  const [found] = await queries
    .select({ ...PAYMENT_COLUMNS, orderState: orders.state, total: orders.total })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(paymentAttempts.id, paymentId), inScope(scope)))
  if (!found) throw new Problem('not_found')
  const { orderState, total, ...listed } = found
  const { attempt } = listed
  await auditStaff(
    queries,
    actor,
    { action: 'read', kind: 'payment', id: paymentId },
    { action: 'read', kind: 'order', id: listed.orderId },
  )
  const transactions = await queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.attemptId, paymentId))
    .orderBy(asc(paymentTransactions.receivedAt), asc(paymentTransactions.id))
  const refunds = await refundsOf(queries, transactions)
  const names = await staffNames(
    queries,
    refunds.flatMap(({ requestedBy, decidedBy, outsideBy, outsideSecondedBy }) =>
      [requestedBy, decidedBy, outsideBy, outsideSecondedBy].filter((id) => id !== null),
    ),
  )
  const events = await queries
    .select({ at: paymentEvents.receivedAt, source: paymentEvents.source, verdict: paymentEvents.verdict })
    .from(paymentEvents)
    .where(eq(paymentEvents.attemptId, paymentId))
    .orderBy(desc(paymentEvents.receivedAt), desc(paymentEvents.id))
    .limit(EVENTS_SHOWN)
  const reasons = new Map(
    await Promise.all(
      refunds.map(async (refund) => [refund.id, await showReason(context.sealing, queries, refund)] as const),
    ),
  )
  const { currency } = attempt
  return {
    ...toListed(listed),
    orderState,
    orderTotal: toWire({ amount: total, currency }),
    expiresAt: attempt.expiresAt.toISOString(),
    closedAt: attempt.closedAt?.toISOString() ?? null,
    transactions: transactions.map((transaction) => ({
      ...toTransaction(transaction, refunds),
      canEndOrder: transaction.kind === 'settled' && orderState === 'paid',
      isOfProvider: transaction.provider === context.provider.name,
      refunds: refunds
        .filter(({ transactionId }) => transactionId === transaction.id)
        .map((refund) => ({
          ...toRefund(refund, currency),
          reason: reasons.get(refund.id) ?? null,
          requestedBy: names.get(refund.requestedBy ?? '') ?? null,
          decidedBy: names.get(refund.decidedBy ?? '') ?? null,
          isOwn: refund.requestedBy === actor.staffId,
          outside: refund.outsideWay && {
            way: refund.outsideWay,
            reference: refund.outsideReference ?? '',
            by: names.get(refund.outsideBy ?? '') ?? null,
            at: (refund.outsideAt ?? refund.requestedAt).toISOString(),
            secondedBy: names.get(refund.outsideSecondedBy ?? '') ?? null,
            isOwn: refund.outsideBy === actor.staffId,
          },
        })),
    })),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    aloneUpTo: toWire({ amount: context.settings.refundLimits[currency], currency }),
  }
}

function toTransaction(transaction: TransactionRow, refunds: readonly RefundRow[]) {
  const { id, transactionId, kind, amount, currency, receivedAt } = transaction
  const own = refunds.filter((refund) => refund.transactionId === id)
  return {
    id,
    transactionId,
    kind,
    amount: toWire({ amount, currency }),
    receivedAt: receivedAt.toISOString(),
    left: toWire({ amount: leftOf(transaction, own), currency }),
    version: versionOf(own),
  }
}

function toRefund(refund: RefundRow, currency: TransactionRow['currency']) {
  const { id, state, version, amount, endsOrder, origin, failure } = refund
  return {
    id,
    state,
    version,
    amount: toWire({ amount, currency }),
    endsOrder,
    origin,
    failure,
    isRefused: isRefused(refund),
    acceptedAs: state === 'approved' ? refund.providerRefundId : null,
    reversals: refund.reversals,
    requestedAt: refund.requestedAt.toISOString(),
    decidedAt: refund.decidedAt?.toISOString() ?? null,
    doneAt: refund.doneAt?.toISOString() ?? null,
  }
}
