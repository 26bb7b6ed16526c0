// The people and things in the pictures of screens.
import { START } from './clock.ts'
import { castFamily } from './family-stage.ts'
import { reportFerritin } from './laboratory-system.ts'
import { castRare, type RareCast } from './rare-stage.ts'
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
  analysisId as idOf,
  newCustomer,
  payOrder,
  placeOrder,
  reportResults,
  type StagedOrder,
  type StagedResult,
  type StagedShare,
  shareResult,
} from './stage.ts'
import type { ShopUnderTest } from './visitor.ts'

/** People and things for every screen in every state. */
export interface Cast extends RareCast {
  shop: ShopUnderTest
  /** Has just registered and has nothing yet. */
  newcomer: Customer
  /** Twenty patients, some with very long names; a filled cart, a home visit, orders, results. */
  customer: Customer
  /** Is ordering, with an unconfirmed address. */
  unconfirmed: Customer
  paid: StagedOrder
  unpaid: StagedOrder
  result: StagedResult
  /**
   * Has in her cart a test for which she brings her own container, one that is not offered at home, and a time at
   * the branch.
   */
  prepared: Customer
  /** Has a value so far out of range that somebody should act. */
  alarmed: Customer
  critical: StagedResult
  /** Also the alarmed customer's: paid, with the visit still to come. */
  coming: StagedOrder
  /** A report of 23 values. */
  bloodCount: StagedResult
  /** The same report, shared with a doctor. */
  share: StagedShare
  /** Has a father and a daughter as patients, years of tests and a visit to come. */
  mother: Customer
  /** The mother's, with nine analyses. */
  checkUp: StagedResult
  /** The mother's, measured the third time. */
  ferritin: StagedResult
  ids: { ferritin: number; saliva: number; pregnancy: number; cholesterol: number }
}

const URINALYSIS = '7001'
/** Not offered at home. */
const AMMONIA = '1265'

/**
 * Eighty letters each, the most that a name may have, with letters special to Polish, Belarusian and Russian.
 * The last name has no place for a line break.
 */
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
  // A minute before the shop's clock starts.
  const at = new Date(START - 60_000)
  await reportFerritin({ customer, order }, { status: 'final', ferritin: 900, isCritical: true, at })
  const coming = await placeOrder(customer, patientId, { at: 0.3 })
  await payOrder(coming)
  return { critical: await findResult(customer, { patientId, orderNumber: order.number }), coming }
}

/** Adds a urine test at the branch, for which the patient brings her own container. */
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
  const [ferritin, saliva, pregnancy, cholesterol] = await Promise.all(
    ['1252', '2034', '2029', '1228'].map((code) => idOf(shop, code)),
  )
  const ids = { ferritin: ferritin!, saliva: saliva!, pregnancy: pregnancy!, cholesterol: cholesterol! }
  const rare = await castRare(shop, { sharer: alarmed, result: critical })
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
    ...rare,
  }
}
