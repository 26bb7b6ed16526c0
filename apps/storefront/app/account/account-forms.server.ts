import type { MainApiClient } from '@shop/contract/main-api-client'
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
