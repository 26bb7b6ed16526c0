/** How far giving money back is: somebody asked, it is agreed and on its way, the provider has it, or a second person said no. */
export const REFUND_STATES = ['requested', 'approved', 'done', 'declined'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Who asked: somebody at the desk, who runs the shop's commands, or a rule of the network that needs nobody. */
export const REFUND_ORIGINS = ['staff', 'operator', 'rule'] as const
export type RefundOrigin = (typeof REFUND_ORIGINS)[number]

/** How money went back without the provider, where it refuses for good. */
export const OUTSIDE_WAYS = ['bankTransfer', 'cash'] as const
export type OutsideWay = (typeof OUTSIDE_WAYS)[number]

interface CountedRefund {
  /** Minor units. */
  amount: number
  state: RefundState
}

/** What may still be given back of a payment: what is asked for is spoken for. */
export function leftToRefund(paid: number, refunds: readonly CountedRefund[]): number {
  return paid - sumOf(refunds.filter(({ state }) => state !== 'declined'))
}

/**
 * Whether a second person has to agree. What one alone has given back of the same order counts as well, so that a large sum
 * cannot be given in small parts.
 */
export function needsSecondPerson(input: {
  origin: RefundOrigin
  amount: number
  /** Of the same order. */
  before: readonly (CountedRefund & { origin: RefundOrigin; isSeconded: boolean })[]
  /** The most that goes back without a second person. */
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
