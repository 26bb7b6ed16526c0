/** The only place that knows how an order moves. Callers give a command, never a target state. */

export const ORDER_STATES = [
  'awaitingPayment',
  'paid',
  'collected',
  'inProgress',
  'partiallyReported',
  'completed',
  'expired',
  'cancelled',
  'refunded',
] as const

export type OrderState = (typeof ORDER_STATES)[number]

export type OrderCommand =
  | 'settlePayment'
  | 'expire'
  | 'cancel'
  | 'refund'
  | 'reportCollected'
  | 'startProcessing'
  | 'reportPartially'
  | 'complete'

export interface OrderTransition {
  readonly from: OrderState
  readonly to: OrderState
}

/** Each command leaves one state, so `where state = from` is the whole precondition of the write. */
export const ORDER_TRANSITIONS: Readonly<Record<OrderCommand, OrderTransition>> = {
  settlePayment: { from: 'awaitingPayment', to: 'paid' },
  expire: { from: 'awaitingPayment', to: 'expired' },
  cancel: { from: 'awaitingPayment', to: 'cancelled' },
  refund: { from: 'paid', to: 'refunded' },
  reportCollected: { from: 'paid', to: 'collected' },
  startProcessing: { from: 'collected', to: 'inProgress' },
  reportPartially: { from: 'inProgress', to: 'partiallyReported' },
  complete: { from: 'partiallyReported', to: 'completed' },
}

/** The states of an order in progress: something moves each of them on. */
export const OPEN_ORDER_STATES = [
  'awaitingPayment',
  'paid',
  'collected',
  'inProgress',
  'partiallyReported',
] as const satisfies readonly OrderState[]
export type OpenOrderState = (typeof OPEN_ORDER_STATES)[number]

export const isOpenOrder = (state: OrderState): state is OpenOrderState => isOneOf(OPEN_ORDER_STATES, state)

/** The steps of a successful order, as the patient sees them in a line. */
export const ORDER_STEPS: readonly OrderState[] = [...OPEN_ORDER_STATES, 'completed']

/** The states of an order whose samples are still to be taken. */
export const STATES_BEFORE_COLLECTION = ['awaitingPayment', 'paid'] as const satisfies readonly OrderState[]

export const isBeforeCollection = (state: OrderState): boolean => isOneOf(STATES_BEFORE_COLLECTION, state)

/** Whether the laboratory has reported any result of the order. */
export const hasResults = (state: OrderState): boolean =>
  state === 'partiallyReported' || state === 'completed'

/** The states of an order that was never settled; a payment that comes too late for one is refunded. */
export const UNPAID_ORDER_STATES = [
  'awaitingPayment',
  'expired',
  'cancelled',
] as const satisfies readonly OrderState[]

export const isUnpaid = (state: OrderState): boolean => isOneOf(UNPAID_ORDER_STATES, state)

const CALLED_OFF: readonly OrderState[] = ['expired', 'cancelled', 'refunded']

/** Whether no one will come any more: its place is free, and there is no visit to show. */
export const isCalledOff = (state: OrderState): boolean => CALLED_OFF.includes(state)

/** After this time an unpaid order gives its slot back. */
export const PAYMENT_TIME_LIMIT_MINUTES = 30

/** The state after the command, or null if the command is not allowed. */
export function nextState(state: OrderState, command: OrderCommand): OrderState | null {
  const transition = ORDER_TRANSITIONS[command]
  return transition.from === state ? transition.to : null
}

export function isAllowed(state: OrderState, command: OrderCommand): boolean {
  return nextState(state, command) !== null
}

function isOneOf(states: readonly OrderState[], state: OrderState): boolean {
  return states.includes(state)
}

/**
 * The commands, in order, that bring a paid order to the state of a report of results: a laboratory that reports
 * only results still passes every step. Empty if the order is already there; null if it cannot accept results (not
 * paid, refunded, cancelled or expired).
 */
export function commandsForReport(input: { state: OrderState; isComplete: boolean }): OrderCommand[] | null {
  const steps: OrderCommand[] = ['reportCollected', 'startProcessing', 'reportPartially', 'complete']
  if (input.state === 'completed') return []
  if (input.state === 'partiallyReported' && !input.isComplete) return []
  const first = steps.findIndex((command) => isAllowed(input.state, command))
  if (first < 0) return null
  return steps.slice(first, input.isComplete ? steps.length : steps.indexOf('complete'))
}
