import { type PasskeyAnswer, passkeyAnswerSchema } from '@shop/contract/accounts'
import type { MainApiClient } from '@shop/contract/main-api-client'
import { Problem } from '@shop/contract/problem'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The main API without the visitor's token: a login and a registration start without a session. */
export function guestApi(shop: Shop): MainApiClient {
  const { locale, requestId, clientAddress, userAgent } = shop
  return shop.createApi({ locale, requestId, clientAddress, userAgent })
}

/** One of the forms of the settings page, as its use case gets it; the error of an ended session is rethrown. */
export interface SettingsForm {
  shop: Shop
  texts: Record<string, string>
}

/**
 * The browser's signed passkey answer, which the button's script put into the form. @throws Problem `passkey_refused`
 */
export function readPasskeyAnswer(text: string | undefined): PasskeyAnswer {
  try {
    return passkeyAnswerSchema.parse(JSON.parse(text ?? ''))
  } catch {
    throw new Problem('passkey_refused')
  }
}
