import type { OrderPresence } from '@shop/contract/desk'
import { ORDER_STATES } from '@shop/domain/order-states'
import type { NewPasskey } from '@shop/storefront/pages/use-passkey.ts'
import { isStaffProblem } from './problem-notice.tsx'
import type { FormProblem } from './run-form.server.ts'

/**
 * What one of the desk's own routes answers to an open page; null without a usable answer: none of them is worth the
 * error page that a failed fetcher of the router would show.
 */
export async function askBeside<Answer>(
  path: string,
  read: (body: unknown) => Answer | null,
  method: 'GET' | 'POST' = 'GET',
): Promise<Answer | null> {
  try {
    const answer = await fetch(path, { method, redirect: 'manual' })
    return answer.ok ? read(await answer.json()) : null
  } catch {
    return null
  }
}

// By hand: a page would load a schema's library for a few small answers.

const isBody = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const isAbsentOr = <Type extends 'string' | 'boolean'>(
  type: Type,
  value: unknown,
): value is (Type extends 'string' ? string : boolean) | undefined =>
  value === undefined || typeof value === type

/** A message's version. */
export const readVersion = (body: unknown): number | null =>
  isBody(body) && typeof body.version === 'number' ? body.version : null

/** Who has an order open, and its state. */
export function readPresence(body: unknown): OrderPresence | null {
  if (!isBody(body)) return null
  const { others, version, start, isUnagreed } = body
  const state = ORDER_STATES.find((known) => known === body.state)
  if (!state || typeof version !== 'number' || !isTexts(others)) return null
  if (!isAbsentOr('string', start) || !isAbsentOr('boolean', isUnagreed)) return null
  return {
    others,
    state,
    version,
    ...(start === undefined ? {} : { start }),
    ...(isUnagreed === undefined ? {} : { isUnagreed }),
  }
}

/** Why a form was refused. */
export function readProblem(body: unknown): FormProblem | null {
  if (!isBody(body)) return null
  const { fields, status, changed } = body
  const code = isStaffProblem(body.code) ? body.code : null
  if (!isTexts(fields) || (status !== 409 && status !== 422)) return null
  if (changed === null) return { code, fields, status, changed }
  if (!isBody(changed)) return null
  const { by, byPatient, change, at } = changed
  if ((by !== null && typeof by !== 'string') || !isAbsentOr('boolean', byPatient)) return null
  if (typeof change !== 'string' || typeof at !== 'string') return null
  const who = { by, change, at, ...(byPatient === undefined ? {} : { byPatient }) }
  return { code, fields, status, changed: who }
}

/** The outcome of a press on the sheet; null: neither accepted nor refused in a form that is understood. */
export function readOutcome(body: unknown): { problem: FormProblem | null } | null {
  if (!isBody(body)) return null
  if (body.problem === null) return { problem: null }
  const problem = readProblem(body.problem)
  return problem && { problem }
}

/** What the browser needs to create a passkey. */
export function readNewPasskey(body: unknown): NewPasskey | null {
  if (!isBody(body)) return null
  const { challengeId, options } = body
  return typeof challengeId === 'string' && isBody(options) ? { challengeId, options } : null
}
