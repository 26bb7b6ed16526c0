import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import type { Shop } from '../platform/session/shop-context.server.ts'

export const LETTER_STATES = ['sent', 'confirmed', 'later', 'failed'] as const
/** sent: on its way. confirmed: none is needed. later: too many were asked for. failed: it could not be sent. */
export type LetterState = (typeof LETTER_STATES)[number]

/** Requests a confirmation letter; success or failure is told by the answer. A spent session is thrown on. */
export async function requestLetter(shop: Shop): Promise<LetterState> {
  try {
    await shop.api.sendActivationEmail()
    return 'sent'
  } catch (error) {
    if (error instanceof ApiUnreachable) {
      shop.logger.error('Api client caught error')
      return 'failed'
    }
    if (!(error instanceof ApiProblem) || error.status === 401) throw error
    if (isAlreadyConfirmed(error)) return 'confirmed'
    return error.status === 429 ? 'later' : 'failed'
  }
}

/** The main API's code, or the bare 500 by which the specification names it. */
function isAlreadyConfirmed({ status, code }: ApiProblem): boolean {
  return code === 'email_already_confirmed' || (status === 500 && code === null)
}
