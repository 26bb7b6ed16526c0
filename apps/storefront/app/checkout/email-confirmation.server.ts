import { emailSchema } from '@shop/contract/fields'
import { ApiProblem } from '@shop/contract/main-api-client'
import { redirect } from 'react-router'
import { type CartSummary, summarizeCart } from '../cart/summarize-cart.server.ts'
import { formProblem, formTexts, refuse } from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { openCheckout } from './open-checkout.server.ts'
import { LETTER_STATES, type LetterState, requestLetter } from './request-letter.server.ts'

const CONFIRMED_STEP = pathOf('dataConfirmed')

export interface EmailConfirmationView {
  summary: CartSummary
  email: string
  /** What became of the letter that was asked for; null: none was asked for here. */
  letter: LetterState | null
}

/** The account is read afresh first: a confirmed address needs no code. */
export async function readEmailConfirmation(
  shop: Shop,
  query: URLSearchParams,
): Promise<EmailConfirmationView> {
  const [open, user] = await Promise.all([openCheckout(shop), currentUser(shop)])
  if (user.emailConfirmed) throw redirect(CONFIRMED_STEP)
  return { summary: summarizeCart(open), email: user.email, letter: letterStateOf(query.get('letter')) }
}

/** @throws Error for a state that there is not: a programming error, as the specification wants it told */
function letterStateOf(value: string | null): LetterState | null {
  const letter = LETTER_STATES.find((state) => state === value) ?? null
  if (value !== null && letter === null) throw new Error('Unknown state of the e-mail confirmation')
  return letter
}

type Answer = ReturnType<typeof refuse> | Response

/** What the forms of this step do, by their `intent`. */
const INTENTS: Readonly<Record<string, (shop: Shop, texts: Record<string, string>) => Promise<Answer>>> = {
  confirm,
  sendLetter: async (shop) => {
    if ((await currentUser(shop)).emailConfirmed) return redirect(CONFIRMED_STEP)
    return redirect(`${pathOf('confirmEmailInOrder')}?letter=${await requestLetter(shop)}`)
  },
  correctEmail,
}

export async function changeEmailConfirmation(shop: Shop, form: FormData): Promise<Answer> {
  const texts = formTexts(form)
  const { intent = '' } = texts
  const change = Object.hasOwn(INTENTS, intent) ? INTENTS[intent] : undefined
  return (change ?? confirm)(shop, texts)
}

/** Six boxes send six values, a single field one: digits are joined either way. */
function codeOf(texts: Record<string, string>): string {
  return (texts.code ?? '').replace(/[\s,-]/g, '')
}

async function confirm(shop: Shop, texts: Record<string, string>): Promise<Answer> {
  const intent = 'confirm'
  const code = codeOf(texts)
  if (code === '') {
    const fields = { code: { key: 'order.email.enterCode' } } as const
    return refuse({ intent, texts, title: { key: 'forms.checkFields' }, fields })
  }
  try {
    await shop.api.activate({ token: code })
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) throw error
    const { status, code: problem, reasons } = formProblem(shop, error, texts)
    const isUnknown = problem === 'confirmation_token_not_found' || status === 422
    if (isUnknown || (status === 500 && problem === null)) {
      // Sent twice, by the sixth digit and by the button: the first one has confirmed it.
      if ((await currentUser(shop)).emailConfirmed) return redirect(CONFIRMED_STEP)
      const title = { key: 'messages:emailConfirmationTokenNotFound' } as const
      return refuse({ intent, texts, title, fields: { code: { key: 'order.email.wrongCode' } }, status })
    }
    return refuse({ intent, texts, title: { key: 'messages:errorOccurred' }, reasons, status })
  }
  return redirect(CONFIRMED_STEP)
}

/** A corrected address is unconfirmed and gets a letter of its own. */
async function correctEmail(shop: Shop, texts: Record<string, string>): Promise<Answer> {
  const intent = 'correctEmail'
  const parsed = emailSchema.safeParse(texts.email)
  if (!parsed.success) {
    const fields = { email: { key: texts.email ? 'forms.wrong.email' : 'forms.required.email' } } as const
    return refuse({ intent, texts, title: { key: 'forms.checkFields' }, fields })
  }
  const user = await currentUser(shop)
  if (parsed.data === user.email)
    return redirect(`${pathOf('confirmEmailInOrder')}?letter=${await requestLetter(shop)}`)
  const { firstName, lastName, phone, dateOfBirth } = user
  try {
    await shop.api.editUser(user.id, { firstName, lastName, phone, dateOfBirth, email: parsed.data })
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) throw error
    const { status, code, reasons } = formProblem(shop, error, texts)
    const fields: Record<string, FormMessage> =
      code === 'user_exists' ? { email: { key: 'messages:suchUserExists' } } : {}
    return refuse({ intent, texts, title: { key: 'messages:errorOccurred' }, reasons, fields, status })
  }
  return redirect(`${pathOf('confirmEmailInOrder')}?letter=sent`)
}
