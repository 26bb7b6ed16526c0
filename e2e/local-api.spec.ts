import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test'
import {
  addPatient,
  analysisId,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  confirmEmail,
  FERRITIN,
  freeTime,
  HOME_LABORATORY,
  newCustomer,
} from './stage.ts'
import { shopApart } from './visitor.ts'

// Two processes behind one address, with the main API separate: the calls do not depend on it.
test.describe.configure({ mode: 'default' })

interface Answer {
  status: string
  cart: Record<string, Record<string, unknown>>
  orderDetails: Record<string, unknown>
  [key: string]: unknown
}

let customer: Customer
let ferritin: number

test.beforeAll(async () => {
  customer = await newCustomer(shopApart())
  await confirmEmail(customer)
  ferritin = await analysisId(shopApart(), FERRITIN)
})

interface Sent {
  data?: unknown
  laboratoryId?: number
}

function headersFor(laboratoryId: number) {
  return { Authorization: `Bearer ${customer.token}`, 'X-Laboratory-Id': String(laboratoryId) }
}

function post(request: APIRequestContext, path: string, { data, laboratoryId = BRANCH }: Sent = {}) {
  const url = `${shopApart().url}/api/${path}`
  return request.post(url, { headers: headersFor(laboratoryId), ...(data ? { data } : {}) })
}

function get(request: APIRequestContext, path: string, laboratoryId = BRANCH) {
  return request.get(`${shopApart().url}/api/${path}`, { headers: headersFor(laboratoryId) })
}

async function cartOf(answer: Promise<APIResponse>): Promise<Answer> {
  const response = await answer
  expect(response.status(), await response.text()).toBe(200)
  return response.json()
}

async function emptyCart(request: APIRequestContext) {
  await cartOf(get(request, 'cart/reset-cart'))
}

const empty = { locality: '', entranceNumber: '', floorNumber: '', apartmentNumber: '', addressNotes: '' }

test('adding an analysis for patients returns the whole cart', {
  tag: [
    '@SPEC-7-CART-ADD',
    '@SPEC-3-CART-PATIENTS-BY-ANALYSIS',
    '@SPEC-3-CART-ANALYSES-BY-PATIENT',
    '@SPEC-3-CART-SUBTOTALS',
    '@SPEC-3-CART-ANALYSES',
    '@SPEC-3-CART-MATERIALS',
    '@SPEC-3-CART-BOUGHT',
    '@SPEC-3-CART-TOTAL',
    '@SPEC-3-CALCULATION-CART',
  ],
}, async ({ request }) => {
  const patientId = await addPatient(customer)
  const data = { analysisId: ferritin, patientIds: [patientId], updateToIsBoughtOptionalMaterialMap: {} }
  const { status, cart, orderDetails } = await cartOf(post(request, 'cart/add-to-cart', { data }))
  expect(status).toBe('calculated')
  expect(cart.patientIdsByAnalysisId).toEqual({ [ferritin]: [patientId] })
  expect(cart.analysisIdsByPatientId).toEqual({ [patientId]: [ferritin] })
  expect(cart.subCartTotalsByPatientId).toEqual({ [patientId]: { price: 23.8, currency: 'BYN' } })
  expect(cart.analysisDtosByPatientId![patientId]).toMatchObject([{ id: ferritin, code: FERRITIN }])
  const [material] = Object.values(cart.materialCartRefMapsByPatientId![patientId] as object)
  expect(material).toMatchObject({ name: 'Venous blood collection', price: 6.9, analysisIds: [ferritin] })
  expect(cart.isBoughtOptionalMaterialMap).toEqual({ [patientId]: {} })
  expect(cart.cartTotal).toEqual({ price: 23.8, currency: 'BYN' })
  expect(orderDetails.orderTotal).toEqual({ price: 23.8, currency: 'BYN' })
  await emptyCart(request)
})

test('a profile is added as the analyses that it contains', {
  tag: ['@SPEC-7-CART-ADD-PROFILE', '@SPEC-1-ORDER-TESTS'],
}, async ({ request }) => {
  const patientId = await addPatient(customer)
  const { labServices } = await call<{ labServices: { id: number }[] }>(`${apiRoot(shopApart())}/profiles/1`)
  const add = (updateToIsBoughtOptionalMaterialMap: unknown) => {
    const data = { profileId: 1, patientIds: [patientId], updateToIsBoughtOptionalMaterialMap }
    return cartOf(post(request, 'cart/add-profile-to-cart', { data }))
  }
  const asked = (await add(null)).optionalMaterialDecisionRequestMap as Record<string, object>
  const brought = Object.keys(asked[patientId]!).map((materialId) => [materialId, false])
  const { cart } = await add({ [patientId]: Object.fromEntries(brought) })
  const ids = cart.analysisIdsByPatientId![patientId] as number[]
  expect(ids.toSorted()).toEqual(labServices.map(({ id }) => id).toSorted())
  await emptyCart(request)
})

test('an optional material needs a decision; only the decision sent with the next call is kept', {
  tag: ['@SPEC-3-CALCULATION-DECISION', '@SPEC-3-CART-BOUGHT', '@SPEC-4-CART-ADD-CLEARS-DECISION'],
}, async ({ request }) => {
  const patientId = await addPatient(customer)
  const saliva = await analysisId(shopApart(), '2034')
  const data = { analysisId: saliva, patientIds: [patientId] }
  const asked = await cartOf(post(request, 'cart/add-to-cart', { data }))
  expect(asked.status).toBe('optionalMaterialDecisionRequested')
  const map = asked.optionalMaterialDecisionRequestMap as Record<string, Record<string, unknown>>
  const [materialId] = Object.keys(map[patientId]!)
  const other = await cartOf(
    post(request, 'cart/add-to-cart', { data: { analysisId: ferritin, patientIds: [patientId] } }),
  )
  expect(other).toMatchObject({ status: 'calculated' })
  expect(other.cart.analysisIdsByPatientId).toEqual({ [patientId]: [ferritin] })
  const updateToIsBoughtOptionalMaterialMap = { [patientId]: { [materialId!]: true } }
  const decided = await cartOf(
    post(request, 'cart/add-to-cart', { data: { ...data, updateToIsBoughtOptionalMaterialMap } }),
  )
  expect(decided.cart.isBoughtOptionalMaterialMap).toEqual(updateToIsBoughtOptionalMaterialMap)
  await emptyCart(request)
})

test('a rule that excludes a patient is returned beside the cart', {
  tag: ['@SPEC-3-CALCULATION-RESTRICTIONS', '@SPEC-3-ORDER-RULES'],
}, async ({ request }) => {
  const patientId = await addPatient(customer)
  const prostate = await analysisId(shopApart(), '2101')
  const answer = await cartOf(
    post(request, 'cart/add-to-cart', { data: { analysisId: prostate, patientIds: [patientId] } }),
  )
  expect(answer.status).toBe('specificAnalysisRestrictionsApplied')
  expect(answer.specificAnalysisRulesApplication).toMatchObject([{ patientId, analysisId: prostate }])
})

test('the cart can be read; a guest’s is the empty default, and a guest changes nothing', {
  tag: ['@SPEC-7-CART-GET', '@SPEC-4-CART-GUEST', '@SPEC-9-CART-CURRENCY', '@SPEC-9-ORDER-CURRENCY'],
}, async ({ request }) => {
  const url = `${shopApart().url}/api/cart`
  const guest: Answer = await (await request.get(`${url}/get-cart`)).json()
  expect(guest.cart.cartTotal).toEqual({ price: 0, currency: 'EUR' })
  expect(guest.orderDetails.orderTotal).toEqual({ price: 0, currency: 'BYN' })
  const headers = { Origin: shopApart().url }
  expect((await request.post(`${url}/add-to-cart`, { headers, data: {} })).status()).toBe(401)
  expect((await cartOf(get(request, 'cart/get-cart'))).cart.analysisIdsByPatientId).toEqual({})
})

test('one analysis of a patient, an analysis, a patient, or everything can be removed', {
  tag: [
    '@SPEC-7-CART-REMOVE-PATIENT-ANALYSIS',
    '@SPEC-7-CART-REMOVE-ANALYSIS',
    '@SPEC-7-CART-REMOVE-PATIENT',
    '@SPEC-7-CART-RESET',
  ],
}, async ({ request }) => {
  const [anna, eva] = [await addPatient(customer), await addPatient(customer, { firstName: 'Eva' })]
  const other = await analysisId(shopApart(), '1001')
  for (const id of [ferritin, other]) {
    await cartOf(post(request, 'cart/add-to-cart', { data: { analysisId: id, patientIds: [anna, eva] } }))
  }
  const analysesOf = async (answer: Promise<APIResponse>) =>
    (await cartOf(answer)).cart.analysisIdsByPatientId
  const one = { data: { patientId: anna, analysisId: ferritin } }
  expect(await analysesOf(post(request, 'cart/remove-patient-analysis', one))).toMatchObject({
    [anna]: [other],
  })
  expect(await analysesOf(post(request, `cart/remove-analysis?analysisId=${other}`))).toEqual({
    [eva]: [ferritin],
  })
  expect(await analysesOf(post(request, `cart/remove-patient?patientId=${eva}`))).toEqual({})
  await post(request, 'cart/add-to-cart', { data: { analysisId: ferritin, patientIds: [anna] } })
  expect(await analysesOf(get(request, 'cart/reset-cart'))).toEqual({})
})

test('a date that was set is in the order details', {
  tag: ['@SPEC-7-ORDER-SET-DATE', '@SPEC-7-ORDER-DETAILS', '@SPEC-3-DETAILS-DATE', '@SPEC-3-DETAILS-TOTAL'],
}, async ({ request }) => {
  const nurseCheckoutDate = await freeTime(shopApart(), BRANCH)
  await cartOf(post(request, 'order/set-nurse-checkout-date', { data: { nurseCheckoutDate } }))
  const details = await (await get(request, 'order/get-details')).json()
  const { orderDetails = details } = details
  expect(Date.parse(orderDetails.nurseCheckoutDate)).toBe(Date.parse(nurseCheckoutDate))
  expect(orderDetails.orderTotal).toMatchObject({ price: 0 })
})

test('a home visit that was set is in the order details with its price', {
  tag: ['@SPEC-7-ORDER-SET-CALL', '@SPEC-3-DETAILS-CALL', '@SPEC-3-ORDER-DELIVERY'],
}, async ({ request }) => {
  const callStructureParams = {
    callableRegionId: 1,
    address: { ...empty, street: 'улица Немига', houseNumber: '12' },
    phone: '+375 29 123 45 67',
    visitDate: await freeTime(shopApart(), HOME_LABORATORY),
  }
  await cartOf(
    post(request, 'order/set-call-details', { data: { callStructureParams }, laboratoryId: HOME_LABORATORY }),
  )
  const details = await (await get(request, 'order/get-details', HOME_LABORATORY)).json()
  const { orderDetails = details } = details
  expect(orderDetails.deliveryPrice).toEqual({ price: 33, currency: 'BYN' })
  expect(orderDetails.calculatedCallStructure).toMatchObject({ callableRegionId: 1, regionName: 'Minsk' })
})

test('creating an order returns its payment page', {
  tag: ['@SPEC-7-ORDER-CREATE', '@SPEC-4-ORDER-REDIRECT'],
}, async ({ request }) => {
  const patientId = await addPatient(customer)
  await post(request, 'cart/add-to-cart', { data: { analysisId: ferritin, patientIds: [patientId] } })
  const nurseCheckoutDate = await freeTime(shopApart(), BRANCH)
  await cartOf(post(request, 'order/set-nurse-checkout-date', { data: { nurseCheckoutDate } }))
  const answer = await cartOf(post(request, 'order/create', { data: { laboratoryId: BRANCH } }))
  expect(Object.keys(answer)).toEqual(['redirectUrl'])
  const page = await request.get(String(answer.redirectUrl))
  expect(await page.text()).toContain('23.80')
})

test('the cart is not emptied by a link, a prefetch or another site', async ({ request }) => {
  const url = `${shopApart().url}/api/cart/reset-cart`
  const cookie = { Cookie: `authToken=${encodeURIComponent(`Bearer ${customer.token}`)}` }
  const strange: Record<string, string>[] = [
    { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Purpose': 'prefetch', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' },
  ]
  for (const headers of strange) {
    expect((await request.get(url, { headers: { ...cookie, ...headers } })).status()).toBe(404)
  }
})

test('public values are served as a script: the API root from the environment, the partner', {
  tag: ['@SPEC-7-PUBLIC-ENV', '@SPEC-9-NAMESPACE-PARTNER', '@SPEC-1-PARTNER-SHOP', '@SPEC-7-API-ROOT'],
}, async ({ request }) => {
  const script = await (await request.get(`${shopApart().url}/public-env.js`)).text()
  const values = JSON.parse(script.replace(/^window\.publicEnv = /, ''))
  expect(values).toMatchObject({ apiRoot: apiRoot(shopApart()), partner: 'synlab' })
  expect(values.categoryIds).toHaveProperty('hormones')
})
