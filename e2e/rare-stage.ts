// States that people rarely meet, for the pictures of screens.
import { expect } from '@playwright/test'
import { START } from './clock.ts'
import { codeOf, DEMO_SECRET, PASSWORD as DESK_PASSWORD } from './desk-stage.ts'
import { BLOOD_COUNT, PLATELETS, reportCountInRange } from './laboratory-system.ts'
import {
  addPatient,
  apiRoot,
  type Customer,
  call,
  confirmEmail,
  findResult,
  newCustomer,
  PASSWORD,
  payOrder,
  placeOrder,
  planRepeat,
  reportResults,
  type StagedOrder,
  type StagedResult,
  type StagedShare,
  shareResult,
} from './stage.ts'
import type { ShopUnderTest } from './visitor.ts'

export interface RareCast {
  /** Has turned on the codes of an authenticator app. */
  guarded: Customer
  /** Has as many patients as an account may have, has asked support twice, has got a refund and two blood counts. */
  crowded: Customer
  refunded: StagedOrder
  /** The crowded customer's newer blood count: all in range, unlike the one before. */
  countInRange: StagedResult
  /** Has two reports and nothing in progress. */
  settled: Customer
  /** Has a visit to come, an order to pay, and a report whose tests are due again. */
  owing: Customer
  /** A critical result shared with a doctor; as many links are open as an account may have. */
  alarmShare: StagedShare
}

/** The maximum of each per account. */
const PATIENTS = 50
const OPEN_SHARES = 20
/** What the customer and the desk have typed, which has no language of the page. */
export const SUPPORT_TEXTS = [
  'My daughter is seven and afraid of needles. What can we do?',
  'Tell the nurse at the door: she takes a thinner needle and all the time that is needed.',
  'Is the receipt enough for my insurance, or do I need the report too?',
] as const
/** The shop's clock has just started, and stays within the half minute of one code during the whole preparation. */
export const codeAtShopTime = (secret: string) => codeOf(secret, START / 1000 - Math.floor(Date.now() / 1000))

async function turnOnApp(shop: ShopUnderTest): Promise<Customer> {
  const customer = await newCustomer(shop, { email: 'ida@example.com', firstName: 'Ida' })
  await confirmEmail(customer)
  const { token } = customer
  // A login alone is not enough to turn on the app.
  const proof = { method: 'POST', token, body: { password: PASSWORD } }
  await call(`${apiRoot(shop)}/users/current/proof`, proof)
  const url = `${apiRoot(shop)}/users/current/totp`
  const { secret } = await call<{ secret: string }>(url, { method: 'POST', token })
  const body = { code: await codeAtShopTime(secret) }
  await call(`${url}/confirmation`, { method: 'POST', token, body })
  return customer
}

/** Asks two questions, of which the desk answers the first. */
async function askSupport({ shop, token, email, firstName, lastName }: Customer) {
  const root = apiRoot(shop)
  const ask = (message: string) =>
    call(`${root}/support-messages`, {
      method: 'POST',
      token,
      body: { name: `${firstName} ${lastName}`, email, message },
    })
  await ask(SUPPORT_TEXTS[0])
  const { accessToken } = await call<{ accessToken: string }>(`${root}/staff/login`, {
    method: 'POST',
    body: { email: 'support@desk.example', password: DESK_PASSWORD, code: await codeAtShopTime(DEMO_SECRET) },
  })
  const staff = { token: accessToken }
  const [message] = await call<{ id: string; version: number }[]>(`${root}/staff/messages`, staff)
  await call(`${root}/staff/messages/${message!.id}/answers`, {
    method: 'POST',
    ...staff,
    body: {
      version: message!.version,
      close: false,
      text: SUPPORT_TEXTS[1],
    },
  })
  await ask(SUPPORT_TEXTS[2])
}

/** Pays an order, cancels it, and waits until the provider has refunded it. */
async function giveMoneyBack(customer: Customer, patientId: string): Promise<StagedOrder> {
  const { shop, token } = customer
  const order = await placeOrder(customer, patientId, { at: 0.9 })
  await payOrder(order)
  const url = `${apiRoot(shop)}/orders/${order.id}`
  await call(`${url}/cancel`, { method: 'POST', token })
  const stateOf = async () => {
    const { payment } = await call<{ payment: { refunds: { state: string }[] } }>(url, { token })
    return payment.refunds.map(({ state }) => state)
  }
  await expect.poll(stateOf, { message: 'the provider took it' }).toEqual(['done'])
  return order
}

/** Reports two results, the newer one with many values. */
async function settle(shop: ShopUnderTest): Promise<Customer> {
  const customer = await newCustomer(shop, { email: 'alla@example.com', firstName: 'Alla' })
  await confirmEmail(customer)
  const patientId = await addPatient(customer, { firstName: 'Alla' })
  for (const what of [{ at: 0.92 }, { at: 0.94, code: '1001', total: 28.8 }]) {
    const order = await placeOrder(customer, patientId, what)
    await payOrder(order)
    await reportResults(shop, order.number)
  }
  return customer
}

/** Reports a blood count of half a year ago with one high value, and one of now with all in range. */
async function countTwice(customer: Customer, patientId: string): Promise<StagedResult> {
  const orderCount = async (at: number) => {
    const order = await placeOrder(customer, patientId, { at, code: BLOOD_COUNT, total: 28.8 })
    await payOrder(order)
    return order
  }
  const [earlier, newer] = [await orderCount(0.95), await orderCount(0.96)]
  const halfAYearAgo = new Date(START - 183 * 86_400_000)
  await reportCountInRange({ customer, order: earlier }, { high: PLATELETS, at: halfAYearAgo })
  await reportCountInRange({ customer, order: newer }, { at: new Date(START) })
  return findResult(customer, { patientId, orderNumber: newer.number })
}

async function owe(shop: ShopUnderTest): Promise<Customer> {
  const customer = await newCustomer(shop, { email: 'raisa@example.com', firstName: 'Raisa' })
  await confirmEmail(customer)
  const patientId = await addPatient(customer, { firstName: 'Raisa' })
  // Not the test that is ordered: what is ordered again is no longer due.
  const [reported, coming] = [
    await placeOrder(customer, patientId, { at: 0.97, code: BLOOD_COUNT, total: 28.8 }),
    await placeOrder(customer, patientId, { at: 0.98 }),
  ]
  for (const order of [reported, coming]) await payOrder(order)
  await reportResults(shop, reported.number)
  await planRepeat(customer, await findResult(customer, { patientId, orderNumber: reported.number }), START)
  await placeOrder(customer, patientId, { at: 0.99 })
  return customer
}

/** Everyone besides `castEverybody`. `sharer` shares a result as often as an account may. */
export async function castRare(
  shop: ShopUnderTest,
  { sharer, result }: { sharer: Customer; result: StagedResult },
): Promise<RareCast> {
  const alarmShare = await shareResult(sharer, result)
  for (let number = 2; number <= OPEN_SHARES; number++) await shareResult(sharer, result)
  const guarded = await turnOnApp(shop)
  const crowded = await newCustomer(shop, { email: 'zoya@example.com', firstName: 'Zoya' })
  await confirmEmail(crowded)
  const patientId = await addPatient(crowded, { firstName: 'Zoya' })
  for (let number = 2; number <= PATIENTS; number++) {
    await addPatient(crowded, { firstName: 'Guest', dateOfBirth: `${1940 + number}-01-01` })
  }
  await askSupport(crowded)
  const refunded = await giveMoneyBack(crowded, patientId)
  const settled = await settle(shop)
  const countInRange = await countTwice(crowded, patientId)
  return { guarded, crowded, refunded, countInRange, settled, owing: await owe(shop), alarmShare }
}
