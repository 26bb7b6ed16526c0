import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@shop/contract/input-lengths'
import type { FieldError } from '@shop/contract/problem'
import { formTexts, SECRET } from '../pages/form-texts.ts'
import type { Shop } from '../session/shop-context.server.ts'
import { KEPT } from './form-draft.ts'
import type { FormMessage } from './form-failure.ts'

/** A form as it was sent. */
export interface SentForm {
  /** Which form or button of the page. */
  intent: string
  texts: Record<string, string>
  form: FormData
}

/** Forms of the requests under way. A form can be kept from here when its session turns out to be over. */
const sentByShop = new WeakMap<Shop, { texts: Record<string, string>; isKept: boolean }>()

/** Reads the form of a request. Called at the start of every action. */
export async function readForm(shop: Shop, request: Request): Promise<SentForm> {
  const form = await request.formData()
  const texts = formTexts(form)
  sentByShop.set(shop, { texts, isKept: new URL(request.url).searchParams.has(KEPT) })
  return { intent: texts.intent ?? '', texts, form }
}

/** The form of this request, if one was read; `isKept`: its texts had been kept over a login. */
export function sentForm(shop: Shop) {
  return sentByShop.get(shop)
}

/** The texts that may be shown again or kept for later: no password, no code. */
export function withoutSecrets(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !SECRET.test(name)))
}

/**
 * Fields at fault with the form's own messages, where the contract's schema (`parseOrProblem`) is not enough. Thrown
 * inside `runForm`.
 */
export class FieldFaults extends Error {
  readonly fields: Record<string, FormMessage>
  readonly title: FormMessage | undefined
  constructor(fields: Record<string, FormMessage>, title?: FormMessage) {
    super('fields refused')
    this.name = 'FieldFaults'
    this.fields = fields
    this.title = title
  }
}

/** One message per field; paths may be nested, and the last part names the field. */
export function fieldMessages(
  errors: readonly Pick<FieldError, 'path' | 'code'>[],
  texts: Readonly<Record<string, string>>,
): Record<string, FormMessage> {
  return Object.fromEntries(
    errors.map(({ path, code }) => {
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
  if (value.length < SHORTEST_PASSWORD) return { key: 'forms.passwordShort', count: SHORTEST_PASSWORD }
  if (value.length > LONGEST_PASSWORD) return { key: 'forms.passwordLong', count: LONGEST_PASSWORD }
  return { key: 'forms.passwordCommon' }
}

/** Fields with their own messages in the translations. */
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
