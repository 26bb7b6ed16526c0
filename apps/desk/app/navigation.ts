import { fillPattern } from '@shop/contract/fill-pattern'
import type { DESK_PAGES } from '@shop/contract/page-links'
import { ownUrl } from '@shop/storefront/pages/own-path.ts'
import { matchPath, type PathParam } from 'react-router'

/**
 * Every address of the desk; `routes.ts` gives each its module. Those to which mails link must be as the main API
 * knows them.
 */
const PATHS = {
  login: '/login',
  invitation: '/invitation',
  logout: '/logout',
  keys: '/keys',
  language: '/language',
  passkeyOptions: '/passkey-options',
  today: '/',
  sheet: '/sheet',
  sheetSteps: '/sheet/steps',
  orders: '/orders',
  order: '/orders/:orderId',
  orderPresence: '/orders/:orderId/presence',
  calendar: '/calendar',
  messages: '/messages',
  message: '/messages/:messageId',
  messageVersion: '/messages/:messageId/version',
  rights: '/rights',
  newRightsRequest: '/rights/new',
  rightsRequest: '/rights/:requestId',
  rightsExport: '/rights/:requestId/export',
  laboratory: '/laboratory',
  refusedReport: '/laboratory/reports/:reportId',
  criticalValues: '/laboratory/critical-values',
  criticalValue: '/laboratory/critical-values/:resultId',
  heldResults: '/laboratory/held',
  heldResult: '/laboratory/held/:resultId',
  searchWords: '/search-words',
  catalogue: '/catalogue',
  edition: '/catalogue/editions/:editionId',
  missingTexts: '/catalogue/missing-texts',
  offers: '/catalogue/offers',
  offer: '/catalogue/offers/:kind/:offerId',
  offerTexts: '/catalogue/offers/:kind/:offerId/texts',
  payments: '/money',
  attention: '/money/attention',
  payment: '/money/payments/:paymentId',
  closing: '/money/closing',
  closingFile: '/money/closing/:file',
  statement: '/money/statement',
  staff: '/staff',
  staffMember: '/staff/:staffId',
  machine: '/machine',
  laboratorySystems: '/machine/laboratory-systems',
  audit: '/audit',
  passkeys: '/passkeys',
} as const satisfies Record<string, string> & typeof DESK_PAGES

export type PathKey = keyof typeof PATHS

type ParametersOf<Key extends PathKey> = [PathParam<(typeof PATHS)[Key]>] extends [never]
  ? []
  : [params: Readonly<Record<PathParam<(typeof PATHS)[Key]>, string | number>>]

/** Opens the scanner on the screens that find an order by its number; only with it may their pages use the camera. */
export const SCAN = 'scan'
export const scansAt = (path: string, query: URLSearchParams): boolean =>
  query.has(SCAN) && (path === PATHS.today || path === PATHS.orders)

/** The pattern of an address, as the router uses it. */
export const patternOf = (key: PathKey): string => PATHS[key]

/** The path of a screen, a download or an action: every link, redirect and form of the desk is made here. */
export function pathOf<Key extends PathKey>(key: Key, ...[params]: ParametersOf<Key>): string {
  return fillPattern(patternOf(key), params ?? {}, key)
}

/** An address with its query; values that are not given are left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/**
 * The path of an address if it is a screen of the desk; otherwise that of the first screen. The file of a closing
 * belongs to the screen of its day.
 */
export function localPath(address: string | null): string {
  const url = ownUrl(address)
  const file = url && matchPath(PATHS.closingFile, url.pathname)?.params.file
  if (file) return withQuery(pathOf('closing'), { date: file.replace(/\.csv$/, '') })
  const isOurs = url && Object.values(PATHS).some((pattern) => matchPath(pattern, url.pathname))
  return isOurs ? `${url.pathname}${url.search}` : pathOf('today')
}
