import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { comesHome } from '@shop/domain/laboratory'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseFormerContacts } from './order-personal-data.ts'
import { orderLines, orderPatients, orders } from './tables.ts'
import { type Customer, openShop, type Shop } from './testing/order-fixture.ts'

let database: TestDatabase
let shop: Shop
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

function homeVisit(start: string) {
  const laboratory = shop.api.context.catalogue
    .current()
    .laboratories.values()
    .find((one) => comesHome(one) && one.isOffered)!
  const parts = { locality: '', entranceNumber: '', floorNumber: '', apartmentNumber: '', addressNotes: '' }
  const address = { ...parts, street: 'Lesnaya', houseNumber: '4' }
  const visit = { kind: 'homeCall' as const, start, callableRegionId: 1, address, phone: '+375 29 111-22-33' }
  const feedback = { useEmail: true, usePhone: true, quickPhone: '+375 29 111-22-34' }
  return { laboratoryId: laboratory.id, visit, feedback }
}

async function payFor(token: string) {
  shop.bepaid.conclude(token, 'successful')
  await shop.notify(shop.bepaid.notification(token))
}

async function erase(customer: Customer) {
  await customer.client.eraseAccount({ password: customer.password })
}

async function stored(id: string) {
  const [order] = await database.queries.select().from(orders).where(eq(orders.id, id))
  const patients = await database.queries.select().from(orderPatients).where(eq(orderPatients.orderId, id))
  const lines = await database.queries.select().from(orderLines).where(eq(orderLines.orderId, id))
  return { order: order!, patients, lines }
}

test('the export holds orders with people, lines, history and payments, but nothing that opens a payment page', async () => {
  const customer = await shop.customer()
  const order = await shop.placeOrder(customer, homeVisit('2040-03-08T08:00:00+03:00'))
  await payFor(order.token)
  const data = await (await customer.client.exportAccount()).json()
  expect(data.orders).toMatchObject([
    {
      number: order.number,
      state: 'paid',
      total: 6180,
      address: { street: 'Lesnaya' },
      feedback: { useEmail: true, usePhone: true, quickPhone: '+375 29 111-22-34' },
      patients: [{ firstName: 'Anna' }],
      lines: [{ code: '1001', execPeriod: expect.any(Number) }, { kind: 'material' }],
      history: [{ cause: 'created' }, { cause: 'paymentSettled' }],
      paymentAttempts: [{ state: 'paid', amount: 6180 }],
      payments: [{ kind: 'settled', provider: 'bepaid' }],
    },
  ])
  expect(JSON.stringify(data)).not.toContain(order.token)
})

test('erasing the account cancels an unpaid order and leaves nothing about people in it', async () => {
  const customer = await shop.customer()
  const { id } = await shop.placeOrder(customer, homeVisit('2040-03-08T09:00:00+03:00'))
  await erase(customer)
  const { order, patients, lines } = await stored(id)
  expect(order).toMatchObject({ state: 'cancelled', userId: null, address: null, phone: null, region: null })
  expect(order.feedback.contactPhone).toBe('')
  expect([...patients, ...lines]).toEqual([])
})

test('contact details are stored, read and erased under the names of the previous release', async () => {
  const customer = await shop.customer()
  const feedback = { useEmail: false, usePhone: true, quickPhone: '+375 29 111-22-34' }
  const { id, token } = await shop.placeOrder(customer, { feedback })
  const stores = async () => {
    const { rows } = await database.queries.execute(
      sql`select feedback from laboratory.customer_order where id = ${id}`,
    )
    return rows[0]!.feedback
  }
  expect(await stores()).toEqual(feedback)
  expect((await customer.client.order(id)).feedback).toEqual(feedback)
  const { quickPhone: _, ...without } = feedback
  await database.queries.execute(
    sql`update laboratory.customer_order set feedback = ${JSON.stringify(without)} where id = ${id}`,
  )
  expect((await customer.client.order(id)).feedback).toEqual(without)
  await database.queries.execute(
    sql`update laboratory.customer_order set feedback = ${JSON.stringify(feedback)} where id = ${id}`,
  )
  await payFor(token)
  shop.clock.now = new Date('2040-03-20T07:00:00Z')
  await erase(customer)
  expect(await stores()).toEqual({ useEmail: false, usePhone: false, quickPhone: '' })
})

test('money that arrives for an erased account’s order is still recorded', async () => {
  const customer = await shop.customer()
  const { id, token, number } = await shop.placeOrder(customer)
  await erase(customer)
  await payFor(token)
  expect((await stored(id)).order).toMatchObject({ state: 'cancelled', refundDue: true })
  await shop.api.mailServer.take({ to: 'support@shop.example', subject: new RegExp(number) })
})

test('a paid order stays with the laboratory, and its address is deleted after the visit', async () => {
  const customer = await shop.customer()
  const { id, token } = await shop.placeOrder(customer, homeVisit('2040-03-08T10:00:00+03:00'))
  await payFor(token)
  await erase(customer)
  const kept = await stored(id)
  expect(kept.order).toMatchObject({ state: 'paid', userId: null, address: { street: 'Lesnaya' } })
  expect(kept.patients).toMatchObject([{ firstName: 'Anna', lastName: 'Kowalska' }])
  expect(kept.lines).toHaveLength(2)
  shop.clock.now = new Date('2040-03-09T07:00:00Z')
  await eraseFormerContacts(shop.api.context)
  expect((await stored(id)).order.address).not.toBeNull()
  shop.clock.now = new Date('2040-03-09T07:31:00Z')
  await eraseFormerContacts(shop.api.context)
  const { order, patients } = await stored(id)
  expect(order).toMatchObject({ address: null, phone: null })
  expect(patients).toHaveLength(1)
})

test('the address of a visit is kept while its account exists', async () => {
  const customer = await shop.customer()
  const { id, token } = await shop.placeOrder(customer, homeVisit('2040-03-12T10:00:00+03:00'))
  await payFor(token)
  shop.clock.now = new Date('2040-03-20T07:00:00Z')
  await eraseFormerContacts(shop.api.context)
  expect((await stored(id)).order.address).not.toBeNull()
})
