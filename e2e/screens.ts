import type { BrowserContext, Page } from '@playwright/test'
import { START } from './clock.ts'
import { castFamily } from './family-stage.ts'
import {
  addUndecided,
  confirmNothing,
  enterPin,
  loseNextPage,
  openMenu,
  sendEmpty,
  shareAnew,
  submit,
  typeTired,
} from './screen-states.ts'
import {
  addPatient,
  BRANCH,
  type Customer,
  call,
  chooseCall,
  confirmEmail,
  fillCart,
  findResult,
  freeTime,
  HOME_LABORATORY,
  analysisId as idOf,
  logInAs,
  newCustomer,
  payOrder,
  placeOrder,
  reportFerritin,
  reportResults,
  type StagedOrder,
  type StagedResult,
  type StagedShare,
  settleIn,
  shareResult,
} from './stage.ts'
import { openWithScripts, type ShopUnderTest } from './visitor.ts'

/** People and things for every screen in every state. */
export interface Cast {
  shop: ShopUnderTest
  /** Has just registered: nothing of hers is anywhere. */
  newcomer: Customer
  /** Twenty patients, some with very long names; a filled cart, a call, orders, results. */
  customer: Customer
  /** In the order, with an address that is not confirmed. */
  unconfirmed: Customer
  paid: StagedOrder
  unpaid: StagedOrder
  result: StagedResult
  /** Has a test in the cart whose container is her own, and a time at the branch; at home it is not offered. */
  prepared: Customer
  /** Has a value so far out that somebody should act. */
  alarmed: Customer
  critical: StagedResult
  /** Hers too: paid, and the visit is still to come. */
  coming: StagedOrder
  /** A report of 23 values. */
  bloodCount: StagedResult
  /** The same, for a doctor. */
  share: StagedShare
  /** Has a father and a daughter, years of tests and a visit to come. */
  mother: Customer
  /** Hers: nine analyses. */
  checkUp: StagedResult
  ids: { ferritin: number; saliva: number; pregnancy: number }
}

const URINALYSIS = '7001'
/** Not taken at home. */
const AMMONIA = '1265'

/** Eighty letters each, the most that a name may have, with what is special in Polish, Belarusian and Russian; one is broken nowhere. */
export const LONG_FIRST = 'Małgorzata-Wawrzyniec-Świętosława-Żółcisława-Bogumiła-Dobrosława-Zdzisława-Chwał'
export const LONG_LAST = 'Ўладзіслаўскаящербаковскаяпреображенскаявоскресенскаякрасноармейскаяподъяческаяё'

async function placeOrders(customer: Customer, patientId: string) {
  const paid = await placeOrder(customer, patientId, { at: 0 })
  const unpaid = await placeOrder(customer, patientId, { at: 0.5 })
  const count = await placeOrder(customer, patientId, { at: 0.1, code: '1001', total: 28.8 })
  for (const order of [paid, count]) {
    await payOrder(order)
    await reportResults(customer.shop, order.number)
  }
  const result = await findResult(customer, { patientId, orderNumber: paid.number })
  const bloodCount = await findResult(customer, { patientId, orderNumber: count.number })
  return { paid, unpaid, result, bloodCount, share: await shareResult(customer, bloodCount) }
}

async function alarm(customer: Customer) {
  await confirmEmail(customer)
  const patientId = await addPatient(customer, { firstName: 'Nina', dateOfBirth: '1957-01-23' })
  const order = await placeOrder(customer, patientId, { at: 0.7 })
  await payOrder(order)
  // A minute before the shop's own clock starts.
  const at = new Date(START - 60_000)
  await reportFerritin({ customer, order }, { status: 'final', ferritin: 900, isCritical: true, at })
  const coming = await placeOrder(customer, patientId, { at: 0.3 })
  await payOrder(coming)
  return { critical: await findResult(customer, { patientId, orderNumber: order.number }), coming }
}

/** A urine test at the branch, brought in a container of one's own. */
async function prepareWithOwnContainer(customer: Customer) {
  const { shop, token } = customer
  const headers = { 'X-Laboratory-Id': String(BRANCH) }
  const patientId = await addPatient(customer, { firstName: 'Maria' })
  const add = (decisions?: object) =>
    call<AddAnswer>(`${shop.url}/api/cart/add-to-cart`, {
      method: 'POST',
      token,
      headers,
      body: { analysisId, patientIds: [patientId], updateToIsBoughtOptionalMaterialMap: decisions },
    })
  const analysisId = await idOf(shop, URINALYSIS)
  const { optionalMaterialDecisionRequestMap: asked = {} } = await add()
  const brought = Object.keys(asked[patientId] ?? {}).map((materialId) => [materialId, false])
  await add({ [patientId]: Object.fromEntries(brought) })
  await fillCart(customer, { patientIds: [patientId], code: AMMONIA, laboratoryId: BRANCH })
  await call(`${shop.url}/api/order/set-nurse-checkout-date`, {
    method: 'POST',
    token,
    headers,
    body: { nurseCheckoutDate: await freeTime(shop, BRANCH, 0.2) },
  })
}

interface AddAnswer {
  optionalMaterialDecisionRequestMap?: Record<string, Record<string, unknown>>
}

export async function castEverybody(shop: ShopUnderTest): Promise<Cast> {
  const newcomer = await newCustomer(shop, { email: 'eva@example.com', firstName: 'Eva' })
  const unconfirmed = await newCustomer(shop, { email: 'olga@example.com', firstName: 'Olga' })
  await fillCart(unconfirmed, { patientIds: [await addPatient(unconfirmed)] })
  await chooseCall(unconfirmed, 0)
  const customer = await newCustomer(shop, { email: 'anna@example.com' })
  await confirmEmail(customer)
  const anna = await addPatient(customer)
  const long = await addPatient(customer, { firstName: LONG_FIRST, lastName: LONG_LAST })
  const viktor = await addPatient(customer, { firstName: 'Viktor', lastName: 'Kovalev', gender: 'M' })
  for (let number = 4; number <= 20; number++) {
    const dateOfBirth = `${1940 + number * 4}-05-17`
    await addPatient(customer, { firstName: `Child ${String.fromCharCode(64 + number)}`, dateOfBirth })
  }
  const orders = await placeOrders(customer, anna)
  for (const code of ['1252', '1001', '2101']) {
    await fillCart(customer, { patientIds: [anna, long, viktor], code })
  }
  await chooseCall(customer, 0)
  const prepared = await newCustomer(shop, { email: 'maria@example.com', firstName: 'Maria' })
  await confirmEmail(prepared)
  await prepareWithOwnContainer(prepared)
  const alarmed = await newCustomer(shop, { email: 'nina@example.com', firstName: 'Nina' })
  const { critical, coming } = await alarm(alarmed)
  const family = await castFamily(shop, (index) => 0.5 + index * 0.05)
  const [ferritin, saliva, pregnancy] = await Promise.all(
    ['1252', '2034', '2029'].map((code) => idOf(shop, code)),
  )
  const ids = { ferritin: ferritin!, saliva: saliva!, pregnancy: pregnancy! }
  return {
    shop,
    newcomer,
    customer,
    unconfirmed,
    prepared,
    alarmed,
    critical,
    coming,
    ids,
    ...orders,
    ...family,
  }
}

export type Viewer =
  | 'stranger'
  | 'guest'
  | 'newcomer'
  | 'customer'
  | 'unconfirmed'
  | 'prepared'
  | 'alarmed'
  | 'mother'

export interface Screen {
  name: string
  /** stranger: no laboratory chosen, no cookies accepted yet. */
  viewer: Viewer
  path: string | ((cast: Cast) => string)
  laboratoryId?: number
  /** What brings the page into the state that is meant. */
  prepare?: (page: Page, cast: Cast) => Promise<unknown>
}

const ofResult = ({ result }: Cast) => `/test-results/${result.testResultId}/patients`
const ofPatient = (cast: Cast) => `${ofResult(cast)}/${cast.result.patientId}`
const ofCount = ({ bloodCount: { testResultId, patientId } }: Cast) =>
  `/test-results/${testResultId}/patients/${patientId}`
const shared = ({ share }: Cast) => `/shared-results/${share.token}`

export const SCREENS: Screen[] = [
  { name: 'first visit', viewer: 'stranger', path: '/' },
  { name: 'laboratory refused', viewer: 'stranger', path: '/documents', prepare: confirmNothing },
  { name: 'home', viewer: 'guest', path: '/' },
  { name: 'home with an order', viewer: 'customer', path: '/' },
  { name: 'home of a family', viewer: 'mother', path: '/' },
  { name: 'home with suggestions', viewer: 'guest', path: '/', prepare: typeTired },
  { name: 'menu of a guest', viewer: 'guest', path: '/documents', prepare: openMenu },
  { name: 'menu of a user', viewer: 'customer', path: '/documents', prepare: openMenu },
  { name: 'search', viewer: 'guest', path: '/search', laboratoryId: BRANCH },
  { name: 'search found', viewer: 'guest', path: '/search?searchNameTerm=vitamin' },
  { name: 'search by a reason', viewer: 'guest', path: '/search?searchNameTerm=always+tired' },
  { name: 'search found nothing', viewer: 'guest', path: '/search?searchNameTerm=qqqqqqqq' },
  { name: 'analysis', viewer: 'guest', path: '/search/analysis/1' },
  { name: 'analysis in the cart', viewer: 'customer', path: ({ ids }) => `/search/analysis/${ids.ferritin}` },
  { name: 'profiles', viewer: 'guest', path: '/profiles', laboratoryId: BRANCH },
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
  {
    name: 'result',
    viewer: 'customer',
    path: (cast) => `${ofPatient(cast)}/analysis-results/${cast.result.analysisResultId}`,
  },
  {
    name: 'result of many values',
    viewer: 'customer',
    path: (cast) => `${ofCount(cast)}/analysis-results/${cast.bloodCount.analysisResultId}`,
  },
  { name: 'results with a critical one', viewer: 'alarmed', path: '/test-results' },
  {
    name: 'critical result',
    viewer: 'alarmed',
    path: ({ critical: { testResultId, patientId, analysisResultId } }) =>
      `/test-results/${testResultId}/patients/${patientId}/analysis-results/${analysisResultId}`,
  },
  { name: 'share', viewer: 'customer', path: (cast) => `${ofPatient(cast)}/share` },
  { name: 'fresh share', viewer: 'customer', path: (cast) => `${ofPatient(cast)}/share`, prepare: shareAnew },
  { name: 'shared result, PIN', viewer: 'guest', path: shared },
  { name: 'shared result', viewer: 'guest', path: shared, prepare: enterPin },
  { name: 'check of a report', viewer: 'guest', path: '/verify-report' },
  { name: 'patients', viewer: 'customer', path: '/patients' },
  { name: 'no patients', viewer: 'newcomer', path: '/patients' },
  { name: 'new patient', viewer: 'customer', path: '/patients/create' },
  { name: 'new patient at fault', viewer: 'customer', path: '/patients/create', prepare: submit },
  {
    name: 'edit patient',
    viewer: 'customer',
    path: ({ result }) => `/patients/edit/${result.patientId}`,
  },
  { name: 'settings', viewer: 'customer', path: '/settings' },
  { name: 'who looked at the data', viewer: 'customer', path: '/settings/data-views' },
  { name: 'settings, profile', viewer: 'newcomer', path: '/settings?modal=editProfile' },
  { name: 'settings, password', viewer: 'newcomer', path: '/settings?modal=changePassword' },
  { name: 'settings, e-mail', viewer: 'newcomer', path: '/settings?modal=confirmEmail' },
  { name: 'settings, delete', viewer: 'newcomer', path: '/settings?modal=eraseAccount' },
  { name: 'second step', viewer: 'customer', path: '/settings/security' },
  { name: 'second step, unconfirmed', viewer: 'newcomer', path: '/settings/security' },
  { name: 'confirm that it is you', viewer: 'customer', path: '/confirm-it-is-you' },
  { name: 'undo a change of the address', viewer: 'guest', path: '/undo-email-change?token=x' },
  { name: 'change undone', viewer: 'guest', path: '/undo-email-change?undone=1' },
  { name: 'login, second step over', viewer: 'guest', path: '/login?stepOver=1' },
  { name: 'login', viewer: 'guest', path: '/login' },
  { name: 'login at fault', viewer: 'guest', path: '/login', prepare: submit },
  {
    name: 'login, not authorized',
    viewer: 'guest',
    path: '/login?notAuthorized=1&pathnameToReturn=%2Forders',
  },
  { name: 'forgotten password', viewer: 'guest', path: '/login?state=resetPasswordForm' },
  { name: 'letter on its way', viewer: 'guest', path: '/login?state=resetPasswordSuccess' },
  { name: 'new password', viewer: 'guest', path: '/reset-password?token=x' },
  { name: 'register', viewer: 'guest', path: '/register' },
  { name: 'register at fault', viewer: 'guest', path: '/register', prepare: submit },
  { name: 'confirm by link', viewer: 'guest', path: '/confirm-email?token=x' },
  { name: 'branches', viewer: 'guest', path: '/laboratories' },
  { name: 'branch', viewer: 'guest', path: '/laboratories/1' },
  { name: 'documents', viewer: 'guest', path: '/documents' },
  { name: 'document', viewer: 'guest', path: '/documents/public-offer' },
  { name: 'accept documents', viewer: 'customer', path: '/accept-documents' },
  { name: 'waiting order', viewer: 'customer', path: '/support' },
  { name: 'support', viewer: 'guest', path: '/support' },
  { name: 'support at fault', viewer: 'guest', path: '/support', prepare: submit },
  { name: 'laboratory', viewer: 'guest', path: '/laboratory' },
  { name: 'sign out', viewer: 'customer', path: '/logout' },
  { name: 'not found', viewer: 'guest', path: '/nowhere' },
  { name: 'no answer', viewer: 'guest', path: '/support', prepare: loseNextPage },
  { name: 'server error', viewer: 'unconfirmed', path: '/order/confirm-email?letter=nowhere' },
]

/** Lets the visitor be who the screen is for, in a language. */
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
