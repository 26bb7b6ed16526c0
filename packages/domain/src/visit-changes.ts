import type { OrderState } from './order-states.ts'

const HOUR = 3_600_000

/**
 * Until when (UTC instant, exclusive) the patient may move or cancel a paid visit; null if that is not possible at
 * all. A visit moved by the network without the patient's agreement may be changed until it begins: the patient did
 * not choose it.
 */
export function visitChangeableUntil({
  state,
  visitStart,
  limitHours,
  isUnagreed,
}: {
  state: OrderState
  visitStart: Date
  /** How many hours before a visit the network's limit is. */
  limitHours: number
  /** Moved by the network, and not yet agreed to by the patient. */
  isUnagreed: boolean
}): Date | null {
  if (state !== 'paid') return null
  return isUnagreed ? visitStart : new Date(visitStart.getTime() - limitHours * HOUR)
}
