import { Problem } from '@shop/contract/problem'
import { redirect, replace } from 'react-router'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { runForm, type ShopForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { readLinkToken } from '../platform/pages/link-token.tsx'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { refreshCurrentUser } from '../platform/session/viewer.server.ts'
import { settingsPath } from './settings-view.ts'

/** The specification's answer for an address that needs no confirmation mail is a bare 500. */
const ALREADY_CONFIRMED = { 500: 'email_already_confirmed' } as const

/**
 * Confirms an e-mail address with the token of a mailed link or with the mailed code; a guest may do so too.
 * @throws Problem `confirmation_token_not_found`, also for text that does not look like a token
 */
async function activate(shop: Shop, token: string, options: { onlyOwn?: true } = {}): Promise<void> {
  try {
    await shop.api.activate({ token, ...options })
  } catch (error) {
    const problem = readProblem(error)
    // The specification's "not found" is a bare 500. Six digits sent by a guest belong to no account.
    const isUnknown =
      problem?.code === 'confirmation_token_not_found' ||
      problem?.code === 'invalid_fields' ||
      (problem?.isBare && problem.status === 500) ||
      (problem?.code === 'unauthorized' && !shop.token)
    throw isUnknown ? new Problem('confirmation_token_not_found') : error
  }
}

/** `activate` with the code of a form: one field, or six boxes that send six values. */
export async function confirmEmailByCode(shop: Shop, texts: Record<string, string>, enterCode: FormMessage) {
  const code = (texts.code ?? '').replace(/[\s,-]/g, '')
  if (code === '') throw new FieldFaults({ code: enterCode })
  try {
    await activate(shop, code)
  } catch (error) {
    // Sent twice, by the sixth digit and by the button: the first request has confirmed the address.
    const isSpent = error instanceof Problem && error.code === 'confirmation_token_not_found'
    if (!isSpent || !(await isConfirmed(shop))) throw error
  }
}

async function isConfirmed(shop: Shop): Promise<boolean> {
  if (!shop.token) return false
  return refreshCurrentUser(shop).then(
    ({ emailConfirmed, pendingEmail }) => emailConfirmed && !pendingEmail,
    () => false,
  )
}

/** The `intent` that the page of the mailed link sends on its own, without a click. */
const OPENED = 'opened'

/**
 * The form behind the mailed link. The page's button sends it, since mail scanners open links. If the link's own
 * account is logged in, the page sends it without a click: scanners have no session. Sent without a click it confirms
 * no other account's address.
 */
export async function confirmEmail({ shop, texts }: ShopForm, isOrdering: () => Promise<boolean>) {
  return runForm({ shop, intent: 'confirmEmail', texts }, async () => {
    const isPressed = texts.intent !== OPENED
    try {
      await activate(shop, readLinkToken(texts.token), isPressed ? {} : { onlyOwn: true })
    } catch (error) {
      const isOthers = error instanceof Problem && error.code === 'confirmation_token_not_found'
      // The page has the button, and a click on it reports the problem.
      if (!isPressed && isOthers) return null
      throw error
    }
    // An order under way continues; its review step leads to whatever is still missing.
    const goesOn = (await isConfirmed(shop)) && (await isOrdering())
    return replace(goesOn ? pathOf('dataConfirmed') : `${pathOf('confirmEmail')}?confirmed=1`)
  })
}

/** The settings' form for the mailed code. */
export async function confirmEmailInSettings({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'confirmEmail', texts }, async () => {
    await confirmEmailByCode(shop, texts, { key: 'account.confirm.enterCode' })
    return redirect(settingsPath({ notice: 'emailConfirmed' }))
  })
}

/** The settings' button for a confirmation mail. The account is re-read first: a confirmed address needs no mail. */
export async function sendConfirmationMail({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'sendMail', texts, bare: ALREADY_CONFIRMED }, async () => {
    const { emailConfirmed, pendingEmail } = await refreshCurrentUser(shop)
    if (emailConfirmed && !pendingEmail) {
      shop.logger.warn('Email is already confirmed')
      return redirect(settingsPath({ notice: 'emailAlreadyConfirmed' }))
    }
    await shop.api.sendActivationEmail()
    return redirect(settingsPath({ modal: 'confirmEmail', notice: 'mailSent' }))
  })
}

export const MAIL_STATES = ['sent', 'confirmed', 'later', 'failed'] as const
/** sent: on its way. confirmed: no mail is needed. later: too many were requested. failed: it could not be sent. */
export type MailState = (typeof MAIL_STATES)[number]

/**
 * Requests a confirmation mail in the course of an order; a failure is returned as the state. The error of an ended
 * session is rethrown.
 */
export async function requestConfirmationMail(shop: Shop): Promise<MailState> {
  try {
    await shop.api.sendActivationEmail()
    return 'sent'
  } catch (error) {
    const problem = readProblem(error)
    if (!problem || problem.code === 'unauthorized') throw error
    if (problem.code === 'main_api_unavailable') shop.logger.error('Api client caught error')
    const code = (problem.isBare && ALREADY_CONFIRMED[problem.status as 500]) || problem.code
    if (code === 'email_already_confirmed') return 'confirmed'
    return code === 'too_many_requests' ? 'later' : 'failed'
  }
}
