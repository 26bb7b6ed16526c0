/** How far a refund is: requested, approved and on its way, done by the provider, or declined by a second person. */
export const REFUND_STATES = ['requested', 'approved', 'done', 'declined'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * Who asked: a member of staff at the desk, an operator who runs the shop's commands, or a rule of the network that
 * needs no one.
 */
export const REFUND_ORIGINS = ['staff', 'operator', 'rule'] as const
export type RefundOrigin = (typeof REFUND_ORIGINS)[number]

/** How money was paid back without the provider, if the provider refuses for good. */
export const OUTSIDE_WAYS = ['bankTransfer', 'cash'] as const
export type OutsideWay = (typeof OUTSIDE_WAYS)[number]

/**
 * How a refund can be closed by hand. After a change of provider nothing asks the former one any more, which may have
 * made the refund all the same: then it is done as if that provider had said so.
 */
export const CLOSING_WAYS = ['formerProvider', ...OUTSIDE_WAYS] as const
export type ClosingWay = (typeof CLOSING_WAYS)[number]

/** Why a refund is not done: it failed, at once or after it was accepted. Any other reason is the answer to sending it. */
export const REFUND_FAILED = 'refund failed'

interface CountedRefund {
  /** Minor units. */
  amount: number
  state: RefundState
}

/** What may still be refunded of a payment: refunds that were asked for are already taken off. */
export function leftToRefund(paid: number, refunds: readonly CountedRefund[]): number {
  return paid - sumOf(refunds.filter(({ state }) => state !== 'declined'))
}

/**
 * Whether a second person must agree. Refunds of the same order without a second person count as well, so that a
 * large sum cannot be paid back in small parts.
 */
export function needsSecondPerson(input: {
  origin: RefundOrigin
  amount: number
  /** Of the same order. */
  before: readonly (CountedRefund & { origin: RefundOrigin; isSeconded: boolean })[]
  /** The most that is paid back without a second person. */
  limit: number
}): boolean {
  const { origin, amount, before, limit } = input
  if (origin === 'rule') return false
  const alone = before.filter(
    (refund) => refund.origin !== 'rule' && !refund.isSeconded && refund.state !== 'declined',
  )
  return sumOf(alone) + amount > limit
}

const sumOf = (refunds: readonly CountedRefund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)
