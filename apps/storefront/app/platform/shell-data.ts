import type { WireMoney } from '@shop/domain/money'
import { useRouteLoaderData } from 'react-router'

/** A laboratory that can be chosen. */
export interface LaboratoryOption {
  id: string
  label: string
  callable: boolean
  latitude: number
  longitude: number
}

/** What pages show of the visitor's cart. */
export interface CartMarks {
  /** Number of analyses in it, for all patients. */
  count: number
  total: WireMoney
  /** First names of the patients for whom an analysis is in the cart. */
  namesByAnalysisId: Readonly<Record<number, readonly string[]>>
}

/** An unpaid order that holds a place. */
export interface WaitingOrderView {
  id: string
  number: string
  total: WireMoney
  /** "Nurse’s visit, Fri 5 Mar, 9:00", as in the list of orders; the release before does not send it. */
  title?: string | undefined
  /** "17:12". */
  heldUntil: string
  /** How long from the moment it was read: a phone's own clock may be wrong. */
  heldForMs: number
}

/** What the shell shows around every page. */
export interface ShellData {
  locale: string
  locales: readonly string[]
  defaultLocale: string
  publicUrl: string
  isLoggedIn: boolean
  /** null for a guest, and while the main API cannot say who is logged in. */
  user: { name: string; email: string } | null
  cart: CartMarks | null
  waitingOrder: WaitingOrderView | null
  /** The chosen laboratory; `lang`: of its label, if that is not the page's. */
  laboratory: { id: string; label: string; lang?: string | undefined } | null
  /** All of them while none is chosen: the question for one is then open. */
  laboratories: LaboratoryOption[] | null
  cookieAccepted: boolean
  /** The page was served as the answer to a form. */
  isAnswer: boolean
}

/** The shell's data; undefined on an error page whose data the server could not load. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData('root') as ShellData | undefined
}
