import { LIMITS } from '@shop/contract/fields'
import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { isDatabaseAway } from '@shop/database/database-away'
import { data } from 'react-router'
import type { z } from 'zod'
import type { Shop } from '../session/shop-context.server.ts'
import { SECRET } from './form-draft.ts'
import type { FormFailure, FormMessage } from './form-failure.ts'

const CHECK_FIELDS: FormMessage = { key: 'forms.checkFields' }
const UNPROCESSABLE = 422
const BAD_GATEWAY = 502
const UNAVAILABLE = 503

/** Control characters that no keyboard writes, and half of a character: nothing can store them. */
const UNREADABLE = /[^\P{Cc}\t\r\n]|\p{Cs}/gu

/** The form's texts by field name, readable and trimmed except for passwords; a repeated name's are joined by commas, files left out. */
export function formTexts(form: FormData): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => typeof value === 'string')
    texts[name] = values
      .map((value) => (SECRET.test(name) ? value : value.replaceAll(UNREADABLE, '').trim()))
      .join(',')
  }
  return texts
}

/** What may be shown again or kept for later: no password, no code. */
export function withoutSecrets(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !SECRET.test(name)))
}

interface Refusal {
  intent: string
  /** The form's texts as `formTexts` reads them. */
  texts: Record<string, string>
  title: FormMessage
  reasons?: FormMessage[]
  fields?: Record<string, FormMessage>
  /** HTTP status of the page, 422 unless told. */
  status?: number
}

/** The action's answer for a form that is not accepted. */
export function refuse({ intent, texts, title, reasons = [], fields = {}, status = UNPROCESSABLE }: Refusal) {
  // Boxes left empty are not sent: they stand at the end.
  const order = [...Object.keys(texts), ...Object.keys(fields)]
  const sorted = Object.entries(fields).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  const pointsAtFields = sorted.length > 0 && reasons.length === 0 && title.key !== CHECK_FIELDS.key
  const failure: FormFailure = {
    intent,
    values: withoutSecrets(texts),
    fields: Object.fromEntries(sorted),
    title,
    reasons: pointsAtFields ? [CHECK_FIELDS] : reasons,
  }
  return data(failure, { status })
}

/** What a form can be told about a failed call; anything else than the main API's refusal or silence is thrown on. */
export interface FormProblem {
  status: number
  code: string | null
  fields: Record<string, FormMessage>
  reasons: FormMessage[]
}

/** Reads the failure of a call to the main API: fields at fault, and the reasons that every form has in common. */
export function formProblem(shop: Shop, error: unknown, texts: Record<string, string>): FormProblem {
  if (error instanceof ApiUnreachable) {
    shop.logger.error('Api client caught error')
    return { status: UNAVAILABLE, code: null, fields: {}, reasons: [{ key: 'forms.unreachable' }] }
  }
  if (isDatabaseAway(error)) {
    shop.logger.error('the database did not answer in time')
    return { status: UNAVAILABLE, code: null, fields: {}, reasons: [{ key: 'forms.serverFailed' }] }
  }
  if (!(error instanceof ApiProblem)) throw error
  const fields = fieldMessages(error.errors, texts)
  // A success, but not the one that was awaited, is a fault of the main API.
  const status = error.status < 400 ? BAD_GATEWAY : error.status
  return { status, code: error.code, fields, reasons: commonReasons(error) }
}

/** `formProblem` for a form of a logged-in page: a session that has ended is thrown on, to be ended by the page. */
export function viewerFormProblem(shop: Shop, error: unknown, texts: Record<string, string>): FormProblem {
  const isUnauthorized = error instanceof ApiProblem && error.status === 401
  if (isUnauthorized && error.code !== 'invalid_credentials') throw error
  return formProblem(shop, error, texts)
}

function commonReasons({ status, retryAfter }: ApiProblem): FormMessage[] {
  if (status !== 429) return status >= 500 ? [{ key: 'forms.serverFailed' }] : []
  const seconds = retryAfter ?? 60
  return seconds < 60
    ? [{ key: 'forms.tooManyTriesSeconds', count: Math.max(1, Math.ceil(seconds)) }]
    : [{ key: 'forms.tooManyTriesMinutes', count: Math.ceil(seconds / 60) }]
}

/** `refuse` with what a failed call told. */
export function refuseProblem(refusal: Omit<Refusal, 'reasons' | 'status'>, problem: FormProblem) {
  const fields = { ...problem.fields, ...refusal.fields }
  return refuse({ ...refusal, fields, reasons: problem.reasons, status: problem.status })
}

/** One message per field of a failed parse; paths may be nested (`personalDetails.firstName`), the last part names the field. */
export function parseMessages(error: z.ZodError, texts: Record<string, string>): Record<string, FormMessage> {
  return fieldMessages(
    error.issues.map(({ path }) => ({ path: path.join('.') })),
    texts,
  )
}

function fieldMessages(
  faults: { path: string; code?: string | undefined }[],
  texts: Record<string, string>,
): Record<string, FormMessage> {
  return Object.fromEntries(
    faults.map(({ path, code }) => {
      const parts = path
        .split('.')
        .filter((part) => !/^\d+$/.test(part) && part !== 'slug' && part !== 'version')
      const field = parts.at(-1) ?? path
      const message: FormMessage =
        code === 'under_age' ? { key: 'forms.underAge' } : fieldMessage(field, texts[field] ?? '')
      return [field, message]
    }),
  )
}

function fieldMessage(field: string, value: string): FormMessage {
  if (value === '') return { key: `forms.required.${worded(field)}` }
  if (field === 'password' || field === 'newPassword') return passwordMessage(value)
  return { key: `forms.wrong.${worded(field)}` }
}

function passwordMessage(value: string): FormMessage {
  if (value.length < LIMITS.passwordMin) return { key: 'forms.passwordShort', count: LIMITS.passwordMin }
  if (value.length > LIMITS.passwordMax) return { key: 'forms.passwordLong', count: LIMITS.passwordMax }
  return { key: 'forms.passwordCommon' }
}

/** Fields with words of their own in the translations. */
const WORDED = [
  'email',
  'username',
  'firstName',
  'lastName',
  'phone',
  'dateOfBirth',
  'gender',
  'password',
  'currentPassword',
  'newPassword',
  'acceptedDocuments',
  'message',
  'name',
] as const

function worded(field: string): (typeof WORDED)[number] | 'any' {
  return WORDED.find((name) => name === field) ?? 'any'
}
