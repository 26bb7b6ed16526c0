import { randomUUID } from 'node:crypto'
import type { CreateOrder } from '@shop/contract/orders'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { comesHome } from '@shop/domain/laboratory'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { acceptedDocuments, users } from '../accounts/tables.ts'
import { auditEntries } from '../audit/tables.ts'
import { assortmentForCart } from '../catalogue/cart-assortment.ts'
import { paymentAttempts } from '../payments/tables.ts'
import { withoutIds } from '../testing/without-ids.ts'
import { orders } from './tables.ts'
import { analysisId, BRANCH_ID, type Customer, openShop, type Shop } from './testing/order-fixture.ts'

let database: TestDatabase
let shop: Shop
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  customer = await shop.customer()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

async function countOrders(): Promise<number> {
  const [row] = await database.queries.select({ n: count() }).from(orders)
  return row!.n
}

/** Sends a request that must be refused, and checks that nothing was written. */
async function refusal(request: CreateOrder, by = customer) {
  const before = await countOrders()
  const answer = await shop.api.request('POST', '/orders', {
    token: by.token,
    headers: { 'Idempotency-Key': randomUUID() },
    body: request,
  })
  expect(await countOrders()).toBe(before)
  const body = await answer.json()
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  return { status: answer.status, ...body }
}

function patient(overrides: Partial<CreateOrder['patients'][number]> = {}) {
  const analysisIds = [analysisId(shop.api, '1001')]
  return { patientId: customer.patientId, analysisIds, optionalMaterials: {}, pregnant: false, ...overrides }
}

test('an order keeps what was ordered, for whom, when and at which price', {
  tags: ['SPEC-1-FOR-SEVERAL-PATIENTS'],
}, async () => {
  const created = await shop.placeOrder(customer, {
    visit: { kind: 'branch', start: '2040-03-10T09:00:00+03:00' },
  })
  const order = await customer.client.order(created.id)
  expect(order).toMatchObject({
    state: 'awaitingPayment',
    expiresAt: '2040-03-05T06:30:00.000Z',
    visit: { kind: 'branch', start: '2040-03-10T09:00:00+03:00', end: '2040-03-10T09:15:00+03:00' },
    laboratory: { id: 1, city: 'Минск', callable: false },
    total: { price: 28.8, currency: 'BYN' },
    deliveryPrice: null,
    readyDate: '2040-03-12',
    payment: { state: 'redirected', paidAt: null, refundDue: false },
  })
  const [{ lines, subtotal, preparation } = { lines: [], subtotal: null, preparation: null }] = order.patients
  expect(lines.map(({ kind, code, quantity, price }) => [kind, code, quantity, price.price])).toEqual([
    ['analysis', '1001', 1, 21.9],
    ['material', null, 1, 6.9],
  ])
  expect(subtotal).toEqual({ price: 28.8, currency: 'BYN' })
  expect(preparation).toEqual({
    fastingHours: 4,
    fastFrom: '2040-03-10T05:00:00+03:00',
    beforeFeed: false,
    notes: ['Do not eat for 4 hours before; still water is allowed.'],
    fastingNote: 'Do not eat for 4 hours before; still water is allowed.',
    isLateForUrine: false,
  })
})

test('the order is shown in the language of the reader', async () => {
  const { id } = await shop.placeOrder(customer)
  const order = await shop.api.client(customer.token, 'ru').order(id)
  expect(order.laboratory.city).toBe('Минск')
  expect(order.patients[0]?.lines[0]?.name).toBe('Общий анализ крови с лейкоцитарной формулой и СОЭ')
})

test('a home visit adds its region’s price and keeps the address', async () => {
  const laboratory = [...shop.api.context.catalogue.current().laboratories.values()].find(
    (one) => comesHome(one) && one.isOffered,
  )!
  const address = {
    locality: '',
    street: 'Lesnaya',
    houseNumber: '4',
    entranceNumber: '',
    floorNumber: '',
    apartmentNumber: '12',
    addressNotes: '',
  }
  const { id } = await shop.placeOrder(customer, {
    laboratoryId: laboratory.id,
    visit: {
      kind: 'homeCall',
      start: '2040-03-07T07:30:00+03:00',
      callableRegionId: 1,
      address,
      phone: '+375 29 111-22-33',
    },
  })
  expect(await customer.client.order(id)).toMatchObject({
    deliveryPrice: { price: 33, currency: 'BYN' },
    total: { price: 61.8, currency: 'BYN' },
    visit: { kind: 'homeCall', regionName: 'Minsk', address, phone: '+375 29 111-22-33' },
  })
})

test('the payment page asks for the full total and learns nothing of the order but its number', {
  tags: ['SPEC-1-EXTERNAL-PAYMENT', 'ASVS-14.2.3'],
}, async () => {
  const { number, token } = await shop.placeOrder(customer)
  const { request } = shop.bepaid.pages.get(token)!
  expect(request.order).toMatchObject({ amount: 2880, currency: 'BYN', description: `Order ${number}` })
  expect(request.test).toBe(true)
  expect(request.settings).toMatchObject({
    notification_url: 'http://shop.example/laboratory-api/payments/bepaid/notifications',
    customer_fields: { read_only: ['email'], visible: [] },
  })
  expect(request.customer).toMatchObject({ email: customer.user.email })
  expect(withoutIds(JSON.stringify(request))).not.toMatch(/blood|\b1001\b/i)
})

test('an unconfirmed e-mail address cannot order', {
  tags: ['SPEC-1-CONFIRM-EMAIL', 'ASVS-2.3.1'],
}, async () => {
  const other = await shop.customer()
  await database.queries.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, other.user.id))
  expect(await refusal(shop.orderOf(other), other)).toMatchObject({
    status: 409,
    code: 'email_not_confirmed',
  })
})

test('a customer who has not accepted the documents in force cannot order', async () => {
  const other = await shop.customer()
  await database.queries.delete(acceptedDocuments).where(eq(acceptedDocuments.userId, other.user.id))
  expect(await refusal(shop.orderOf(other), other)).toMatchObject({ code: 'documents_not_accepted' })
})

test('an order for a patient of another account is refused', async () => {
  const other = await shop.customer()
  expect(await refusal(shop.orderOf(other))).toMatchObject({
    status: 422,
    code: 'unknown_patient',
    errors: [{ path: 'patients.0.patientId' }],
  })
})

test('a total other than the calculated one is refused, and the correct one is returned', {
  tags: ['ASVS-2.2.3'],
}, async () => {
  const request = shop.orderOf(customer, { expectedTotal: { price: 28.79, currency: 'BYN' } })
  expect(await refusal(request)).toMatchObject({
    status: 409,
    code: 'price_changed',
    total: { price: 28.8, currency: 'BYN' },
  })
})

test('the obstacles to an order are returned as ids', async () => {
  const catalogue = shop.api.context.catalogue.current()
  const forMen = [...catalogue.analyses.values()].find(({ rules }) =>
    rules.some(({ type, sex }) => type === 'SEX' && sex === 'MALE'),
  )!
  const answer = await refusal(shop.orderOf(customer, { patients: [patient({ analysisIds: [forMen.id] })] }))
  expect(answer).toMatchObject({
    status: 409,
    code: 'cart_not_orderable',
    obstacles: expect.arrayContaining(['broken_requirements']),
    brokenRequirements: [{ patientId: customer.patientId, analysisId: forMen.id }],
  })
  expect(JSON.stringify(answer)).not.toContain(forMen.name.en)
})

test('an unknown analysis is unavailable', async () => {
  const request = shop.orderOf(customer, { patients: [patient({ analysisIds: [999_999] })] })
  expect(await refusal(request)).toMatchObject({
    code: 'cart_not_orderable',
    unavailable: [{ patientId: customer.patientId, analysisId: 999_999, reason: 'not_offered' }],
  })
})

test('an optional material needs a decision', async () => {
  const catalogue = shop.api.context.catalogue.current()
  const withOptional = [...catalogue.analyses.values()].find(
    ({ materialId, rules }) => rules.length === 0 && catalogue.materials.get(materialId)?.isOptional,
  )!
  const analysisIds = [withOptional.id]
  const answer = await refusal(shop.orderOf(customer, { patients: [patient({ analysisIds })] }))
  expect(answer).toMatchObject({
    code: 'cart_not_orderable',
    obstacles: ['undecided_materials'],
    undecidedMaterials: [{ patientId: customer.patientId, materialId: withOptional.materialId }],
  })
  const optionalMaterials = { [withOptional.materialId]: false }
  const { id } = await shop.placeOrder(customer, { patients: [patient({ analysisIds, optionalMaterials })] })
  expect((await customer.client.order(id)).patients[0]?.optionalMaterials).toEqual(optionalMaterials)
})

test.each([
  ['2040-03-04T09:00:00+03:00', 'visit_in_the_past'],
  ['2040-03-06T09:05:00+03:00', 'visit_off_the_grid'],
  ['2040-03-06T23:00:00+03:00', 'visit_off_the_grid'],
  ['2040-06-06T09:00:00+03:00', 'visit_beyond_horizon'],
  ['2040-03-05T09:15:00+03:00', 'visit_after_cut_off'],
])('a visit at %s is refused as %s', async (start, code) => {
  const request = shop.orderOf(customer, { visit: { kind: 'branch', start } })
  expect(await refusal(request)).toMatchObject({ status: 422, code, errors: [{ path: 'visit.start' }] })
})

test('a visit of several people lasts until the last sample is taken, and must end before the branch closes', async () => {
  const people = [customer.patientId]
  for (const firstName of ['Ewa', 'Iga', 'Ola']) {
    people.push((await shop.api.createPatient(customer, { firstName })).id)
  }
  const patients = people.map((patientId) => patient({ patientId }))
  // On Saturdays the branch closes at three.
  const visit = (time: string) => ({ kind: 'branch', start: `2040-03-10T${time}:00+03:00` }) as const
  const late = shop.orderOf(customer, { patients, visit: visit('14:15') })
  expect(await refusal(late)).toMatchObject({ code: 'visit_off_the_grid', errors: [{ path: 'visit.start' }] })
  const { id } = await shop.placeOrder(customer, { patients, visit: visit('14:00') })
  expect((await customer.client.order(id)).visit).toMatchObject({ end: '2040-03-10T15:00:00+03:00' })
  const calendar = await shop.api.request('GET', `/orders/${id}/visit.ics`, { token: customer.token })
  expect(await calendar.text()).toContain('DTEND:20400310T120000Z')
})

test('the visit must be of the laboratory’s kind', { tags: ['ASVS-2.2.3'] }, async () => {
  const laboratoryId = [...shop.api.context.catalogue.current().laboratories.values()].find(comesHome)!.id
  expect(await refusal(shop.orderOf(customer, { laboratoryId }))).toMatchObject({ code: 'visit_not_chosen' })
  expect(await refusal(shop.orderOf(customer, { laboratoryId: 9999 }))).toMatchObject({
    status: 422,
    code: 'unknown_laboratory',
  })
})

test('a patient named twice and a missing key are refused', async () => {
  const twice = shop.orderOf(customer, {
    patients: [patient(), patient()],
    expectedTotal: { price: 57.6, currency: 'BYN' },
  })
  expect(await refusal(twice)).toMatchObject({ status: 422, errors: [{ path: 'patients.1.patientId' }] })
  const answer = await shop.api.request('POST', '/orders', {
    token: customer.token,
    body: shop.orderOf(customer),
  })
  expect(answer.status).toBe(422)
})

const cents = (price: number) => Math.round(price * 100)

/** Everything that the branch sells to anyone, with all containers bought. */
function everything(): Pick<CreateOrder['patients'][number], 'analysisIds' | 'optionalMaterials'> {
  const { analyses, materials } = assortmentForCart({
    snapshot: shop.api.context.catalogue.current(),
    laboratoryId: BRANCH_ID,
    locale: 'en',
  })!
  const plain = [...analyses.values()].filter(({ rules }) => rules.length === 0)
  const optional = [...materials.values()].filter(({ isOptional }) => isOptional)
  return {
    analysisIds: plain.map(({ id }) => id),
    optionalMaterials: Object.fromEntries(optional.map(({ id }) => [id, true])),
  }
}

test('an order of everything for two people keeps each line; an order of more than a cart holds is refused', async () => {
  const family = await shop.customer()
  const others = await Promise.all(
    ['Ewa', 'Iga', 'Ola', 'Zoe'].map((firstName) => shop.api.createPatient(family, { firstName })),
  )
  const everybody = [family.patientId, ...others.map(({ id }) => id)].map((patientId) =>
    patient({ patientId, ...everything() }),
  )
  await expect(shop.placeOrder(family, { patients: everybody })).rejects.toMatchObject({
    code: 'invalid_fields',
    errors: [{ path: 'patients', message: 'at most 1000 analyses of all patients' }],
  })
  const patients = everybody.slice(0, 2)
  const { analysisIds } = everything()
  const { id } = await shop.placeOrder(family, { patients })
  const order = await family.client.order(id)
  for (const { lines, subtotal } of order.patients) {
    const ids = lines.flatMap((line) => (line.kind === 'analysis' ? line.id : []))
    expect(new Set(ids)).toEqual(new Set(analysisIds))
    expect(cents(lines.reduce((sum, { price }) => sum + price.price, 0))).toBe(cents(subtotal.price))
  }
  expect(cents(order.patients.reduce((sum, { subtotal }) => sum + subtotal.price, 0))).toBe(
    cents(order.total.price),
  )
})

test('creating an order takes at most fifteen statements between begin and commit, and reading it at most three', async () => {
  const request = shop.orderOf(customer)
  const key = randomUUID()
  // One of the engines also reports the begin and commit of the transaction itself.
  const cost = async (work: () => Promise<unknown>) =>
    (await database.statementsOf(work)).filter((text) => !/^(?:begin|commit)\b/i.test(text)).length
  expect(await cost(() => customer.client.createOrder(request, key))).toBeLessThanOrEqual(15)
  const { id } = await customer.client.createOrder(request, key)
  expect(await cost(() => customer.client.order(id))).toBeLessThanOrEqual(3)
  expect(await cost(() => customer.client.orders())).toBeLessThanOrEqual(3)
})

test('creating and reading an order is recorded in the audit log', async () => {
  const { id } = await shop.placeOrder(customer)
  await customer.client.order(id)
  const entries = await database.queries.select().from(auditEntries).where(eq(auditEntries.objectId, id))
  expect(entries.map(({ action, userId }) => [action, userId]).sort()).toEqual([
    ['create', customer.user.id],
    ['read', customer.user.id],
  ])
})

test('while the provider is down the order is kept, and the same key asks again', async () => {
  const request = shop.orderOf(customer)
  const key = randomUUID()
  shop.bepaid.isDown = true
  const first = await customer.client.createOrder(request, key)
  expect(first.redirectUrl).toBe(`http://shop.example/order/order-submitted?orderId=${first.id}`)
  expect(await customer.client.order(first.id)).toMatchObject({ payment: { state: 'created' } })
  shop.bepaid.isDown = false
  const second = await customer.client.createOrder(request, key)
  expect(second).toMatchObject({ id: first.id, number: first.number })
  expect(second.redirectUrl).toContain(shop.bepaid.url)
  const attempts = await database.queries
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, first.id))
  expect(attempts).toHaveLength(1)
})

test('an account makes only so many orders within an hour, even if it cancels each; a repeated request is not refused', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  const { settings } = shop.api.context
  const { unpaidOrderLimit } = settings
  onTestFinished(() => void Object.assign(settings, { unpaidOrderLimit }))
  settings.unpaidOrderLimit = 1
  const buyer = await shop.customer()
  const key = randomUUID()
  const request = shop.orderOf(buyer)
  const first = await buyer.client.createOrder(request, key)
  await buyer.client.cancelOrder(first.id)
  shop.clock.pass(20)
  for (let made = 1; made < 6; made++) {
    const { id } = await shop.placeOrder(buyer)
    await buyer.client.cancelOrder(id)
  }
  await expect(shop.placeOrder(buyer)).rejects.toMatchObject({
    status: 429,
    code: 'too_many_requests',
    retryAfter: 40 * 60,
  })
  expect(await buyer.client.orders()).toHaveLength(6)
  expect((await buyer.client.createOrder(request, key)).id).toBe(first.id)
  await shop.placeOrder(await shop.customer())
  shop.clock.pass(40)
  await shop.placeOrder(buyer)
})
