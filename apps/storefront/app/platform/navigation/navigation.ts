import { fillPattern, type ParameterOf } from '@shop/contract/fill-pattern'
import type { SHOP_PAGES } from '@shop/contract/page-links'

export type RouteParams = Readonly<Record<string, string | undefined>>

/** Mails and papers link to these: their paths must be those that the main API knows. */
type LinkedScreens = { [Key in keyof typeof SHOP_PAGES]: RouteEntry & { path: (typeof SHOP_PAGES)[Key] } }

interface RouteEntry {
  path: string
  /** Where Back leads unless the address says otherwise: home if absent; null: nowhere, for home itself. */
  parent?: string | null | ((params: RouteParams) => string)
  /**
   * modal: a dialog over the page it was opened from; on a phone a separate screen. Otherwise a page
   * (screenWithStickyFooter), whose footer may stay in sight.
   */
  layout?: 'modal'
  /**
   * Only for logged-in users; `forms`: everyone may look at it, but sending a form needs a login. This is the only
   * place that states it; `loggedInOnly` enforces it.
   */
  needsLogin?: true | 'forms'
  /** The page's own content is the same for everyone: it may be prefetched, and a guest's page kept. */
  isShared?: true
  /** For visitors who only read and do not order: no laboratory has to be chosen. */
  ordersNothing?: true
  /** Where the search field for tests is: in the page itself, or in the top bar; elsewhere in the menu. */
  searchField?: 'page' | 'bar'
}

/** Between the ids of several analyses that one address adds. */
export const ID_SEPARATOR = '-'

/**
 * The specification's route table: each screen's path and the properties that screens share. `routes.ts` gives them
 * their modules.
 */
const TABLE = {
  home: { path: '/', parent: null, isShared: true, searchField: 'page' },
  support: { path: '/support' },
  supportAnswer: { path: '/support/answer', parent: 'support', ordersNothing: true },
  login: { path: '/login' },
  secondStep: { path: '/login/second-step', parent: 'login' },
  register: { path: '/register', parent: 'login' },
  resetPassword: { path: '/reset-password', parent: 'login' },
  confirmEmail: { path: '/confirm-email' },
  settings: { path: '/settings', needsLogin: true },
  security: { path: '/settings/security', parent: 'settings', needsLogin: true },
  proveOwner: { path: '/confirm-it-is-you', parent: 'settings', needsLogin: true },
  undoEmailChange: { path: '/undo-email-change' },
  dataViews: { path: '/settings/data-views', parent: 'settings', needsLogin: true },
  dataRequests: { path: '/settings/data-requests', parent: 'settings', needsLogin: true },
  acceptDocuments: { path: '/accept-documents', needsLogin: true },
  patientsList: { path: '/patients', needsLogin: true },
  createPatient: { path: '/patients/create', parent: 'patientsList', layout: 'modal', needsLogin: true },
  editPatient: {
    path: '/patients/edit/:patientId',
    parent: 'patientsList',
    layout: 'modal',
    needsLogin: true,
  },
  search: { path: '/search', isShared: true, searchField: 'page' },
  searchSuggestions: { path: '/search/suggestions' },
  analysisInSearch: {
    path: '/search/analysis/:analysisId',
    parent: 'search',
    isShared: true,
    searchField: 'bar',
  },
  profiles: { path: '/profiles', isShared: true, searchField: 'page' },
  profileCard: { path: '/profiles/:profileId', parent: 'profiles', isShared: true, searchField: 'bar' },
  addToCart: {
    path: '/add-to-cart/:addableType/:addableId',
    // Several analyses have no page of their own.
    parent: ({ addableType, addableId = '' }): string =>
      addableType === 'profile'
        ? fillPath('profileCard', { profileId: addableId })
        : addableId.includes(ID_SEPARATOR)
          ? fillPath('search')
          : fillPath('analysisInSearch', { analysisId: addableId }),
    needsLogin: 'forms',
    searchField: 'bar',
  },
  categories: { path: '/categories/:categorySlug', isShared: true, searchField: 'bar' },
  article: {
    path: '/articles/getting-ready-for-analyses',
    isShared: true,
    searchField: 'bar',
  },
  cart: { path: '/order/cart', needsLogin: 'forms', searchField: 'bar' },
  dateOrCall: { path: '/order/date-or-call', parent: 'cart', needsLogin: true },
  callDetails: { path: '/order/call-details', parent: 'dateOrCall', needsLogin: true },
  nurseCheckoutDate: {
    path: '/order/nurse-checkout-time',
    parent: 'dateOrCall',
    needsLogin: true,
  },
  orderFeedback: { path: '/order/feedback', parent: 'nurseCheckoutDate', needsLogin: true },
  confirmEmailInOrder: {
    path: '/order/confirm-email',
    parent: 'dateOrCall',
    needsLogin: true,
  },
  dataConfirmed: {
    path: '/order/data-confirmed',
    parent: 'nurseCheckoutDate',
    needsLogin: true,
  },
  orderSubmitted: { path: '/order/order-submitted', needsLogin: true },
  orders: { path: '/orders', needsLogin: true },
  order: { path: '/orders/:orderId', parent: 'orders', needsLogin: true },
  orderVisit: { path: '/orders/:orderId/visit', parent: 'order', needsLogin: true },
  testResults: { path: '/test-results', needsLogin: true },
  testResultPatientsList: {
    path: '/test-results/:testResultId/patients',
    parent: 'testResults',
    needsLogin: true,
  },
  testResultPatientAnalyzesList: {
    path: '/test-results/:testResultId/patients/:patientId',
    parent: 'testResultPatientsList',
    needsLogin: true,
  },
  testResultPatientAnalysisResult: {
    path: '/test-results/:testResultId/patients/:patientId/analysis-results/:analysisResultId',
    parent: 'testResultPatientAnalyzesList',
    needsLogin: true,
  },
  testResultShare: {
    path: '/test-results/:testResultId/patients/:patientId/share',
    parent: 'testResultPatientAnalyzesList',
    needsLogin: true,
  },
  sharedResult: { path: '/shared-results/:shareToken', ordersNothing: true },
  verifyReport: { path: '/verify-report', ordersNothing: true },
  laboratories: { path: '/laboratories' },
  branch: { path: '/laboratories/:laboratoryId', parent: 'laboratories' },
  documents: { path: '/documents', isShared: true },
  document: { path: '/documents/:documentSlug', parent: 'documents', isShared: true },
  laboratory: { path: '/laboratory', layout: 'modal' },
  logout: { path: '/logout', layout: 'modal' },
  _app: { path: '/_app' },
} as const satisfies Record<string, RouteEntry> & LinkedScreens

/** Downloads and actions: addresses that are not screens. */
const OTHERS = {
  myData: '/settings/my-data.json',
  passkeyOptions: '/passkey-options',
  orderReceipt: '/orders/:orderId/receipt.pdf',
  orderCalendar: '/orders/:orderId/visit.ics',
  testResultReport: '/test-results/:testResultId/patients/:patientId/report.pdf',
  locale: '/locale',
  cookieConsent: '/cookie-consent',
  live: '/live',
} as const

/** The calls of the local API, by area: each has the path `/api/<area>/<name>`. */
export const CALLS = {
  cart: [
    'add-to-cart',
    'add-profile-to-cart',
    'get-cart',
    'remove-patient-analysis',
    'remove-patient',
    'remove-analysis',
    'reset-cart',
  ],
  order: ['set-nurse-checkout-date', 'set-call-details', 'get-details', 'set-feedback', 'create'],
  search: ['unanswered'],
} as const
export const API_PATH = '/api/'
export type CallArea = keyof typeof CALLS
/** The id of a call's route, which is its pattern. */
export type CallKey = { [Area in CallArea]: `api/${Area}/${(typeof CALLS)[Area][number]}` }[CallArea]

/**
 * Calls that a guest may make too. Every other one needs a login, and so do the live updates. This is the only place
 * that states it; `loggedInCallsOnly` enforces it.
 */
export const GUEST_CALLS: readonly string[] = [
  'api/cart/get-cart',
  'api/order/get-details',
  'api/search/unanswered',
  'passkey-options',
] satisfies (CallKey | 'passkey-options')[]

export const callPath = (key: CallKey): string => `/${key}`

export type RouteKey = keyof typeof TABLE
export const NAVIGATION: Readonly<Record<RouteKey, RouteEntry>> = TABLE

/** Whether a route's id is a screen of the table (routes of the local API and downloads are not). */
export function isRouteKey(key: string): key is RouteKey {
  return Object.hasOwn(TABLE, key)
}

export type PathKey = RouteKey | keyof typeof OTHERS

type PathOf<Key> = Key extends RouteKey
  ? (typeof TABLE)[Key]['path']
  : Key extends keyof typeof OTHERS
    ? (typeof OTHERS)[Key]
    : never

type ParametersOf<Key> = [ParameterOf<PathOf<Key>>] extends [never]
  ? []
  : [params: Readonly<Record<ParameterOf<PathOf<Key>>, string | number>>]

/** The pattern of an address, as the router knows it. */
export function patternOf(key: PathKey): string {
  return isRouteKey(key) ? TABLE[key].path : OTHERS[key]
}

/** The path of a screen, a download or an action: every link and redirect of the shop is made here. */
export function pathOf<Key extends PathKey>(key: Key, ...[params]: ParametersOf<Key>): string {
  return fillPath(key, params)
}

/**
 * The path with the parameters of an address. Parameters that the pattern does not name are left out.
 * @throws Error when one is missing: a mangled link
 */
export function fillPath(
  key: PathKey,
  params: Readonly<Record<string, string | number | undefined>> = {},
): string {
  return fillPattern(patternOf(key), params, key)
}

/** The screen above this one; null for the start page. */
export function parentPath(key: RouteKey, params: RouteParams): string | null {
  const { parent = 'home' } = NAVIGATION[key]
  if (typeof parent === 'function') return parent(params)
  return parent === null ? null : fillPath(parent as RouteKey, params)
}

/** The page number in an address, from 1; anything that is not a page number gives 1. */
export function pageNumber(search: URLSearchParams): number {
  const text = search.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
