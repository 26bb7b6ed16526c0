import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { actOf } from '@shop/storefront/pages/act-of.ts'
import { data, redirect } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { moment } from '../texts/format.server.ts'
import type { Desk } from './desk-context.server.ts'

/** To the login, which leads back; `isOver`: it says that the session has ended. */
export const toLogin = (screen: string, isOver: boolean) =>
  redirect(withQuery(pathOf('login'), { over: isOver ? 1 : undefined, to: screen }))

/** What a screen shows cannot be shown: the login where the session is over, else the page of the status. */
export function refuse({ cookies, logger, screen }: Desk, error: unknown): never {
  if (error instanceof ApiUnreachable) {
    logger.error('the main API is not reached')
    throw data(null, { status: 503 })
  }
  if (!(error instanceof ApiProblem)) throw error
  if (error.status === 401) {
    cookies.end()
    throw toLogin(screen, true)
  }
  throw data(null, { status: error.status })
}

/** An answer of the main API for a screen. */
export const answered = <T>(desk: Desk, answer: Promise<T>): Promise<T> =>
  answer.catch((error) => refuse(desk, error))

/** What went wrong with a form, for its words. */
export interface FormProblem {
  code: string
  /** Fields that were wrong. */
  fields: string[]
  /** Of the form's answer: 409 where what stands there now is another thing than what the form was about. */
  status: 409 | 422
  /** Of `stale_write`: who was first with what, when. Nobody of the desk: the patient, or a system. */
  changed: { by: string | null; byPatient?: boolean; change: string; at: string } | null
}

/** Sends a form: what the main API answered, or what was wrong. What only the login or another page can tell goes there. */
export async function attempt<T>(
  desk: Desk,
  call: Promise<T>,
): Promise<{ result: T | null; problem: FormProblem | null }> {
  try {
    return { result: await call, problem: null }
  } catch (error) {
    return { result: null, problem: problemOf(desk, error) }
  }
}

/** What a form's action answers. */
export const answerForm = <Done extends { problem: FormProblem | null }>(done: Done) =>
  data(done, { status: done.problem?.status ?? 200 })

/** A form's texts, each as it was typed. */
export const textsOf = (form: FormData) => (name: string) => String(form.get(name) ?? '')

/** A price as typed: people of the shop's languages type a comma. What is none is 0, which the API refuses. */
export const typedPrice = (value: FormDataEntryValue | null): number =>
  Number(String(value ?? '').replace(',', '.')) || 0

/** Does what a form's button says, as the first word of its `intent`, of what the page's forms may ask for. */
export async function doIntent<Calls extends Readonly<Record<string, () => Promise<unknown>>>>(
  desk: Desk,
  form: FormData,
  calls: Calls,
) {
  const intent = textsOf(form)('intent').replace(/ .*/, '') as keyof Calls & string
  const call = actOf(calls, intent)
  type Answer = Awaited<ReturnType<Calls[keyof Calls]>>
  return { intent, ...(await attempt(desk, call() as Promise<Answer>)) }
}

export function problemOf(desk: Desk, error: unknown, isGuest = false): FormProblem {
  const isAnswer = error instanceof ApiProblem && error.status < 500
  if (!isAnswer || (error.status === 401 && !isGuest)) refuse(desk, error)
  const { code, errors, body } = error
  const changed = body.changed as FormProblem['changed'] | undefined
  return {
    code: code ?? 'failed',
    fields: errors.map(({ path }) => path),
    status: error.status === 409 ? 409 : 422,
    changed: changed ? { ...changed, at: moment(changed.at, desk) } : null,
  }
}
