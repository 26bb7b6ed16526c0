import { randomUUID } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { checkout, type Transaction, transaction } from '../tables.ts'
import type { PaymentPage } from './payment-page.ts'

const SAME_REFUND_MS = 30_000

/** The body of `POST …/transactions/refunds`; `amount` in minor units. */
export const refundRequest = z.object({
  request: z.object(
    {
      parent_uid: z.string("can't be blank").min(1, "can't be blank"),
      amount: z.int('is not a number').min(1, 'must be greater than 0'),
      reason: z.string("can't be blank").min(1, "can't be blank").max(255, 'is too long'),
      duplicate_check: z.boolean('is invalid').default(true),
    },
    "can't be blank",
  ),
})
export type RefundRequest = z.infer<typeof refundRequest>['request']

/**
 * Refunds all or part of a payment. Returns the refund or the reason for refusing it; a repeat under the same
 * request id returns the refund already made.
 */
export async function refundPayment(
  page: PaymentPage,
  { requestId = null, ...request }: RefundRequest & { requestId?: string | undefined | null },
): Promise<{ refund: Transaction; test: boolean } | { refused: string }> {
  if (!z.uuid().safeParse(request.parent_uid).success) return { refused: 'Parent transaction not found' }
  return page.database.transaction(async (queries) => {
    // The lock makes refunds of one payment wait for each other, so that together they cannot exceed it.
    const [parent] = await queries
      .select()
      .from(transaction)
      .where(and(eq(transaction.uid, request.parent_uid), eq(transaction.type, 'payment')))
      .for('update')
    if (!parent) return { refused: 'Parent transaction not found' }
    const [paid] = await queries.select().from(checkout).where(eq(checkout.token, parent.token!))
    const { test } = paid!.request
    const [known] = requestId
      ? await queries.select().from(transaction).where(eq(transaction.requestId, requestId))
      : []
    if (known) return { refund: known, test }
    const refused = await whyRefused({ queries, parent, request, now: page.now() })
    if (refused) return { refused }
    const [refund] = await queries
      .insert(transaction)
      .values({
        uid: randomUUID(),
        parentUid: parent.uid,
        type: 'refund',
        status: 'successful',
        message: 'Successfully processed',
        amount: request.amount,
        currency: parent.currency,
        reason: request.reason,
        requestId,
        createdAt: page.now(),
      })
      .returning()
    return { refund: refund!, test }
  })
}

async function whyRefused({
  queries,
  parent,
  request,
  now,
}: {
  queries: Queries
  parent: Transaction
  request: RefundRequest
  now: Date
}): Promise<string | undefined> {
  if (parent.status !== 'successful') return "transaction can't be refunded"
  const refunds = await queries.select().from(transaction).where(eq(transaction.parentUid, parent.uid))
  const since = now.getTime() - SAME_REFUND_MS
  const isSame = ({ amount, createdAt }: Transaction) =>
    amount === request.amount && createdAt.getTime() > since
  if (request.duplicate_check && refunds.some(isSame)) return 'Duplicate refund request'
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0)
  return refunded + request.amount > parent.amount
    ? "Amount can't be greater than the rest of the payment"
    : undefined
}

export function describeRefund({ refund, test }: { refund: Transaction; test: boolean }) {
  const { uid, parentUid, type, status, message, amount, currency, reason, createdAt } = refund
  return {
    uid,
    parent_uid: parentUid,
    type,
    status,
    message,
    amount,
    currency,
    reason,
    test,
    created_at: createdAt.toISOString(),
    refund: { status, message },
  }
}
