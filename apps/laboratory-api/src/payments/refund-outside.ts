import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { type ClosingWay, needsSecondPerson, type RefundState } from '@shop/domain/refunds'
import type { ApiContext } from '../context.ts'
import { isRow, type OwnedKey } from '../owned.ts'
import { isRefusal } from './provider.ts'
import { lockPayment } from './request-refund.ts'
import { claim, release } from './send-refund.ts'
import { paymentRefunds, type RefundRow, type TransactionRow } from './tables.ts'
import { writeRefund } from './write-refund.ts'

interface Outside {
  payment: OwnedKey
  refundId: string
  version: number
  staffId: string
  also?: ((queries: Queries) => Promise<void>) | undefined
}
type Outcome = { id: string; state: RefundState }

/**
 * Changes a refund that is under way, while no one else asks the provider for anything about the payment.
 * @throws Problem not_found, stale_write, conflict
 */
async function changeHeld(
  context: ApiContext,
  { payment, refundId, version, also }: Outside,
  change: (
    queries: Queries,
    held: { refund: RefundRow; all: RefundRow[]; transaction: TransactionRow },
  ) => Promise<RefundState>,
): Promise<Outcome> {
  // A process that is asking the provider right now may succeed: the money would then have gone back already.
  const claimed = await claim(context, payment)
  if (!claimed) throw new Problem('conflict')
  try {
    return await context.database.transaction(async (queries) => {
      const { all, transaction } = await lockPayment(context, queries, payment)
      const refund = all.find(({ id }) => id === refundId)
      if (!refund) throw new Problem('not_found')
      if (refund.version !== version) {
        throw new Problem('stale_write', { extension: { version: refund.version } })
      }
      if (refund.state !== 'approved') throw new Problem('conflict')
      const state = await change(queries, { refund, all, transaction })
      await also?.(queries)
      return { id: refundId, state }
    })
  } finally {
    await release(context, payment, claimed)
  }
}

const anotherRefund = () =>
  new Problem('invalid_fields', {
    errors: [{ path: 'reference', message: 'is the id of another refund', code: 'another_refund' }],
  })

/** Whether the provider refused it the last time it was sent. */
export const isRefused = ({ failure }: RefundRow): boolean => failure !== null && isRefusal(failure)

/**
 * Records that an approved refund was paid without the provider, which had refused it. Above the order's limit it waits
 * for a second person and is not sent in the meantime; otherwise it is done, in the books and for the patient.
 * A former provider is not asked any more, whatever it had answered: people look there, and the refund is closed as made
 * by it, which was approved before it was sent, or as paid another way.
 * @throws Problem not_found, stale_write, conflict (it is not under way, the present provider has not refused it, or is
 * being asked now), invalid_fields (as made by a former provider, under the id of another refund)
 */
export function refundOutside(
  context: ApiContext,
  { way, reference, ...what }: Outside & { way: ClosingWay; reference: string },
): Promise<Outcome> {
  const now = context.now()
  return changeHeld(context, what, async (queries, { refund, all, transaction }) => {
    const isOfFormer = transaction.provider !== context.provider.name
    const isClosable = isOfFormer || (isRefused(refund) && !refund.providerRefundId)
    if (!isClosable || refund.outsideWay) throw new Problem('conflict')
    if (way === 'formerProvider') {
      if (!isOfFormer) throw new Problem('conflict')
      const isTaken = all.some(
        ({ id, providerRefundId }) => id !== refund.id && providerRefundId === reference,
      )
      // An id that the provider gave says which of its movements this refund is: what is typed does not replace it.
      if (isTaken || reference !== (refund.providerRefundId ?? reference)) throw anotherRefund()
      await writeRefund(context, queries, { refund, providerRefundId: reference })
      return 'done'
    }
    const waits = needsSecondPerson({
      origin: 'staff',
      amount: refund.amount,
      before: all
        .filter(({ outsideWay }) => outsideWay !== null)
        .map((one) => ({ ...one, origin: 'staff' as const, isSeconded: one.outsideSecondedBy !== null })),
      limit: context.settings.refundLimits[transaction.currency],
    })
    await queries
      .update(paymentRefunds)
      .set({
        outsideWay: way,
        outsideReference: reference,
        outsideBy: what.staffId,
        outsideAt: now,
        ...(waits ? { version: refund.version + 1 } : {}),
      })
      .where(isRow(paymentRefunds, refund))
    if (waits) return 'approved'
    await writeRefund(context, queries, { refund, providerRefundId: null })
    return 'done'
  })
}

/**
 * The second person confirms that the refund was paid without the provider, or rejects that: then it is under way as
 * before.
 * @throws Problem not_found, stale_write, own_refund, conflict (no such claim was made, or the provider is being
 * asked now)
 */
export function decideOutside(
  context: ApiContext,
  { agrees, ...what }: Outside & { agrees: boolean },
): Promise<Outcome> {
  return changeHeld(context, what, async (queries, { refund }) => {
    if (!refund.outsideWay) throw new Problem('conflict')
    if (refund.outsideBy === what.staffId) throw new Problem('own_refund')
    await queries
      .update(paymentRefunds)
      .set(
        agrees
          ? { outsideSecondedBy: what.staffId }
          : {
              outsideWay: null,
              outsideReference: null,
              outsideBy: null,
              outsideAt: null,
              version: refund.version + 1,
            },
      )
      .where(isRow(paymentRefunds, refund))
    if (!agrees) return 'approved'
    await writeRefund(context, queries, { refund, providerRefundId: null })
    return 'done'
  })
}
