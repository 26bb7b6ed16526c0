import type { DeskClient } from '@shop/contract/main-api-client'
import type { Partner } from '@shop/contract/partner'
import type { StaffViewer } from '@shop/contract/staff'
import type { Locale } from '@shop/domain/locale'
import type { Logger } from 'pino'
import { createContext } from 'react-router'
import type { DeskCookies } from '../../server/desk-cookies.ts'

/** What one request knows. */
export interface Desk {
  requestId: string
  /** The screen that is asked for: a login leads back there. */
  screen: string
  /** Asked by a page that stands open, not by a link or a typed address: there was a session. */
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
/** Who is logged in: set for every screen behind the login. */
export const staffContext = createContext<StaffViewer>()
