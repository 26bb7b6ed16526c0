import type { CreateOrder } from '@shop/contract/orders'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundPayment } from '../payments/refund-payment.ts'
import { paymentTransactions } from '../payments/tables.ts'
import { readPdf, readTags, tagsOf } from '../pdf/testing/read-pdf.ts'
import { withoutIds } from '../testing/without-ids.ts'
import { analysisId, type Customer, MONDAY, openShop, type Shop } from './testing/order-fixture.ts'

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

test('the receipt says what was paid for whom, in the reader’s language', async () => {
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
  'the receipt’s title, people and lines are tagged as such for a screen reader (%s)',
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

test('the receipt lists each refund of the payment that paid the order, with its date, and what remains', {
  tags: ['slow'],
}, async () => {
  const order = await paidOrder()
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  const paid = await database.queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.orderId, order.id))
  const [settled, second] = ['settled', 'second'].map((kind) => paid.find((one) => one.kind === kind)!)
  const refund = (payment: (typeof paid)[number] | undefined, amount?: number) =>
    refundPayment(shop.api.context, { payment: payment!, amount })
  const receipt = async (locale: Locale) =>
    (await readPdf(await shop.api.client(customer.token, locale).orderReceipt(order.id))).text
  await refund(second)
  expect(await receipt('en')).not.toMatch(/refund|cancelled/i)
  await refund(settled, 900)
  shop.clock.pass(24 * 60)
  await refund(settled, 500)
  expect(await receipt('en')).toMatch(
    /Total\s+28\.80\sBYN\s+Refunded, Monday 5\sMarch\s2040, 9:00\s+9\.00\sBYN\s+Refunded, Tuesday 6\sMarch\s2040, 9:00\s+5\.00\sBYN\s+Paid after refunds\s+14\.80\sBYN/,
  )
  expect(await receipt('ru')).toMatch(/Оплачено с учётом возвратов\s+14,80\sBYN/)
  expect(await receipt('be')).toMatch(/Аплачана з улікам вяртанняў\s+14,80\sBYN/)
  expect(await receipt('pl')).toMatch(/Zapłacono po zwrotach\s+14,80\sBYN/)
  await refund(settled!)
  expect(await receipt('en')).toMatch(/14\.80\sBYN\s+Paid after refunds\s+0\.00\sBYN/)
  expect(await receipt('en')).toMatch(/\bVisit\s.+\(cancelled\)/)
  expect(await receipt('pl')).toMatch(/\bWizyta\s.+\(odwołana\)/)
  shop.clock.now = MONDAY
})

test('an unpaid order has no receipt', async () => {
  const order = await shop.placeOrder(customer)
  await expect(customer.client.orderReceipt(order.id)).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
})

test('the calendar file names time and place but no analysis', async () => {
  const order = await paidOrder({ visit: { kind: 'branch', start: '2040-03-06T09:00:00+03:00' } })
  const answer = await customer.client.orderCalendar(order.id)
  const text = await answer.text()
  expect(answer.headers.get('Content-Type')).toContain('text/calendar')
  expect(text).toContain('DTSTART:20400306T060000Z')
  expect(text).toContain('DTEND:20400306T061500Z')
  expect(text).toContain('Visit to the branch')
  expect(text).toContain('STATUS:CONFIRMED')
  // A long line is folded, also in the middle of an id.
  expect(withoutIds(text.replaceAll('\r\n ', ''))).not.toMatch(/blood|\b1001\b/i)
})

test('for several people, the order and the calendar say whose turn is when, and when each may eat', async () => {
  const child = await shop.api.createPatient(customer, { firstName: 'Sofia', dateOfBirth: '2034-06-11' })
  const ordered = (patientId: string, code: string) => ({
    patientId,
    analysisIds: [analysisId(shop.api, code)],
    optionalMaterials: {},
    pregnant: false,
  })
  const { id } = await paidOrder({
    // A glucose tolerance test of two hours, and a blood count of a child who has fasted for three.
    patients: [ordered(customer.patientId, '1223'), ordered(child.id, '1001')],
    visit: { kind: 'branch', start: '2040-03-07T09:00:00+03:00' },
  })
  expect((await customer.client.order(id)).turns).toEqual([
    {
      patientId: child.id,
      start: '2040-03-07T09:00:00+03:00',
      minutes: 15,
      mayEatFrom: '2040-03-07T09:15:00+03:00',
    },
    {
      patientId: customer.patientId,
      start: '2040-03-07T09:15:00+03:00',
      minutes: 135,
      mayEatFrom: '2040-03-07T11:30:00+03:00',
    },
  ])
  const text = (await (await customer.client.orderCalendar(id)).text()).replace(/\r\n /g, '')
  expect(text).toContain('1. Sofia: about 9:00\\, 15\u00a0min. May eat from about 9:15.')
  expect(text).toContain('2. Anna: about 9:15\\, 135\u00a0min. May eat from about 11:30.')
  const alone = await shop.placeOrder(customer)
  expect((await customer.client.order(alone.id)).turns).toEqual([])
})

test('the calendar file of a cancelled order cancels the entry', async () => {
  const order = await shop.placeOrder(customer)
  await customer.client.cancelOrder(order.id)
  const text = await (await customer.client.orderCalendar(order.id)).text()
  expect(text).toContain('STATUS:CANCELLED')
  expect(text).toContain('SEQUENCE:1')
})
