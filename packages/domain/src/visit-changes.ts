import type { OrderState } from './order-states.ts'

const HOUR = 3_600_000

/**
 * Until when (UTC instant, exclusive) the patient may move or cancel a paid visit; null when that is not
 * possible at all. What the network has moved and nobody has agreed to may be changed until it begins: the
 * patient has not chosen it.
 */
export function visitChangeableUntil({
  state,
  visitStart,
  limitHours,
  isUnagreed,
}: {
  state: OrderState
  visitStart: Date
  /** The network's limit before a visit. */
  limitHours: number
  /** Moved by the network, and the patient has not said yes. */
  isUnagreed: boolean
}): Date | null {
  if (state !== 'paid') return null
  return isUnagreed ? visitStart : new Date(visitStart.getTime() - limitHours * HOUR)
}
