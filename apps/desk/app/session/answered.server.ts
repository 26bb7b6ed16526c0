import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
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
  /** Of `stale_write`: who was first with what, when. Nobody of the desk: the patient, or a system. */
  changed: { by: string | null; byPatient?: boolean; change: string; at: string } | null
}

/** Sends a form; null: done. What only the login or another page can tell goes there. */
export async function send(desk: Desk, call: Promise<unknown>): Promise<FormProblem | null> {
  try {
    await call
    return null
  } catch (error) {
    return problemOf(desk, error)
  }
}

/** A price as typed: people of the shop's languages type a comma. What is none is 0, which the API refuses. */
export const typedPrice = (value: FormDataEntryValue | null): number =>
  Number(String(value ?? '').replace(',', '.')) || 0

/**
 * What a form names, of what it may name; what every object has by itself (`constructor`) is not among it.
 * @throws data 400 for what no form of ours names
 */
export function callNamed<Call>(calls: Readonly<Record<string, Call>>, name: unknown): Call {
  if (!Object.hasOwn(calls, String(name))) throw data(null, { status: 400 })
  return calls[String(name)]!
}

/** What a form's button says, as its `intent`, is done. */
export async function doIntent<Intent extends string>(
  desk: Desk,
  form: FormData,
  calls: Record<Intent, () => Promise<unknown>>,
) {
  const intent = form.get('intent') as Intent
  const problem = await send(desk, callNamed<() => Promise<unknown>>(calls, intent)())
  return data({ intent, problem }, { status: problem ? 422 : 200 })
}

export function problemOf(desk: Desk, error: unknown, isGuest = false): FormProblem {
  const isAnswer = error instanceof ApiProblem && error.status < 500
  if (!isAnswer || (error.status === 401 && !isGuest)) refuse(desk, error)
  const { code, errors, body } = error
  const changed = body.changed as FormProblem['changed'] | undefined
  return {
    code: code ?? 'failed',
    fields: errors.map(({ path }) => path),
    changed: changed ? { ...changed, at: moment(changed.at, desk) } : null,
  }
}
