import { ApiProblem, membersOf } from '@shop/contract/main-api-client'
import { Problem, type ProblemCode } from '@shop/contract/problem'
import { STAFF_PROBLEMS, type StaffProblem } from '@shop/contract/staff-operations'
import { actOf, formTexts } from '@shop/storefront/pages/form-texts.ts'
import { data } from 'react-router'
import type { Desk } from '../session/desk-context.server.ts'
import { moment } from '../texts/format.server.ts'

/** What went wrong with a form, for its notice. */
export interface FormProblem {
  /** null: a bare status, or a code that no call of the desk describes. */
  code: StaffProblem | null
  /** Paths of the invalid fields. */
  fields: string[]
  /** Status of the form's reply: 409 if the current state is not the one that the form was about. */
  status: 409 | 422
  /** For `stale_write`: who was first, with what and when. Without a name: the patient, or a system. */
  changed: { by: string | null; byPatient?: boolean; change: string; at: string } | null
}

/** Does what a form asks for: returns the reply or the problem. Throws what `answerFailures` answers. */
export async function runForm<T>(
  desk: Desk,
  call: () => Promise<T>,
): Promise<{ result: T | null; problem: FormProblem | null }> {
  try {
    return { result: await call(), problem: null }
  } catch (error) {
    return { result: null, problem: problemOf(desk, error) }
  }
}

/** What a form's action returns. */
export const answerForm = <Done extends { problem: FormProblem | null }>(done: Done) =>
  data(done, { status: done.problem?.status ?? 200 })

/** The texts of a form by field name, read as everywhere; '' for a field that was not sent. */
export function textsOf(form: FormData): (name: string) => string {
  const texts = formTexts(form)
  return (name) => texts[name] ?? ''
}

/** A price as typed, with a decimal comma or point. What is not a number becomes 0, which the API refuses. */
export const typedPrice = (value: FormDataEntryValue | null): number =>
  Number(String(value ?? '').replace(',', '.')) || 0

/** Makes the one of `calls` that the form's button names by the first word of its `intent`. */
export async function doIntent<Calls extends Readonly<Record<string, () => Promise<unknown>>>>(
  desk: Desk,
  form: FormData,
  calls: Calls,
) {
  const intent = textsOf(form)('intent').replace(/ .*/, '') as keyof Calls & string
  const call = actOf(calls, intent)
  type Answer = Awaited<ReturnType<Calls[keyof Calls]>>
  return { intent, ...(await runForm(desk, call as () => Promise<Answer>)) }
}

const staffProblem = (code: ProblemCode | null): StaffProblem | null =>
  STAFF_PROBLEMS.find((known) => known === code) ?? null

/** What the main API refused, or our own schema. @throws what `answerFailures` answers, and faults */
export function problemOf(desk: Desk, error: unknown, isGuest = false): FormProblem {
  if (error instanceof Problem) {
    const fields = (error.details.errors ?? []).map(({ path }) => path)
    return { code: staffProblem(error.code), fields, status: 422, changed: null }
  }
  const isAnswer = error instanceof ApiProblem && error.status < 500
  if (!isAnswer || (error.status === 401 && !isGuest)) throw error
  const changed = membersOf(error, 'stale_write')?.changed
  return {
    code: staffProblem(error.code),
    fields: error.errors.map(({ path }) => path),
    status: error.status === 409 ? 409 : 422,
    changed: changed ? { ...changed, at: moment(changed.at, desk) } : null,
  }
}
