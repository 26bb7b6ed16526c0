import type { SheetVisit } from '@shop/contract/desk-sheet'
import { nextVisitState, type VisitStep } from '@shop/domain/visit-progress'
import { readOutcome } from '../forms/own-answers.ts'
import type { FormProblem } from '../forms/run-form.server.ts'
import { pathOf } from '../navigation.ts'

/** A press at a door, kept on the device until the desk has it. It names no person and no test. */
export interface WaitingStep {
  /** Key of this press: sent twice, it is recorded once. */
  key: string
  /** Only a session of this person sends it. */
  staffId: string
  orderId: string
  number: string
  step: Exclude<VisitStep, 'move'>
  /** The visit's version on the screen, counting the presses before this one. */
  version: number
  identityChecked: boolean
  at: string
  /** The desk has it; the screen may not show it yet. */
  isTold?: boolean
  /** The desk refused it. */
  problem?: FormProblem
}

/** A separate entry for each: pages open side by side do not overwrite each other's. */
const PREFIX = 'sheet-step:'

/** In the order in which they were made. */
export function readSteps(): WaitingStep[] {
  return Object.entries(localStorage)
    .flatMap(([name, value]) => (name.startsWith(PREFIX) ? [JSON.parse(value) as WaitingStep] : []))
    .sort((one, other) => (one.at === other.at ? one.version - other.version : one.at < other.at ? -1 : 1))
}

export const keepStep = (step: WaitingStep): void =>
  localStorage.setItem(PREFIX + step.key, JSON.stringify(step))

export const dropStep = ({ key }: WaitingStep): void => localStorage.removeItem(PREFIX + key)

type Progress = Pick<SheetVisit, 'orderId' | 'orderState' | 'state' | 'version'>

/** The visit, with the presses made here that the loaded data does not include yet. */
export function withSteps<V extends Progress>(visit: V, steps: readonly WaitingStep[]): V {
  let now = visit
  for (const { orderId, problem, step, version } of steps) {
    const isNext = orderId === visit.orderId && !problem && version === now.version
    const state = isNext ? nextVisitState(now.orderState, now.state, step) : null
    if (!state) continue
    const orderState = state === 'done' ? 'collected' : now.orderState
    now = { ...now, state, orderState, version: version + 1 }
  }
  return now
}

/** Whether a step can be removed: the desk has it, and the screen shows it or does not list its visit. */
export function isSettled(step: WaitingStep, visits: readonly Progress[]): boolean {
  if (!step.isTold) return false
  const visit = visits.find(({ orderId }) => orderId === step.orderId)
  return !visit || visit.version > step.version
}

/** Sends a step to the desk. `later`: there was no usable reply; `over`: the session has ended; else the outcome. */
export async function sendStep(step: WaitingStep): Promise<'accepted' | 'later' | 'over' | FormProblem> {
  const form = new FormData()
  const { key, orderId, version, at, step: intent } = step
  for (const [name, value] of Object.entries({ key, orderId, version: String(version), at, intent })) {
    form.set(name, value)
  }
  if (step.identityChecked) form.set('identityChecked', 'on')
  try {
    const answer = await fetch(pathOf('sheetSteps'), { method: 'POST', body: form, redirect: 'manual' })
    if (answer.type === 'opaqueredirect' || answer.status === 401) return 'over'
    if (answer.status !== 200 && answer.status !== 409) return 'later'
    const outcome = readOutcome(await answer.json())
    return outcome ? (outcome.problem ?? 'accepted') : 'later'
  } catch {
    return 'later'
  }
}
