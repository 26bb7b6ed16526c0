import { Problem } from '@shop/contract/problem'
import { CALL_OUTCOMES } from '@shop/domain/laboratory-desk'
import { runForm, textsOf } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

/** Records a call as its form says. No outcome is presumed: without one the form comes back with what was typed. */
export async function changeCriticalValue(desk: Desk, resultId: string, form: FormData) {
  const text = textsOf(form)
  const outcome = CALL_OUTCOMES.find((known) => known === text('outcome'))
  const words = { called: text('called'), saidBack: text('saidBack') }
  const done = await runForm(desk, async () => {
    if (!outcome) throw new Problem('invalid_fields', { errors: [{ path: 'outcome', message: 'required' }] })
    return desk.api.noteCriticalCall(resultId, { version: Number(text('version')), outcome, ...words })
  })
  // What was typed is not lost if someone else was first.
  return { ...done, typed: done.problem && { outcome, ...words } }
}
