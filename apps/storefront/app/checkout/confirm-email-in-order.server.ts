import { emailSchema } from '@shop/contract/fields'
import { parseOrProblem } from '@shop/contract/problem'
import { redirect, replace } from 'react-router'
import { z } from 'zod'
import {
  confirmEmailByCode,
  MAIL_STATES,
  type MailState,
  requestConfirmationMail,
} from '../account/confirm-email.server.ts'
import { type CartSummary, summarizeCart } from '../cart/summarize-cart.server.ts'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { openCheckout } from './open-checkout.server.ts'

const CONFIRMED_STEP = pathOf('dataConfirmed')

export interface EmailConfirmationView {
  summary: CartSummary
  email: string
  /** What became of the requested mail; null: none was requested here. */
  mail: MailState | null
}

/** Re-reads the account first: a confirmed address needs no code. */
export async function loadConfirmEmailInOrder(
  shop: Shop,
  query: URLSearchParams,
): Promise<EmailConfirmationView> {
  const [open, user] = await Promise.all([openCheckout(shop), currentUser(shop)])
  if (user.emailConfirmed) throw redirect(CONFIRMED_STEP)
  return { summary: summarizeCart(open), email: user.email, mail: mailStateOf(query.get('mail')) }
}

/** @throws Error for an unknown state: a programming error, to be reported as the specification requires */
function mailStateOf(value: string | null): MailState | null {
  const mail = MAIL_STATES.find((state) => state === value) ?? null
  if (value !== null && mail === null) throw new Error('Unknown state of the e-mail confirmation')
  return mail
}

/**
 * The actions of this step's forms, by `intent`; the sixth digit of a code submits its form without a button. A page of
 * the release before sends `sendLetter`.
 */
const FORMS = { '': confirm, confirm, sendMail, correctEmail, sendLetter: sendMail }

export async function confirmEmailInOrder(shop: Shop, { intent, texts }: Pick<SentForm, 'intent' | 'texts'>) {
  const act = actOf(FORMS, intent)
  return runForm({ shop, intent: intent || 'confirm', texts }, () => act(shop, texts))
}

async function confirm(shop: Shop, texts: Record<string, string>): Promise<Response> {
  await confirmEmailByCode(shop, texts, { key: 'account.login.codeSent' })
  // The step is done: Back leads to the visit.
  return replace(CONFIRMED_STEP)
}

async function sendMail(shop: Shop): Promise<Response> {
  if ((await currentUser(shop)).emailConfirmed) return redirect(CONFIRMED_STEP)
  return replace(`${pathOf('confirmEmailInOrder')}?mail=${await requestConfirmationMail(shop)}`)
}

const correctionSchema = z.object({ email: emailSchema })

/** A corrected address is unconfirmed and gets its own mail. */
async function correctEmail(shop: Shop, texts: Record<string, string>): Promise<Response> {
  const { email } = parseOrProblem(correctionSchema, texts)
  const { id, firstName, lastName, phone, dateOfBirth, email: before } = await currentUser(shop)
  if (email === before)
    return replace(`${pathOf('confirmEmailInOrder')}?mail=${await requestConfirmationMail(shop)}`)
  await shop.api.editUser(id, { firstName, lastName, phone, dateOfBirth, email })
  return replace(`${pathOf('confirmEmailInOrder')}?mail=sent`)
}
