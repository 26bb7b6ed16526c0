import type { CreateOrder } from '@shop/contract/orders'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { LOCALES } from '@shop/domain/locale'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf, readTags, tagsOf } from '../pdf/testing/read-pdf.ts'
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
  const { text } = await readPdf(answer)
  expect(text).toContain(`Квитанция об оплате заказа ${order.number}`)
  expect(text).toContain('Kowalska Anna')
  expect(text).toContain('Общий анализ крови с лейкоцитарной формулой и СОЭ')
  expect(text).toContain('21,90')
  expect(text).toMatch(/Итого\s+28,80\sBYN/)
  expect(text).toContain('Тестовый платёж')
})

test.each(LOCALES)(
  'a screen reader meets the receipt’s title, people and lines as such (%s)',
  async (locale) => {
    const order = await paidOrder()
    const answer = await shop.api.client(customer.token, locale).orderReceipt(order.id)
    const { language, isAccessible, title, showsTitle } = await readPdf(answer.clone())
    expect({ language, isAccessible, showsTitle }).toEqual({
      language: locale,
      isAccessible: true,
      showsTitle: true,
    })
    const tags = await readTags(answer)
    expect(tagsOf(tags, 'H1').map(({ text }) => text)).toEqual([title])
    expect(tagsOf(tags, 'H2').map(({ text }) => text)).toEqual(['Kowalska Anna'])
    const [table] = tagsOf(tags, 'Table')
    expect(tagsOf([table!], 'TH')).toHaveLength(3)
    const [, line] = tagsOf([table!], 'TR')
    const cells = tagsOf([line!], 'TD').map(({ text }) => text)
    expect(cells[0]).toMatch(/^1001 /)
    expect(cells[2]).toMatch(/21[.,]90/)
  },
)

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
