import type { CreateOrder } from '@shop/contract/orders'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from './testing/order-fixture.ts'

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

async function paidOrder(overrides: Partial<CreateOrder> = {}) {
  const order = await shop.placeOrder(customer, overrides)
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  return order
}

test('the receipt says in the reader’s language what was paid for whom', async () => {
  const order = await paidOrder()
  const answer = await shop.api.client(customer.token, 'ru').orderReceipt(order.id)
  expect(answer.headers.get('Content-Type')).toBe('application/pdf')
  expect(answer.headers.get('Content-Disposition')).toBe(`inline; filename="receipt-${order.number}.pdf"`)
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true })
  expect(text).toContain(`Квитанция об оплате заказа ${order.number}`)
  expect(text).toContain('Kowalska Anna')
  expect(text).toContain('Общий анализ крови с лейкоцитарной формулой и СОЭ')
  expect(text).toContain('21,90')
  expect(text).toMatch(/Итого\s+28,80\sBYN/)
  expect(text).toContain('Тестовый платёж')
})

test('an unpaid order has no receipt', async () => {
  const order = await shop.placeOrder(customer)
  await expect(customer.client.orderReceipt(order.id)).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
})

test('the calendar file names time and place and no analysis', async () => {
  const order = await paidOrder({ visit: { kind: 'branch', start: '2040-03-06T09:00:00+03:00' } })
  const answer = await customer.client.orderCalendar(order.id)
  const text = await answer.text()
  expect(answer.headers.get('Content-Type')).toContain('text/calendar')
  expect(text).toContain('DTSTART:20400306T060000Z')
  expect(text).toContain('DTEND:20400306T061500Z')
  expect(text).toContain('Visit to the laboratory')
  expect(text).toContain('STATUS:CONFIRMED')
  expect(text).not.toMatch(/blood|1001/i)
})

test('the calendar file of a cancelled order takes the entry away', async () => {
  const order = await shop.placeOrder(customer)
  await customer.client.cancelOrder(order.id)
  const text = await (await customer.client.orderCalendar(order.id)).text()
  expect(text).toContain('STATUS:CANCELLED')
  expect(text).toContain('SEQUENCE:1')
})
