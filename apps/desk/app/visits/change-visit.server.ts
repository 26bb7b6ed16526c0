import type { VisitStep } from '@shop/domain/visit-progress'
import { callNamed, type FormProblem, send } from '../session/answered.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

/** A step of a visit from its form. */
export async function changeVisit(desk: Desk, form: FormData): Promise<FormProblem | null> {
  const orderId = String(form.get('orderId') ?? '')
  const version = Number(form.get('version'))
  const [key, at] = ['key', 'at'].map((name) => String(form.get(name) ?? '') || undefined)
  const press = { version, key, at }
  const steps: Record<Exclude<VisitStep, 'move'>, () => Promise<unknown>> = {
    arrive: () => desk.api.arriveAtVisit(orderId, { ...press, identityChecked: form.has('identityChecked') }),
    miss: () => desk.api.missVisit(orderId, press),
    reset: () => desk.api.resetVisit(orderId, press),
    takeSamples: () => desk.api.takeSamples(orderId, { ...press, specimens: specimensOf(form) }),
  }
  return send(desk, callNamed<() => Promise<unknown>>(steps, form.get('intent'))())
}

/** Labels typed into fields that are named by patient and container: `label:<patient>:<container>`. */
function specimensOf(form: FormData) {
  return [...form].flatMap(([name, value]) => {
    const [kind, patientId = '', containerId] = name.split(':')
    const label = String(value).trim()
    return kind === 'label' && label ? [{ patientId, containerId: Number(containerId), label }] : []
  })
}
