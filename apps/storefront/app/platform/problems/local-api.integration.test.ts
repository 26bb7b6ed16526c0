import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../../server/testing/open-test-storefront.ts'
import { answerCall } from '../../testing/answer-call.ts'

let storefront: TestStorefront
let anna: Customer
beforeAll(async () => {
  storefront = await openTestStorefront()
  anna = await storefront.customer()
})
afterAll(() => storefront.close())

const addProfileToCart = 'cart/add-profile-to-cart'
const addToCart = 'cart/add-to-cart'
const getCart = 'cart/get-cart'
const removeAnalysis = 'cart/remove-analysis'
const removePatient = 'cart/remove-patient'
const removePatientAnalysis = 'cart/remove-patient-analysis'
const resetCart = 'cart/reset-cart'
const createOrder = 'order/create'
const getDetails = 'order/get-details'
const setCallDetails = 'order/set-call-details'
const setFeedback = 'order/set-feedback'
const setNurseCheckoutDate = 'order/set-nurse-checkout-date'

interface Call {
  method?: string
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Makes a call of the local API. */
async function call(
  path: string,
  caller: Pick<Customer, 'token'> | undefined,
  { method = 'POST', query = '', body, headers = {} }: Call = {},
) {
  const request = new Request(`http://shop.example/api/${path}${query}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const response = await answerCall(storefront.shopOf(caller), request)
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    allow: response.headers.get('Allow'),
    json: text ? JSON.parse(text) : null,
  }
}

const add = (analysisId = storefront.analysisId('1252')) =>
  call(addToCart, anna, { body: { analysisId, patientIds: [anna.patientId] } })

const CHANGES: [string, string, Call][] = [
  ['cart/add-to-cart', addToCart, { body: {} }],
  ['cart/add-profile-to-cart', addProfileToCart, { body: {} }],
  ['cart/remove-patient-analysis', removePatientAnalysis, { body: {} }],
  ['cart/remove-patient', removePatient, {}],
  ['cart/remove-analysis', removeAnalysis, {}],
  ['cart/reset-cart', resetCart, {}],
  ['order/set-nurse-checkout-date', setNurseCheckoutDate, { body: {} }],
  ['order/set-call-details', setCallDetails, { body: {} }],
  ['order/set-feedback', setFeedback, { body: {} }],
  ['order/create', createOrder, { body: {} }],
]

test.each(CHANGES)('a guest may not call %s', async (_, route, how) => {
  expect(await call(route, undefined, how)).toMatchObject({
    status: 401,
    type: 'application/problem+json',
    json: { code: 'unauthorized' },
  })
})

test.each(CHANGES)('a token that is no longer valid may not call %s', async (name, route, how) => {
  const valid: Record<string, Call> = {
    'cart/add-to-cart': { body: { analysisId: 1, patientIds: [anna.patientId] } },
    'cart/add-profile-to-cart': { body: { profileId: 1, patientIds: [anna.patientId] } },
    'cart/remove-patient-analysis': { body: { patientId: anna.patientId, analysisId: 1 } },
    'cart/remove-patient': { query: `?patientId=${anna.patientId}` },
    'cart/remove-analysis': { query: '?analysisId=1' },
    'order/set-nurse-checkout-date': { body: { nurseCheckoutDate: '2040-03-06T09:00:00Z' } },
    'order/set-call-details': {
      body: {
        callStructureParams: {
          callableRegionId: 1,
          address: { street: 'a', houseNumber: '1' },
          phone: '+375290001234',
          visitDate: '2040-03-06T09:00:00Z',
        },
      },
    },
    'order/set-feedback': { body: { useEmail: true, usePhone: true, quickPhone: '' } },
    'order/create': { body: { laboratoryId: 1 } },
  }
  const spent = { token: 'spent'.padEnd(43, 'x') }
  expect(await call(route, spent, valid[name] ?? how)).toMatchObject({ status: 401 })
})

test('a guest reads the empty cart and the empty order details', async () => {
  const cart = await call(getCart, undefined, { method: 'GET' })
  expect(cart).toMatchObject({ status: 200, json: { status: 'calculated' } })
  expect(cart.json.cart.cartTotal).toEqual({ price: 0, currency: 'EUR' })
  const details = await call(getDetails, undefined, { method: 'GET' })
  expect(details.json).toMatchObject({ orderTotal: { price: 0, currency: 'BYN' } })
})

test('adding to the cart answers the calculated cart', async () => {
  const answer = await add()
  expect(answer).toMatchObject({ status: 200, json: { status: 'calculated' } })
  expect(answer.json.cart.subCartTotalsByPatientId[anna.patientId]).toEqual({ price: 23.8, currency: 'BYN' })
})

test.each([
  ['malformed JSON', { body: '{' }, 400, 'malformed_request'],
  [
    'another media type',
    { body: 'a=1', headers: { 'Content-Type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  ['no patients', { body: { analysisId: 1, patientIds: [] } }, 422, 'invalid_fields'],
  ['a malformed id', { body: { analysisId: 'x', patientIds: ['y'] } }, 422, 'invalid_fields'],
  ['a negative id', { body: { analysisId: -1, patientIds: [crypto.randomUUID()] } }, 422, 'invalid_fields'],
  [
    'an unknown patient',
    { body: { analysisId: 1, patientIds: [crypto.randomUUID()] } },
    422,
    'unknown_patient',
  ],
])('%s is refused with its own status', async (_, how, status, code) => {
  const { json: before } = await call(getCart, anna, { method: 'GET' })
  expect(await call(addToCart, anna, how)).toMatchObject({ status, json: { code } })
  expect((await call(getCart, anna, { method: 'GET' })).json).toEqual(before)
})

test('wrong fields are named', async () => {
  const { json } = await call(addToCart, anna, { body: { analysisId: 1, patientIds: ['y'] } })
  expect(json.errors).toMatchObject([{ path: 'patientIds.0' }])
})

test.each([
  ['remove-patient', removePatient, '?patientId=1'],
  ['remove-analysis', removeAnalysis, '?analysisId=ferritin'],
  ['remove-analysis without an id', removeAnalysis, ''],
])('%s with a wrong id is refused', async (_, route, query) => {
  expect(await call(route, anna, { query })).toMatchObject({ status: 422, json: { code: 'invalid_fields' } })
})

const READINGS: [string, string, string[]][] = [
  ['cart/get-cart', getCart, ['GET', 'HEAD']],
  ['order/get-details', getDetails, ['GET', 'HEAD']],
]
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

test.each([
  ...READINGS,
  ...CHANGES.map(([name, route]): [string, string, string[]] => {
    return [name, route, name === 'cart/reset-cart' ? ['GET', 'POST'] : ['POST']]
  }),
])('%s refuses every other method with a problem and does nothing', async (_, route, allowed) => {
  await add()
  for (const method of METHODS.filter((each) => !allowed.includes(each))) {
    expect([method, await call(route, anna, { method })]).toEqual([
      method,
      {
        status: 405,
        type: 'application/problem+json',
        allow: allowed.join(', '),
        json:
          method === 'HEAD'
            ? null
            : { type: 'about:blank', title: 'Method Not Allowed', status: 405, code: 'method_not_allowed' },
      },
    ])
  }
  const { json } = await call(getCart, anna, { method: 'GET' })
  expect(json.cart.cartTotal.price).toBe(23.8)
})

test('the GET that resets the cart works only for a fetch by a page of the shop', async () => {
  await add()
  const site = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }
  const navigation = { ...site, 'Sec-Fetch-Mode': 'navigate' }
  expect((await call(resetCart, anna, { method: 'GET', headers: navigation })).status).toBe(404)
  expect((await call(resetCart, anna, { method: 'GET' })).status).toBe(404)
  const { json: untouched } = await call(getCart, anna, { method: 'GET' })
  expect(untouched.cart.cartTotal.price).toBe(23.8)
  const reset = await call(resetCart, anna, { method: 'GET', headers: site })
  expect(reset.json.cart.cartTotal.price).toBe(0)
})

test('an order can be created from the cart through the endpoints alone', async () => {
  await add()
  const slots = await anna.client.visitSlots({ laboratoryId: 1, from: '2040-03-07', days: 1 })
  const nurseCheckoutDate = slots.find(({ free }) => free > 0)!.start
  expect((await call(createOrder, anna, { body: { laboratoryId: 1 } })).json.code).toBe('visit_not_chosen')
  await call(setNurseCheckoutDate, anna, { body: { nurseCheckoutDate } })
  await call(setFeedback, anna, { body: { useEmail: false, usePhone: true, quickPhone: '+375290001234' } })
  const details = await call(getDetails, anna, { method: 'GET' })
  expect(details.json).toMatchObject({
    nurseCheckoutDate,
    feedbackDetails: { useEmail: false, quickPhone: '+375290001234' },
  })
  const created = await call(createOrder, anna, { body: { laboratoryId: '1' } })
  expect(created).toMatchObject({ status: 200, json: { redirectUrl: expect.stringMatching(/^http/) } })
  expect((await call(getCart, anna, { method: 'GET' })).json.cart.cartTotal.price).toBe(0)
  expect(await anna.client.orders()).toHaveLength(1)
})
