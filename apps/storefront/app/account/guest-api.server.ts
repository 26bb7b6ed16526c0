import type { MainApiClient } from '@shop/contract/main-api-client'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The main API without the visitor's token: logging in and registering start from nothing. */
export function guestApi(shop: Shop): MainApiClient {
  const { locale, requestId, clientAddress, userAgent } = shop
  return shop.createApi({ locale, requestId, clientAddress, userAgent })
}
