import type { MainApiClient } from '@shop/contract/main-api-client'
import type { Database } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import type { OwnSecrets } from '@shop/server/own-server'
import type { Logger } from 'pino'
import { createContext } from 'react-router'
import type { CookieJar } from '../../../server/cookie-jar.ts'
import type { PublicEnv } from '../../../settings.ts'
import type { ShopMemory } from '../cache/shop-memory.server.ts'
import type { PageStyles } from '../texts/use-texts.ts'

/** What one process of the storefront works with. */
export interface ShopServices {
  publicUrl: string
  env: PublicEnv
  businessTimeZone: string
  /** Hosts (with port) that a payment may redirect to. */
  paymentPageHosts: readonly string[]
  /** The secrets that it shares with the main API; a form that waits for a login is encrypted under them. */
  ownSecrets: OwnSecrets
  /** Holds the records of carts and order drafts, in the schema `shop`. */
  database: Database
  logger: Logger
  now: () => Date
  /** What this process remembers between requests. */
  memory: ShopMemory
  /** A client of the main API for a caller; without options, for a guest. */
  createApi(options: {
    token?: string
    locale?: Locale
    requestId?: string
    clientAddress?: string
    userAgent?: string | undefined
    onSessionRenewed?: (() => void) | undefined
  }): MainApiClient
}

/** What is known about one request: the caller, the language, the cookies. */
export interface Shop extends ShopServices {
  requestId: string
  /**
   * For inline scripts of this answer; undefined in the local API. A kept page has none: its scripts are named by
   * their hashes.
   */
  nonce: string | undefined
  locale: Locale
  /** The bare access token of the cookie `authToken` (or of a Bearer header under /api); its presence is isLoggedIn. */
  token: string | undefined
  cartStorageId: string | undefined
  activeLaboratoryId: string | undefined
  cookieAccepted: boolean
  /** This page is the answer to a form. */
  isAnswer: boolean
  clientAddress: string
  userAgent: string | undefined
  /** The main API as this caller sees it. */
  api: MainApiClient
  /** Sets and clears cookies of the answer. */
  cookies: CookieJar
}

/** The main API without the visitor's token: a login and a registration start without a session. */
export function guestApi(shop: Shop): MainApiClient {
  const { locale, requestId, clientAddress, userAgent } = shop
  return shop.createApi({ locale, requestId, clientAddress, userAgent })
}

/** Loaders and actions: `context.get(shopContext)`. */
export const shopContext = createContext<Shop>()

/** The shop's styles for a page that embeds them; null: the page links to their file. */
export const pageStylesContext = createContext<PageStyles | null>(null)
