import type { ComparedStatement } from '@shop/contract/money'
import { Problem } from '@shop/contract/problem'
import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, eq, inArray } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import { paymentTransactions } from '../payments/tables.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { type Movement, movementsBetween } from './close-day.ts'
import { type BookLine, compareStatement } from './compare-statement.ts'
import { readStatement, type StatementLine } from './read-statement.ts'

const BATCH = 5_000

/**
 * Compares a provider's statement with the books of its days. A payment that the books have on another day, as around
 * midnight, is the same payment, and so is a refund on the day before or after. The statement itself is not kept.
 * Only for roles at every laboratory: a provider does not know laboratories.
 * @throws Problem `forbidden`, `statement_unreadable`
 */
export async function compareWithBooks(
  context: ApiContext,
  { actor, scope, csv }: { actor: StaffActor; scope: LaboratoryScope; csv: string },
): Promise<ComparedStatement> {
  if (scope !== 'all') throw new Problem('forbidden')
  const { database, settings, provider } = context
  const zone = settings.businessTimeZone
  const { lines: stated, reading } = readStatement(csv, zone)
  await auditStaff(database.queries, actor, { action: 'read', kind: 'payment', id: null })
  const days = stated.map(({ date }) => date).toSorted()
  const [from, to] = [days[0]!, days.at(-1)!]
  const midnight = (day: string) => startOfDay(day, zone)
  const [first, end] = [midnight(from), midnight(addDays(to, 1))]
  const range = { scope, from: midnight(addDays(from, -1)), to: midnight(addDays(to, 2)) }
  const movements = await movementsBetween(database.queries, range)
  const ofProvider = movements.filter((movement) => movement.provider === provider.name)
  const lines = reading.form === 'bepaid' ? withPayments(stated, ofProvider) : stated
  const isInside = ({ at }: Movement) => at >= first && at < end
  const books: BookLine[] = ofProvider.filter(isInside)
  const beside = ofProvider.filter((movement) => movement.type !== 'payment' && !isInside(movement))
  const there = new Set(
    books.filter(({ type }) => type === 'payment').map(({ transactionId }) => transactionId),
  )
  const elsewhere = new Set(
    lines
      .filter(({ type, transactionId }) => type === 'payment' && !there.has(transactionId))
      .map(({ transactionId }) => transactionId),
  )
  const onOtherDays = await paymentsByTransaction(context, [...elsewhere])
  return { from, to, reading, ...compareStatement(lines, [...books, ...onOtherDays], beside) }
}

/** bePaid's own file names a refund by the refund's id, and the books know its payment. */
function withPayments(lines: StatementLine[], movements: readonly Movement[]): StatementLine[] {
  const payments = new Map(movements.map(({ refundId, transactionId }) => [refundId, transactionId]))
  return lines.map((line) =>
    line.type === 'refund'
      ? { ...line, transactionId: payments.get(line.transactionId) ?? line.transactionId }
      : line,
  )
}

async function paymentsByTransaction(
  { database, provider }: ApiContext,
  transactionIds: string[],
): Promise<BookLine[]> {
  const found: BookLine[] = []
  for (let start = 0; start < transactionIds.length; start += BATCH) {
    const rows = await database.queries
      .select({
        transactionId: paymentTransactions.transactionId,
        amount: paymentTransactions.amount,
        currency: paymentTransactions.currency,
        paymentId: paymentTransactions.attemptId,
        orderNumber: orders.number,
      })
      .from(paymentTransactions)
      .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
      .where(
        and(
          eq(paymentTransactions.provider, provider.name),
          inArray(paymentTransactions.transactionId, transactionIds.slice(start, start + BATCH)),
        ),
      )
    found.push(...rows.map((row) => ({ ...row, type: 'payment' as const })))
  }
  return found
}
