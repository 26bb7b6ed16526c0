import type { VisitStep } from '@shop/domain/visit-progress'
import { doIntent, textsOf } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

/** The steps of a visit, from its form. */
export function visitSteps({ api }: Desk, form: FormData) {
  const text = textsOf(form)
  const orderId = text('orderId')
  const press = {
    version: Number(text('version')),
    key: text('key') || undefined,
    at: text('at') || undefined,
  }
  const steps = {
    arrive: () => api.arriveAtVisit(orderId, { ...press, identityChecked: form.has('identityChecked') }),
    miss: () => api.missVisit(orderId, press),
    reset: () => api.resetVisit(orderId, press),
    takeSamples: () => api.takeSamples(orderId, { ...press, specimens: specimensOf(form) }),
  } satisfies Record<Exclude<VisitStep, 'move'>, () => Promise<unknown>>
  return steps
}

/** A step of a visit from its form. */
export const changeVisit = (desk: Desk, form: FormData) => doIntent(desk, form, visitSteps(desk, form))

/** Labels typed into fields named by patient and container: `label:<patient>:<container>`. */
function specimensOf(form: FormData) {
  return [...form].flatMap(([name, value]) => {
    const [kind, patientId = '', containerId] = name.split(':')
    const label = String(value).trim()
    return kind === 'label' && label ? [{ patientId, containerId: Number(containerId), label }] : []
  })
}
