import type { VisitKind } from './laboratory.ts'
import type { OrderState } from './order-states.ts'

/** How far a visit is, as the desk sees it. */
export const VISIT_STATES = ['expected', 'arrived', 'missed', 'done'] as const
export type VisitState = (typeof VISIT_STATES)[number]

/** What the desk may do with a visit, and in which states. A nurse at the door does not need an arrival first. */
const STEPS = {
  arrive: { from: ['expected', 'missed'], to: 'arrived' },
  miss: { from: ['expected'], to: 'missed' },
  /** To another time, at which it is expected again. */
  move: { from: ['expected', 'missed'], to: 'expected' },
  reset: { from: ['arrived', 'missed'], to: 'expected' },
  takeSamples: { from: ['expected', 'arrived'], to: 'done' },
} as const satisfies Record<string, { from: readonly VisitState[]; to: VisitState }>
export type VisitStep = keyof typeof STEPS

/** Visits of orders in these states are shown; no one comes for the others. */
export const STATES_WITH_VISIT: readonly OrderState[] = [
  'paid',
  'collected',
  'inProgress',
  'partiallyReported',
  'completed',
]

export const hasVisit = (order: OrderState): boolean => STATES_WITH_VISIT.includes(order)

/** The visit's state: what the desk recorded, unless the samples are in the laboratory already. */
export function visitStateOf(order: OrderState, recorded: VisitState | null): VisitState {
  return order !== 'paid' && hasVisit(order) ? 'done' : (recorded ?? 'expected')
}

/** How late a patient may come to a branch before the desk shows the visit as late. */
const LATE_AFTER_MINUTES = 10
const MINUTE = 60_000

/**
 * For how many minutes an expected patient, or the nurse, has been awaited: at a branch since the time of the visit,
 * at home since the end of the hours in which a nurse comes. Null if the visit is not late.
 */
export function minutesLate(
  { state, kind, start, end }: { state: VisitState; kind: VisitKind; start: string; end: string },
  now: number,
): number | null {
  const isBranch = kind === 'branch'
  const minutes = (now - Date.parse(isBranch ? start : end)) / MINUTE
  const isLate = state === 'expected' && minutes > (isBranch ? LATE_AFTER_MINUTES : 0)
  return isLate ? Math.max(1, Math.floor(minutes)) : null
}

/** The state after the step, or null if it is not possible, as for an order that is not paid, or no longer. */
export function nextVisitState(order: OrderState, state: VisitState, step: VisitStep): VisitState | null {
  const { from, to } = STEPS[step]
  return order === 'paid' && (from as readonly VisitState[]).includes(state) ? to : null
}

/** What can be done with the visit now. */
export function possibleSteps(order: OrderState, state: VisitState): VisitStep[] {
  return (Object.keys(STEPS) as VisitStep[]).filter((step) => nextVisitState(order, state, step) !== null)
}
