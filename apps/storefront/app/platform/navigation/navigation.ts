export type RouteParams = Readonly<Record<string, string | undefined>>

/** screenWithStickyFooter: a page, its footer may stay in sight. modal: a dialog over the page it came from, on a phone a screen of its own. */
export type LayoutType = 'screenWithStickyFooter' | 'modal'

interface RouteEntry {
  path: string
  /** Where Back leads unless the address says otherwise; the start page has none. */
  parent: string | null | ((params: RouteParams) => string)
  layout: LayoutType
  /** Only for who is logged in. */
  needsLogin?: true
  /** The page's own content is the same for everybody: it may be fetched ahead, and a guest's page kept. */
  isShared?: true
  /** For visitors who read and order nothing: no laboratory has to be chosen. */
  ordersNothing?: true
}

const SCREEN = 'screenWithStickyFooter'

/** The specification's route table with what its screens have in common. `routes.ts` has the modules. */
const TABLE = {
  home: { path: '/', parent: null, layout: SCREEN, isShared: true },
  support: { path: '/support', parent: 'home', layout: SCREEN },
  login: { path: '/login', parent: 'home', layout: SCREEN },
  register: { path: '/register', parent: 'login', layout: SCREEN },
  resetPassword: { path: '/reset-password', parent: 'login', layout: SCREEN },
  confirmEmail: { path: '/confirm-email', parent: 'home', layout: SCREEN },
  settings: { path: '/settings', parent: 'home', layout: SCREEN, needsLogin: true },
  acceptDocuments: { path: '/accept-documents', parent: 'home', layout: SCREEN, needsLogin: true },
  patientsList: { path: '/patients', parent: 'home', layout: SCREEN, needsLogin: true },
  createPatient: { path: '/patients/create', parent: 'patientsList', layout: 'modal', needsLogin: true },
  editPatient: {
    path: '/patients/edit/:patientId',
    parent: 'patientsList',
    layout: 'modal',
    needsLogin: true,
  },
  search: { path: '/search', parent: 'home', layout: SCREEN, isShared: true },
  analysisInSearch: {
    path: '/search/analysis/:analysisId',
    parent: 'search',
    layout: SCREEN,
    isShared: true,
  },
  profiles: { path: '/profiles', parent: 'home', layout: SCREEN, isShared: true },
  profileCard: { path: '/profiles/:profileId', parent: 'profiles', layout: SCREEN, isShared: true },
  addToCart: {
    path: '/add-to-cart/:addableType/:addableId',
    parent: ({ addableType, addableId }): string =>
      addableType === 'profile'
        ? pathOf('profileCard', { profileId: addableId })
        : pathOf('analysisInSearch', { analysisId: addableId }),
    layout: SCREEN,
  },
  categories: { path: '/categories/:categorySlug', parent: 'home', layout: SCREEN, isShared: true },
  article: {
    path: '/articles/getting-ready-for-analyses',
    parent: 'home',
    layout: SCREEN,
    isShared: true,
  },
  cart: { path: '/order/cart', parent: 'home', layout: SCREEN },
  dateOrCall: { path: '/order/date-or-call', parent: 'cart', layout: SCREEN, needsLogin: true },
  callDetails: { path: '/order/call-details', parent: 'dateOrCall', layout: SCREEN, needsLogin: true },
  nurseCheckoutDate: {
    path: '/order/nurse-checkout-time',
    parent: 'dateOrCall',
    layout: SCREEN,
    needsLogin: true,
  },
  orderFeedback: { path: '/order/feedback', parent: 'nurseCheckoutDate', layout: SCREEN, needsLogin: true },
  confirmEmailInOrder: {
    path: '/order/confirm-email',
    parent: 'dateOrCall',
    layout: SCREEN,
    needsLogin: true,
  },
  dataConfirmed: {
    path: '/order/data-confirmed',
    parent: 'nurseCheckoutDate',
    layout: SCREEN,
    needsLogin: true,
  },
  orderSubmitted: { path: '/order/order-submitted', parent: 'home', layout: SCREEN, needsLogin: true },
  orders: { path: '/orders', parent: 'home', layout: SCREEN, needsLogin: true },
  order: { path: '/orders/:orderId', parent: 'orders', layout: SCREEN, needsLogin: true },
  testResults: { path: '/test-results', parent: 'home', layout: SCREEN, needsLogin: true },
  testResultPatientsList: {
    path: '/test-results/:testResultId/patients',
    parent: 'testResults',
    layout: SCREEN,
    needsLogin: true,
  },
  testResultPatientAnalyzesList: {
    path: '/test-results/:testResultId/patients/:patientId',
    parent: 'testResultPatientsList',
    layout: SCREEN,
    needsLogin: true,
  },
  testResultPatientAnalysisResult: {
    path: '/test-results/:testResultId/patients/:patientId/analysis-results/:analysisResultId',
    parent: 'testResultPatientAnalyzesList',
    layout: SCREEN,
    needsLogin: true,
  },
  testResultShare: {
    path: '/test-results/:testResultId/patients/:patientId/share',
    parent: 'testResultPatientAnalyzesList',
    layout: SCREEN,
    needsLogin: true,
  },
  sharedResult: { path: '/shared-results/:shareToken', parent: 'home', layout: SCREEN, ordersNothing: true },
  verifyReport: { path: '/verify-report', parent: 'home', layout: SCREEN, ordersNothing: true },
  laboratories: { path: '/laboratories', parent: 'home', layout: SCREEN },
  branch: { path: '/laboratories/:laboratoryId', parent: 'laboratories', layout: SCREEN },
  documents: { path: '/documents', parent: 'home', layout: SCREEN, isShared: true },
  document: { path: '/documents/:documentSlug', parent: 'documents', layout: SCREEN, isShared: true },
  laboratory: { path: '/laboratory', parent: 'home', layout: 'modal' },
  logout: { path: '/logout', parent: 'home', layout: 'modal' },
  _app: { path: '/_app', parent: 'home', layout: SCREEN },
} satisfies Record<string, RouteEntry>

export type RouteKey = keyof typeof TABLE
export const NAVIGATION: Readonly<Record<RouteKey, RouteEntry>> = TABLE

/** Whether a route's id is a screen of the table (the local API's routes and downloads are not). */
export function isRouteKey(key: string): key is RouteKey {
  return Object.hasOwn(TABLE, key)
}

/**
 * The path of a screen. Parameters that the pattern does not name are left out.
 * @throws Error when one is missing: a programming error
 */
export function pathOf(key: RouteKey, params: RouteParams = {}): string {
  return NAVIGATION[key].path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new Error(`The path of ${key} needs ${name}`)
    return encodeURIComponent(value)
  })
}

/** The screen above this one; null for the start page. */
export function parentPath(key: RouteKey, params: RouteParams): string | null {
  const { parent } = NAVIGATION[key]
  if (typeof parent === 'function') return parent(params)
  return parent === null ? null : pathOf(parent as RouteKey, params)
}
