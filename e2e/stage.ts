// Sets the stage over HTTP, for tests of one thing that would otherwise have to click through everything before it.
import { randomInt } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { isOwnTime, newEmail, readMail, type ShopUnderTest } from './visitor.ts'

/** As people type it, whatever the language of the page. */
export const STREET = 'улица Немига'
export const PASSWORD = 'correct horse battery staple'
/** Home visits in Minsk, and the first branch, in the demo catalogue. */
export const HOME_LABORATORY = 21
export const BRANCH = 1
/** Costs 16.90 BYN, plus 6.90 BYN for venous blood collection. */
export const FERRITIN = '1252'

export interface Customer {
  shop: ShopUnderTest
  email: string
  firstName: string
  lastName: string
  token: string
}

/** The root of the main API behind a shop. */
export function apiRoot({ sandbox }: ShopUnderTest): string {
  return sandbox.replace(/\/sandbox$/, '/laboratory-api')
}

interface Call {
  method?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A JSON call that must succeed. */
export async function call<Answer>(
  url: string,
  { method = 'GET', token, body, headers }: Call = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as Answer
}

/** A random address from the range reserved for benchmarks of networks (RFC 2544). */
export const networkOfItsOwn = () => `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`

/** Registers an account; the address is not confirmed yet. */
export async function newCustomer(
  shop: ShopUnderTest,
  { email = newEmail(), firstName = 'Anna', lastName = 'Kovaleva', locale = 'en' } = {},
): Promise<Customer> {
  const documents = await call<{ slug: string; version: string; requiresAcceptance: boolean }[]>(
    `${apiRoot(shop)}/documents`,
  )
  const { accessToken } = await call<{ accessToken: string }>(`${apiRoot(shop)}/register`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': networkOfItsOwn() },
    body: {
      email,
      password: PASSWORD,
      firstName,
      lastName,
      locale,
      acceptedDocuments: documents.filter(({ requiresAcceptance }) => requiresAcceptance),
    },
  })
  return { shop, email, firstName, lastName, token: accessToken }
}

/** The six digits in the mail to a new account. */
export async function mailedCode({ shop, email }: Customer): Promise<string> {
  const { text } = await readMail(shop, email, /./)
  const code = /\b(\d{6})\b/.exec(text)?.[1]
  if (!code) throw new Error('the mail has no code')
  return code
}

export async function confirmEmail(customer: Customer): Promise<void> {
  const token = await mailedCode(customer)
  await call(`${apiRoot(customer.shop)}/users/activate`, {
    method: 'POST',
    token: customer.token,
    body: { token },
  })
}

interface PatientDetails {
  firstName?: string
  lastName?: string
  gender?: 'M' | 'F'
  dateOfBirth?: string
}

/** Adds a patient, by default a woman born in 1992; returns the id. */
export async function addPatient(
  { shop, token }: Customer,
  {
    firstName = 'Anna',
    lastName = 'Kovaleva',
    gender = 'F',
    dateOfBirth = '1992-03-08',
  }: PatientDetails = {},
): Promise<string> {
  const { id } = await call<{ id: string }>(`${apiRoot(shop)}/patient/?userAsPatient=false`, {
    method: 'POST',
    token,
    body: { personalDetails: { firstName, lastName, gender, dateOfBirth } },
  })
  return id
}

/** The id of an analysis with this code. */
export async function analysisId(shop: ShopUnderTest, code: string): Promise<number> {
  const url = `${apiRoot(shop)}/labService/search?searchNameTerm=${code}`
  const found = (await call<{ id: number; code: string }[]>(url)).find((analysis) => analysis.code === code)
  if (!found) throw new Error(`no analysis ${code}`)
  return found.id
}

interface CartOptions {
  patientIds: string[]
  code?: string
  laboratoryId?: number
}

/** Adds an analysis (ferritin by default) to the cart for these patients. */
export async function fillCart(
  { shop, token }: Customer,
  { patientIds, code = FERRITIN, laboratoryId = HOME_LABORATORY }: CartOptions,
): Promise<void> {
  await call(`${shop.url}/api/cart/add-to-cart`, {
    method: 'POST',
    token,
    headers: { 'X-Laboratory-Id': String(laboratoryId) },
    body: { analysisId: await analysisId(shop, code), patientIds },
  })
}

/**
 * A free time of a laboratory: any that is some days ahead, or the one at the position `at` among them (0 is the
 * first).
 */
export async function freeTime(shop: ShopUnderTest, laboratoryId: number, at?: number): Promise<string> {
  const slots = await call<{ start: string; free: number }[]>(
    `${apiRoot(shop)}/visit-slots?laboratoryId=${laboratoryId}`,
  )
  // Late enough that ordering cannot close for it while the test runs.
  const earliest = at === undefined ? Date.now() + 36 * 3_600_000 : 0
  const free = slots
    .filter((slot) => slot.free > 0 && Date.parse(slot.start) > earliest)
    .filter((slot) => at !== undefined || isOwnTime(slot.start))
  const slot = free[Math.floor((at ?? Math.random()) * free.length)]
  if (!slot) throw new Error('no free time')
  return slot.start
}

/** Chooses a home visit in Minsk, 33.00 BYN, for the contents of the cart. */
export async function chooseCall(
  { shop, token }: Customer,
  at?: number,
  more: { street?: string; addressNotes?: string } = {},
): Promise<void> {
  const address = { locality: 'Минск', street: STREET, houseNumber: '12', ...more }
  const visitDate = await freeTime(shop, HOME_LABORATORY, at)
  await call(`${shop.url}/api/order/set-call-details`, {
    method: 'POST',
    token,
    headers: { 'X-Laboratory-Id': String(HOME_LABORATORY) },
    body: { callStructureParams: { callableRegionId: 1, address, phone: '+375 29 123 45 67', visitDate } },
  })
}

export interface StagedOrder {
  id: string
  number: string
  redirectUrl: string
}

interface OrderOptions {
  /** Position among the free times, from 0 to 1; by default any of them. */
  at?: number
  code?: string
  /** Code of a second analysis. */
  otherCode?: string
  total?: number
  headers?: Record<string, string>
  /** A home visit in Minsk, 33.00 BYN. */
  isAtHome?: boolean
  /** By default the first branch. */
  branch?: number
}

const DOOR = {
  callableRegionId: 1,
  phone: '+375 29 123-45-67',
  address: {
    locality: 'Минск',
    street: STREET,
    houseNumber: '12',
    entranceNumber: '2',
    floorNumber: '4',
    apartmentNumber: '34',
    addressNotes: 'The bell does not ring.',
  },
}

/**
 * Makes an order for one patient of an account with a confirmed address: by default ferritin (23.80 BYN) at the
 * branch.
 */
export async function placeOrder(
  { shop, token }: Customer,
  patientId: string,
  {
    at,
    code = FERRITIN,
    otherCode,
    isAtHome = false,
    branch = BRANCH,
    total = isAtHome ? 56.8 : 23.8,
    headers = {},
  }: OrderOptions = {},
): Promise<StagedOrder> {
  const codes = otherCode ? [code, otherCode] : [code]
  const analysisIds = await Promise.all(codes.map((each) => analysisId(shop, each)))
  const laboratoryId = isAtHome ? HOME_LABORATORY : branch
  const start = await freeTime(shop, laboratoryId, at)
  return call<StagedOrder>(`${apiRoot(shop)}/orders`, {
    method: 'POST',
    token,
    headers: { 'Idempotency-Key': crypto.randomUUID(), ...headers },
    body: {
      laboratoryId,
      patients: [{ patientId, analysisIds }],
      visit: isAtHome ? { kind: 'homeCall', start, ...DOOR } : { kind: 'branch', start },
      feedback: { useEmail: true, usePhone: true, quickPhone: '' },
      expectedTotal: { price: total, currency: 'BYN' },
    },
  })
}

/** Pays on the payment page; on return the order is paid. */
export async function payOrder({ redirectUrl }: StagedOrder): Promise<void> {
  const body = { outcome: 'successful' }
  const { delivered } = await call<{ delivered: number }>(redirectUrl, { method: 'POST', body })
  if (delivered !== 1) throw new Error('the payment was not reported')
}

/** Asks support a question from an account; returns its reference. */
export async function askSupport(
  { shop, token, email }: Customer,
  name = 'Anna Kovaleva',
): Promise<{ reference: string }> {
  const body = { name, email, message: 'May I come later?' }
  return call(`${apiRoot(shop)}/support-messages`, { method: 'POST', token, body })
}

/** The analyser reports the results of a paid order. */
export async function reportResults(shop: ShopUnderTest, orderNumber: string): Promise<void> {
  await call(`${shop.sandbox}/analyser/runs`, { method: 'POST', body: { orderNumber } })
}

export interface StagedResult {
  testResultId: string
  patientId: string
  analysisResultId: string
}

/** Ids of a patient's newest result. */
export async function findResult(
  { shop, token }: Customer,
  { patientId, orderNumber, name = '' }: { patientId: string; orderNumber: string; name?: string },
): Promise<StagedResult> {
  const root = `${apiRoot(shop)}/test-results`
  const { items } = await call<{ items: { id: string; orderNumber: string }[] }>(root, { token })
  const testResultId = items.find((item) => item.orderNumber === orderNumber)?.id
  if (!testResultId) throw new Error('no result')
  const { analyses } = await call<{ analyses: { id: string; name: string }[] }>(
    `${root}/${testResultId}/patients/${patientId}`,
    { token },
  )
  const found = analyses.find((analysis) => analysis.name.startsWith(name))
  return { testResultId, patientId, analysisResultId: found!.id }
}

/** Wants the tests of a report again in the month of the instant. */
export async function planRepeat(
  { shop, token }: Customer,
  { testResultId, patientId }: StagedResult,
  at: number,
): Promise<void> {
  const month = `${new Date(at).toISOString().slice(0, 7)}-01`
  await call(`${apiRoot(shop)}/test-results/${testResultId}/patients/${patientId}/repeat`, {
    method: 'PUT',
    token,
    body: { month },
  })
}

export interface StagedAccounts extends StagedResult {
  /** Has a patient, a filled cart with a home visit, and a paid order with its result. */
  customer: Customer
  /** Is ordering, with an unconfirmed address. */
  unconfirmed: Customer
  orderId: string
}

/** What most pages of an account show. */
export async function stageAccounts(shop: ShopUnderTest): Promise<StagedAccounts> {
  async function ordering(customer: Customer): Promise<string> {
    const patientId = await addPatient(customer)
    await fillCart(customer, { patientIds: [patientId] })
    await chooseCall(customer)
    return patientId
  }
  const [customer, unconfirmed] = [await newCustomer(shop), await newCustomer(shop)]
  await confirmEmail(customer)
  const patientId = await ordering(customer)
  await ordering(unconfirmed)
  const order = await placeOrder(customer, patientId)
  await payOrder(order)
  await reportResults(shop, order.number)
  const result = await findResult(customer, { patientId, orderNumber: order.number })
  return { customer, unconfirmed, orderId: order.id, ...result }
}

export interface StagedShare {
  token: string
  pin: string
}

/** Shares a patient's results with a doctor for a week. */
export async function shareResult(
  { shop, token }: Customer,
  { testResultId, patientId }: StagedResult,
): Promise<StagedShare> {
  const url = `${apiRoot(shop)}/test-results/${testResultId}/patients/${patientId}/shares`
  return call<StagedShare>(url, { method: 'POST', token, body: { days: 7 } })
}

/** Sets the cookies of a visitor who has chosen a laboratory and accepted cookies. */
export async function settleIn(
  context: BrowserContext,
  shop: ShopUnderTest,
  laboratoryId: number = HOME_LABORATORY,
): Promise<void> {
  await context.addCookies([
    { name: 'activeLaboratoryId', value: String(laboratoryId), url: shop.url },
    { name: 'acceptCookie', value: 'true', url: shop.url },
  ])
}

/** Logs the visitor in as this customer. */
export async function logInAs(context: BrowserContext, { shop, token }: Customer): Promise<void> {
  await context.addCookies([
    { name: 'authToken', value: encodeURIComponent(`Bearer ${token}`), url: shop.url, httpOnly: true },
  ])
}
