import type { DeskClient } from '@shop/contract/main-api-client'
import type { Partner } from '@shop/contract/partner'
import type { StaffViewer } from '@shop/contract/staff'
import type { Locale } from '@shop/domain/locale'
import type { Logger } from 'pino'
import { createContext } from 'react-router'
import type { DeskCookies } from '../../server/desk-cookies.ts'

/** The context of one request. */
export interface Desk {
  requestId: string
  /** The requested screen: a login leads back there. */
  screen: string
  /** Requested by an open page, not by a link or a typed address: there was a session. */
  isOfOpenPage: boolean
  nonce: string
  locale: Locale
  slug: string
  partner: Partner
  businessTimeZone: string
  cookies: DeskCookies
  logger: Logger
  /** The main API as this caller sees it. */
  api: DeskClient
}

export const deskContext = createContext<Desk>()
/** The logged-in member of staff: set for every screen behind the login. */
export const staffContext = createContext<StaffViewer>()
