import type { BrowserContext, Page } from '@playwright/test'
import type { Cast } from './cast.ts'
import { START } from './clock.ts'
import {
  addPatientTooMany,
  addUndecided,
  chooseChart,
  confirmNothing,
  enterAlarmPin,
  enterPin,
  givePassword,
  loseNextPage,
  makeHealthLink,
  makeNewShare,
  meetBusyShop,
  openHealthLinks,
  openMenu,
  printReport,
  searchTired,
  seeCountdown,
  sendEmpty,
  shareTooMuch,
  showPart,
  submit,
  typeTired,
} from './screen-states.ts'
import { BRANCH, HOME_LABORATORY, logInAs, settleIn } from './stage.ts'
import { openWithScripts } from './visitor.ts'

export type Viewer =
  | 'stranger'
  | 'guest'
  | 'newcomer'
  | 'customer'
  | 'unconfirmed'
  | 'prepared'
  | 'alarmed'
  | 'mother'
  | 'crowded'
  | 'settled'
  | 'owing'

export interface Screen {
  name: string
  /** stranger: no laboratory chosen, no cookies accepted yet. */
  viewer: Viewer
  path: string | ((cast: Cast) => string)
  laboratoryId?: number
  /** Brings the page into the intended state. */
  prepare?: (page: Page, cast: Cast) => Promise<unknown>
  /** Parts that are random each time and are masked in the picture. */
  covered?: string
}

/** Some branches open before nine, and by the shop's clock it is eleven. */
const TOMORROW = new Date(START + 86_400_000).toISOString().slice(0, 10)

const SECRETS = '[role="status"] :is(dd, svg[role="img"])'

const ofResult = ({ result }: Cast) => `/test-results/${result.testResultId}/patients`
const ofPatient = (cast: Cast) => `${ofResult(cast)}/${cast.result.patientId}`
const pathOfAnalysis = ({ testResultId, patientId, analysisResultId }: Cast['result']) =>
  `/test-results/${testResultId}/patients/${patientId}/analysis-results/${analysisResultId}`
const ofCount = ({ bloodCount: { testResultId, patientId } }: Cast) =>
  `/test-results/${testResultId}/patients/${patientId}`
const ofCheckUp = ({ checkUp: { testResultId, patientId } }: Cast) =>
  `/test-results/${testResultId}/patients/${patientId}/share`
const shared = ({ share }: Cast) => `/shared-results/${share.token}`
const sharedAlarm = ({ alarmShare }: Cast) => `/shared-results/${alarmShare.token}`

export const SCREENS: Screen[] = [
  { name: 'first visit', viewer: 'stranger', path: '/' },
  { name: 'laboratory refused', viewer: 'stranger', path: '/documents', prepare: confirmNothing },
  { name: 'home', viewer: 'guest', path: '/' },
  {
    name: 'home, what guests ask',
    viewer: 'guest',
    path: '/',
    prepare: (page) => showPart(page, 'questions'),
  },
  { name: 'home with an order', viewer: 'customer', path: '/' },
  { name: 'home of a family', viewer: 'mother', path: '/', prepare: seeCountdown },
  { name: 'home with nothing under way', viewer: 'settled', path: '/' },
  {
    name: 'home with something to do',
    viewer: 'owing',
    path: '/',
    prepare: (page) => showPart(page, 'due'),
  },
  { name: 'home of a newcomer', viewer: 'newcomer', path: '/' },
  { name: 'home with suggestions', viewer: 'guest', path: '/', prepare: typeTired },
  { name: 'menu of a guest', viewer: 'guest', path: '/documents', prepare: openMenu },
  { name: 'menu of a user', viewer: 'customer', path: '/documents', prepare: openMenu },
  { name: 'search', viewer: 'guest', path: '/search', laboratoryId: BRANCH },
  { name: 'search found', viewer: 'guest', path: '/search?searchNameTerm=vitamin' },
  { name: 'search by a reason', viewer: 'guest', path: '/search?searchNameTerm=always+tired' },
  { name: 'search found nothing', viewer: 'guest', path: '/search?searchNameTerm=qqqqqqqq' },
  { name: 'analysis', viewer: 'guest', path: '/search/analysis/1' },
  {
    name: 'analysis with the search open',
    viewer: 'guest',
    path: '/search/analysis/1',
    prepare: searchTired,
  },
  { name: 'analysis in the cart', viewer: 'customer', path: ({ ids }) => `/search/analysis/${ids.ferritin}` },
  { name: 'profiles', viewer: 'guest', path: '/profiles', laboratoryId: BRANCH },
  {
    name: 'profiles side by side',
    viewer: 'guest',
    path: '/profiles?for=thyroid',
    laboratoryId: BRANCH,
    prepare: (page) => showPart(page, 'compare'),
  },
  { name: 'profile', viewer: 'guest', path: '/profiles/1', laboratoryId: BRANCH },
  { name: 'category', viewer: 'guest', path: '/categories/allergology' },
  { name: 'article', viewer: 'guest', path: '/articles/getting-ready-for-analyses' },
  { name: 'add to cart as a guest', viewer: 'guest', path: '/add-to-cart/analysis/1' },
  { name: 'add to cart after a login', viewer: 'guest', path: '/add-to-cart/analysis/1?authMode=LOGIN' },
  { name: 'add to cart without patients', viewer: 'newcomer', path: '/add-to-cart/analysis/1' },
  { name: 'add to cart', viewer: 'customer', path: ({ ids }) => `/add-to-cart/analysis/${ids.pregnancy}` },
  {
    name: 'add to cart undecided',
    viewer: 'customer',
    path: ({ ids }) => `/add-to-cart/analysis/${ids.saliva}`,
    laboratoryId: BRANCH,
    prepare: addUndecided,
  },
  {
    name: 'add to cart too soon',
    viewer: 'mother',
    path: ({ ids }) => `/add-to-cart/analysis/${ids.cholesterol}`,
  },
  { name: 'cart of a guest', viewer: 'guest', path: '/order/cart' },
  { name: 'cart', viewer: 'customer', path: '/order/cart' },
  {
    name: 'cart with a container of one’s own',
    viewer: 'prepared',
    path: '/order/cart',
    laboratoryId: BRANCH,
  },
  { name: 'cart with obstacles and urine', viewer: 'prepared', path: '/order/cart' },
  { name: 'cart to be emptied', viewer: 'customer', path: '/order/cart?ask=reset' },
  { name: 'date or call', viewer: 'customer', path: '/order/date-or-call' },
  { name: 'call details', viewer: 'customer', path: '/order/call-details' },
  { name: 'call details at fault', viewer: 'unconfirmed', path: '/order/call-details', prepare: sendEmpty },
  { name: 'visit time', viewer: 'customer', path: '/order/nurse-checkout-time', laboratoryId: BRANCH },
  {
    name: 'visit time without breakfast',
    viewer: 'prepared',
    path: `/order/nurse-checkout-time?day=${TOMORROW}`,
    laboratoryId: BRANCH,
    prepare: (page) => showPart(page, 'week-title'),
  },
  { name: 'feedback', viewer: 'customer', path: '/order/feedback' },
  { name: 'confirm e-mail', viewer: 'unconfirmed', path: '/order/confirm-email' },
  {
    name: 'confirm e-mail at fault',
    viewer: 'unconfirmed',
    path: '/order/confirm-email',
    prepare: sendEmpty,
  },
  { name: 'data confirmed', viewer: 'customer', path: '/order/data-confirmed' },
  {
    name: 'data confirmed with a container of one’s own',
    viewer: 'prepared',
    path: '/order/data-confirmed',
    laboratoryId: BRANCH,
  },
  {
    name: 'order submitted',
    viewer: 'customer',
    path: ({ paid }) => `/order/order-submitted?orderId=${paid.id}`,
  },
  {
    name: 'order to be paid',
    viewer: 'customer',
    path: ({ unpaid }) => `/order/order-submitted?orderId=${unpaid.id}`,
  },
  { name: 'orders', viewer: 'customer', path: '/orders' },
  { name: 'no orders', viewer: 'newcomer', path: '/orders' },
  { name: 'order', viewer: 'customer', path: ({ paid }) => `/orders/${paid.id}` },
  { name: 'order to come', viewer: 'alarmed', path: ({ coming }) => `/orders/${coming.id}` },
  {
    name: 'order with a refund',
    viewer: 'crowded',
    path: ({ refunded }) => `/orders/${refunded.id}`,
  },
  {
    name: 'another time for a visit',
    viewer: 'alarmed',
    path: ({ coming }) => `/orders/${coming.id}/visit`,
  },
  { name: 'results', viewer: 'customer', path: '/test-results' },
  { name: 'timeline', viewer: 'mother', path: '/test-results?view=timeline' },
  { name: 'no timeline', viewer: 'newcomer', path: '/test-results?view=timeline' },
  {
    name: 'analyses by parts of the body',
    viewer: 'mother',
    path: ({ checkUp: { testResultId, patientId } }) => `/test-results/${testResultId}/patients/${patientId}`,
  },
  { name: 'no results', viewer: 'newcomer', path: '/test-results' },
  { name: 'patients of a result', viewer: 'customer', path: ofResult },
  { name: 'analyses of a patient', viewer: 'customer', path: ofPatient },
  { name: 'result', viewer: 'customer', path: (cast) => pathOfAnalysis(cast.result) },
  { name: 'result of many values', viewer: 'customer', path: (cast) => pathOfAnalysis(cast.bloodCount) },
  {
    name: 'result of many values in range',
    viewer: 'crowded',
    path: (cast) => pathOfAnalysis(cast.countInRange),
  },
  {
    name: 'result with the chart of another value',
    viewer: 'crowded',
    path: (cast) => pathOfAnalysis(cast.countInRange),
    prepare: chooseChart,
  },
  {
    name: 'result with a history',
    viewer: 'mother',
    path: (cast) => pathOfAnalysis(cast.ferritin),
    prepare: (page) => showPart(page, 'courses'),
  },
  { name: 'results with a critical one', viewer: 'alarmed', path: '/test-results' },
  // Before the report is opened: its mark “New” must not depend on which worker has opened it.
  {
    name: 'analyses of a patient, a critical one',
    viewer: 'alarmed',
    path: ({ critical: { testResultId, patientId } }) =>
      `/test-results/${testResultId}/patients/${patientId}`,
  },
  { name: 'critical result', viewer: 'alarmed', path: (cast) => pathOfAnalysis(cast.critical) },
  { name: 'share', viewer: 'customer', path: (cast) => `${ofPatient(cast)}/share` },
  {
    name: 'fresh share',
    viewer: 'customer',
    path: (cast) => `${ofPatient(cast)}/share`,
    prepare: makeNewShare,
    covered: SECRETS,
  },
  { name: 'share with a system', viewer: 'mother', path: ofCheckUp, prepare: openHealthLinks },
  { name: 'fresh health link', viewer: 'mother', path: ofCheckUp, prepare: makeHealthLink, covered: SECRETS },
  {
    name: 'one share too many',
    viewer: 'alarmed',
    path: ({ critical: { testResultId, patientId } }) =>
      `/test-results/${testResultId}/patients/${patientId}/share`,
    prepare: shareTooMuch,
  },
  {
    name: 'printed reports',
    viewer: 'customer',
    path: (cast) => `${ofCount(cast)}/share`,
    prepare: printReport,
  },
  { name: 'shared result, PIN', viewer: 'guest', path: shared },
  { name: 'shared result', viewer: 'guest', path: shared, prepare: enterPin },
  { name: 'shared critical result', viewer: 'guest', path: sharedAlarm, prepare: enterAlarmPin },
  { name: 'check of a report', viewer: 'guest', path: '/verify-report' },
  { name: 'patients', viewer: 'customer', path: '/patients' },
  { name: 'no patients', viewer: 'newcomer', path: '/patients' },
  { name: 'new patient', viewer: 'customer', path: '/patients/create' },
  { name: 'new patient at fault', viewer: 'customer', path: '/patients/create', prepare: submit },
  { name: 'one patient too many', viewer: 'crowded', path: '/patients/create', prepare: addPatientTooMany },
  {
    name: 'edit patient',
    viewer: 'customer',
    path: ({ result }) => `/patients/edit/${result.patientId}`,
  },
  { name: 'settings', viewer: 'customer', path: '/settings' },
  // No one opens what the mother has shared: a doctor’s access in another test would add a line.
  { name: 'who looked at the data', viewer: 'mother', path: '/settings/data-views' },
  { name: 'requests about the data', viewer: 'newcomer', path: '/settings/data-requests' },
  {
    name: 'requests about the data at fault',
    viewer: 'newcomer',
    path: '/settings/data-requests',
    prepare: submit,
  },
  { name: 'settings, profile', viewer: 'newcomer', path: '/settings?modal=editProfile' },
  { name: 'settings, password', viewer: 'newcomer', path: '/settings?modal=changePassword' },
  { name: 'settings, e-mail', viewer: 'newcomer', path: '/settings?modal=confirmEmail' },
  { name: 'settings, delete', viewer: 'newcomer', path: '/settings?modal=eraseAccount' },
  { name: 'second step', viewer: 'customer', path: '/settings/security' },
  { name: 'second step, unconfirmed', viewer: 'newcomer', path: '/settings/security' },
  { name: 'confirm that it is you', viewer: 'customer', path: '/confirm-it-is-you' },
  { name: 'undo a change of the address', viewer: 'guest', path: '/undo-email-change#token=x' },
  { name: 'undo a change by a pasted link', viewer: 'guest', path: '/undo-email-change' },
  { name: 'change undone', viewer: 'guest', path: '/undo-email-change?undone=1' },
  { name: 'login, second step over', viewer: 'guest', path: '/login?stepOver=1' },
  { name: 'login', viewer: 'guest', path: '/login' },
  { name: 'login, code', viewer: 'guest', path: '/login', prepare: givePassword },
  { name: 'login at fault', viewer: 'guest', path: '/login', prepare: submit },
  {
    name: 'login, not authorized',
    viewer: 'guest',
    path: '/login?notAuthorized=1&pathnameToReturn=%2Forders',
  },
  { name: 'forgotten password', viewer: 'guest', path: '/login?state=resetPasswordForm' },
  { name: 'new password on its way', viewer: 'guest', path: '/login?state=resetPasswordSuccess' },
  { name: 'new password', viewer: 'guest', path: '/reset-password#token=x' },
  { name: 'new password by a pasted link', viewer: 'guest', path: '/reset-password' },
  { name: 'register', viewer: 'guest', path: '/register' },
  { name: 'register at fault', viewer: 'guest', path: '/register', prepare: submit },
  { name: 'confirm by link', viewer: 'guest', path: '/confirm-email#token=x' },
  { name: 'confirm by a pasted link', viewer: 'guest', path: '/confirm-email' },
  { name: 'branches', viewer: 'guest', path: '/laboratories' },
  { name: 'branch', viewer: 'guest', path: '/laboratories/1' },
  { name: 'documents', viewer: 'guest', path: '/documents' },
  { name: 'document', viewer: 'guest', path: '/documents/public-offer' },
  { name: 'accept documents', viewer: 'customer', path: '/accept-documents' },
  { name: 'waiting order', viewer: 'customer', path: '/support' },
  { name: 'support', viewer: 'guest', path: '/support' },
  { name: 'support with questions', viewer: 'crowded', path: '/support', covered: 'article div:has(> h3)' },
  { name: "support's answer by a pasted link", viewer: 'guest', path: '/support/answer' },
  { name: "support's answer over", viewer: 'guest', path: '/support/answer#token=x' },
  { name: "support's answer answered", viewer: 'guest', path: '/support/answer?sent=1' },
  { name: 'support at fault', viewer: 'guest', path: '/support', prepare: submit },
  { name: 'laboratory', viewer: 'guest', path: '/laboratory' },
  { name: 'sign out', viewer: 'customer', path: '/logout' },
  { name: 'not found', viewer: 'guest', path: '/nowhere' },
  { name: 'busy', viewer: 'guest', path: '/documents', prepare: meetBusyShop },
  { name: 'no answer', viewer: 'guest', path: '/support', prepare: loseNextPage },
  { name: 'server error', viewer: 'unconfirmed', path: '/order/confirm-email?mail=nowhere' },
]

/** Makes the visitor the screen's viewer, in a language. */
export async function becomeViewer(
  context: BrowserContext,
  { cast, screen, locale = 'en' }: { cast: Cast; screen: Screen; locale?: string },
): Promise<void> {
  const { viewer, laboratoryId = HOME_LABORATORY } = screen
  await context.clearCookies()
  await context.addCookies([{ name: 'locale', value: locale, url: cast.shop.url }])
  if (viewer !== 'stranger') await settleIn(context, cast.shop, laboratoryId)
  if (viewer !== 'stranger' && viewer !== 'guest') await logInAs(context, cast[viewer])
}

export function addressOf({ cast, screen: { path } }: { cast: Cast; screen: Screen }): string {
  return `${cast.shop.url}${typeof path === 'string' ? path : path(cast)}`
}

/** Opens the screen and brings it into its state. */
export async function openScreen(page: Page, staged: { cast: Cast; screen: Screen }): Promise<void> {
  await openWithScripts(page, addressOf(staged))
  await staged.screen.prepare?.(page, staged.cast)
}
