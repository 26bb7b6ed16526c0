import type { ProviderName } from '@shop/domain/payment-states'
import { fillPattern, type ParameterOf } from './fill-pattern.ts'

/**
 * The pages of the shop to which mails, papers and payment providers link. The shop's table of paths does not compile
 * unless it has the same ones.
 */
export const SHOP_PAGES = {
  support: '/support',
  supportAnswer: '/support/answer',
  login: '/login',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  undoEmailChange: '/undo-email-change',
  security: '/settings/security',
  dataRequests: '/settings/data-requests',
  orderSubmitted: '/order/order-submitted',
  orders: '/orders',
  testResults: '/test-results',
  testResultPatientsList: '/test-results/:testResultId/patients',
  verifyReport: '/verify-report',
} as const

/** The screens of the desk to which mails link; its table of paths likewise. */
export const DESK_PAGES = {
  invitation: '/invitation',
  message: '/messages/:messageId',
  rightsRequest: '/rights/:requestId',
  attention: '/money/attention',
} as const

/** The main API's base path, at its own address or at the shop's. */
export const MAIN_API_PATH = '/laboratory-api'

/** The hosts of the providers' payment pages. */
export const PAYMENT_PAGES: Readonly<Record<ProviderName, string>> = {
  bepaid: 'checkout.bepaid.by',
  stripe: 'checkout.stripe.com',
}

type Values = Readonly<Record<string, string>>

type Link<Pattern> = ([ParameterOf<Pattern>] extends [never]
  ? { params?: undefined }
  : { params: Readonly<Record<ParameterOf<Pattern>, string>> }) & {
  query?: Values
  /** An element of the page, or values that a browser must not send. */
  fragment?: string | Values
}

type Rest<Pattern> = [ParameterOf<Pattern>] extends [never] ? [link?: Link<Pattern>] : [link: Link<Pattern>]

/** The address of a page of the shop. */
export function shopLink<Key extends keyof typeof SHOP_PAGES>(
  { publicUrl }: { publicUrl: string },
  key: Key,
  ...[link]: Rest<(typeof SHOP_PAGES)[Key]>
): string {
  return publicUrl + address(SHOP_PAGES[key], key, link)
}

/** The address of a screen of the desk. */
export function deskLink<Key extends keyof typeof DESK_PAGES>(
  { deskUrl }: { deskUrl: string },
  key: Key,
  ...[link]: Rest<(typeof DESK_PAGES)[Key]>
): string {
  return deskUrl + address(DESK_PAGES[key], key, link)
}

function address(
  pattern: string,
  key: string,
  { params = {}, query, fragment }: { params?: Values; query?: Values; fragment?: string | Values } = {},
): string {
  const inFragment =
    typeof fragment === 'string' ? encodeURIComponent(fragment) : new URLSearchParams(fragment).toString()
  return [
    fillPattern(pattern, params, key),
    query ? `?${new URLSearchParams(query)}` : '',
    inFragment ? `#${inFragment}` : '',
  ].join('')
}
