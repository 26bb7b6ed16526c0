import type { Queries } from '@shop/database/open-database'
import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { type Currency, type Money, toWire, zero } from '@shop/domain/money'
import type { MovementType, PaymentKind, ProviderName } from '@shop/domain/payment-states'
import type { OutsideWay } from '@shop/domain/refunds'
import type { LaboratoryScope } from '@shop/domain/staff'
import { inZone } from '@shop/domain/visit-slots'
import { stringify } from 'csv-stringify/sync'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import { paymentRefunds, paymentTransactions, type RefundReversal } from '../payments/tables.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'

/** Money that moved, in the shop's books. */
export interface Movement {
  type: MovementType
  at: Date
  /** The provider; or how it was refunded outside, which is in no statement of the provider. */
  provider: ProviderName | OutsideWay
  /** The provider's id of the payment. */
  transactionId: string
  /** The provider's id of the refund, if it gives one; or the reference of a refund outside the provider. */
  refundId: string | null
  kind: PaymentKind
  amount: number
  currency: Currency
  paymentId: string
  orderNumber: string
  laboratoryId: number
}

interface Days {
  scope: LaboratoryScope
  from: Date
  /** Exclusive. */
  to: Date
}

/** All movements between two instants, by time. */
export async function movementsBetween(queries: Queries, { scope, from, to }: Days): Promise<Movement[]> {
  const common = {
    provider: paymentTransactions.provider,
    transactionId: paymentTransactions.transactionId,
    kind: paymentTransactions.kind,
    currency: paymentTransactions.currency,
    paymentId: paymentTransactions.attemptId,
    orderNumber: orders.number,
    laboratoryId: orders.laboratoryId,
  }
  const came = await queries
    .select({ ...common, at: paymentTransactions.receivedAt, amount: paymentTransactions.amount })
    .from(paymentTransactions)
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(
      and(inScope(scope), gte(paymentTransactions.receivedAt, from), lt(paymentTransactions.receivedAt, to)),
    )
    .orderBy(asc(paymentTransactions.receivedAt), asc(paymentTransactions.id))
  const refunded = await queries
    .select({
      ...common,
      at: paymentRefunds.doneAt,
      amount: paymentRefunds.amount,
      refundId: sql<
        string | null
      >`coalesce(${paymentRefunds.providerRefundId}, ${paymentRefunds.outsideReference})`,
      outsideWay: paymentRefunds.outsideWay,
    })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(and(inScope(scope), gte(paymentRefunds.doneAt, from), lt(paymentRefunds.doneAt, to)))
    .orderBy(asc(paymentRefunds.doneAt), asc(paymentRefunds.id))
  const reversed = await queries
    .select({ ...common, amount: paymentRefunds.amount, reversals: paymentRefunds.reversals })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(and(inScope(scope), sql`${paymentRefunds.reversals} <> '[]'`))
    .orderBy(asc(paymentRefunds.id))
  return [
    ...came.map((row) => ({ ...row, type: 'payment' as const, refundId: null })),
    ...reversed
      .flatMap(({ reversals, ...row }) => reversals.flatMap((reversal) => bothMovements(row, reversal)))
      .filter(({ at }) => at >= from && at < to),
    ...refunded.map(({ outsideWay, ...row }) => ({
      ...row,
      type: 'refund' as const,
      at: row.at!,
      provider: outsideWay ?? row.provider,
    })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** A refund that was made and failed: each is a movement of its own day, and a closed day keeps what it had. */
function bothMovements<Row>(row: Row, { refundId, doneAt, failedAt }: RefundReversal) {
  return [
    { ...row, refundId, type: 'refund' as const, at: new Date(doneAt) },
    { ...row, refundId, type: 'refundFailure' as const, at: new Date(failedAt) },
  ]
}

interface CloseDay {
  actor: StaffActor
  scope: LaboratoryScope
  /** A day of the business zone. */
  date: string
}

async function movementsOfDay(context: ApiContext, { actor, scope, date }: CloseDay) {
  const { queries } = context.database
  const zone = context.settings.businessTimeZone
  await auditStaff(queries, actor, { action: 'read', kind: 'payment', id: null })
  const to = startOfDay(addDays(date, 1), zone)
  return { movements: await movementsBetween(queries, { scope, from: startOfDay(date, zone), to }), to }
}

/** The sums of a day, for each provider and currency. */
export async function closeDay(context: ApiContext, day: CloseDay) {
  const { movements, to } = await movementsOfDay(context, day)
  const groups = Map.groupBy(movements, ({ provider, currency }) => `${provider} ${currency}`)
  return {
    date: day.date,
    isOver: to <= context.now(),
    sums: [...groups.values()].map((group) => {
      const [{ provider, currency }] = group as [Movement]
      const [givenBack, received] = [group.filter(isOutgoing), group.filter((one) => !isOutgoing(one))]
      return {
        provider,
        received: sumOf(received, currency),
        receivedCount: received.length,
        givenBack: sumOf(givenBack, currency),
        givenBackCount: givenBack.length,
      }
    }),
  }
}

const isOutgoing = ({ type }: Movement) => type === 'refund'

function sumOf(movements: readonly Movement[], currency: Currency) {
  const amount = movements.reduce((sum, movement) => sum + movement.amount, zero(currency).amount)
  return toWire({ amount, currency })
}

const CSV_TYPES = { payment: 'payment', refund: 'refund', refundFailure: 'refund_failure' } as const

/** "28.80", whatever the language. */
const decimal = (movement: Money) => toWire(movement).price.toFixed(2)

/**
 * A day as a table for the bookkeeping, a line for each movement. Values that a spreadsheet would take for a formula
 * are escaped as text. Received and refunded sums have separate columns, so that none begins with a minus.
 */
export async function closeDayAsCsv(context: ApiContext, day: CloseDay): Promise<string> {
  const { movements } = await movementsOfDay(context, day)
  const zone = context.settings.businessTimeZone
  const lines = movements.map((movement) => ({
    time: inZone(movement.at.toISOString(), zone),
    type: CSV_TYPES[movement.type],
    kind: movement.kind,
    order: movement.orderNumber,
    laboratory: movement.laboratoryId,
    provider: movement.provider,
    payment: movement.transactionId,
    refund: movement.refundId,
    received: isOutgoing(movement) ? '' : decimal(movement),
    given_back: isOutgoing(movement) ? decimal(movement) : '',
    currency: movement.currency,
  }))
  const columns = [
    'time',
    'type',
    'kind',
    'order',
    'laboratory',
    'provider',
    'payment',
    'refund',
    'received',
    'given_back',
    'currency',
  ]
  return stringify(lines, { header: true, columns, escape_formulas: true, record_delimiter: '\r\n' })
}
