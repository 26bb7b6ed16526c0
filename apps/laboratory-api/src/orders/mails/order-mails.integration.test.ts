import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { qrPicture } from '../../mail/qr-picture.ts'
import type { TestMail } from '../../testing/test-mail-server.ts'
import { withoutIds } from '../../testing/without-ids.ts'
import { remindOfVisits } from '../remind-of-visits.ts'
import { analysisId, type Customer, openShop, type Shop } from '../testing/order-fixture.ts'
import { visitTomorrowMail } from './patient-mails.ts'

const LABORATORY = 'minsk-nezavisimosti@example.com'

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

async function paidOrder(start: string, by = customer) {
  const order = await shop.placeOrder(by, { visit: { kind: 'branch', start } })
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  return order
}

function calendarOf({ attachments }: TestMail): string {
  const file = attachments.find(({ filename }) => filename === 'visit.ics')
  expect(file?.mimeType).toBe('text/calendar')
  return new TextDecoder().decode(file!.content as ArrayBuffer)
}

/** A long line of a calendar file is folded, also in the middle of a word or an id. */
const unfolded = (calendar: string) => calendar.replaceAll('\r\n ', '')

function mailTo(to: string, subject: RegExp): Promise<TestMail> {
  return shop.api.mailServer.take({ to, subject })
}

test('the mail about a new order says until when it can be paid', async () => {
  const order = await shop.placeOrder(customer)
  const mail = await mailTo(customer.user.email, new RegExp(`Order ${order.number} is awaiting payment`))
  expect(mail.text).toMatch(new RegExp(`^Order ${order.number}\n\nOne step left: payment\n`))
  expect(mail.text).toContain('pay by Mon 5\u00a0Mar, 9:30')
  expect(mail.text).toContain(`http://shop.example/order/order-submitted?orderId=${order.id}`)
  expect(mail.text).toMatch(/Total: 28\.80\sBYN/)
})

test('a paid order is confirmed with visit, preparation and a calendar file, naming no analysis', async () => {
  const order = await paidOrder('2040-03-09T09:00:00+03:00')
  const mail = await mailTo(customer.user.email, new RegExp(`Order ${order.number} is paid`))
  expect(mail.text).toMatch(
    new RegExp(`^Order ${order.number}\n\nPaid\\. See you on Friday 9\u00a0March\\.\n`),
  )
  expect(mail.text).toContain('Visit: Friday 9\u00a0March\u00a02040, 9:00')
  expect(mail.text).toContain('Минск, проспект Независимости, 116Б')
  expect(mail.text).toContain('Anna: before the visit')
  expect(mail.text).toContain('From Fri 9\u00a0Mar, 5:00: don’t eat; still water is fine.')
  const calendar = calendarOf(mail)
  expect(calendar).toContain('DTSTART:20400309T060000Z')
  expect(withoutIds(`${mail.text}${mail.html}${unfolded(calendar)}`)).not.toMatch(/blood count|\b1001\b/i)
})

test('for a branch visit, the mail embeds the order’s number as a code to scan and states it in words beside it', async () => {
  const order = await paidOrder('2040-03-09T09:45:00+03:00')
  const mail = await mailTo(customer.user.email, new RegExp(`Order ${order.number} is paid`))
  const code = mail.attachments.find(({ mimeType }) => mimeType === 'image/png')!
  const cid = code.contentId?.replace(/^<|>$/g, '')
  expect(mail.html).toContain(`src="cid:${cid}"`)
  expect(Buffer.from(code.content as ArrayBuffer)).toEqual(qrPicture(order.number, 8))
  expect(code).toMatchObject({ disposition: 'inline', related: true })
  expect(mail.text).toContain(`Show this code at reception, or say the number ${order.number}.`)
  // Opening the mail requests nothing from a server.
  expect(mail.html).not.toMatch(/src="http/)
})

test('a baby is not told to fast, by mail or by calendar', async () => {
  const { id } = await shop.api.createPatient(customer, { firstName: 'Zosia', dateOfBirth: '2039-07-01' })
  const ordered = await paidOrder('2040-03-09T10:00:00+03:00', { ...customer, patientId: id })
  const mail = await mailTo(customer.user.email, new RegExp(`Order ${ordered.number} is paid`))
  for (const text of [mail.text!, unfolded(calendarOf(mail))]) {
    expect(text).toContain('Zosia: before the visit')
    expect(text).toContain('right before the next feed')
    expect(text).not.toContain('don’t eat')
  }
  const { preparation } = (await customer.client.order(ordered.id)).patients[0]!
  expect(preparation).toEqual({
    fastingHours: 0,
    fastFrom: null,
    beforeFeed: true,
    notes: [],
    fastingNote: null,
    isLateForUrine: false,
  })
})

test('an afternoon is called late for the morning’s urine by the order, its mails and its calendar, also after a move', async () => {
  const WARNING = 'Late for morning urine'
  const user = await shop.customer()
  const patient = {
    patientId: user.patientId,
    analysisIds: [analysisId(shop.api, '7001')],
    optionalMaterials: { 40: false },
    pregnant: false,
  }
  const [morning, afternoon] = ['2040-04-03T09:00:00+03:00', '2040-04-03T13:00:00+03:00']
  const visit = { kind: 'branch', start: morning } as const
  const { id, number, token } = await shop.placeOrder(user, { patients: [patient], visit })
  const isLate = async () => (await user.client.order(id)).patients[0]!.preparation.isLateForUrine
  shop.bepaid.conclude(token, 'successful')
  await shop.notify(shop.bepaid.notification(token))
  const paid = await mailTo(user.user.email, new RegExp(`Order ${number} is paid`))
  expect(await isLate()).toBe(false)
  expect(`${paid.text}${unfolded(calendarOf(paid))}`).not.toContain(WARNING)

  await user.client.moveVisit(id, { start: afternoon, current: morning })
  const moved = await mailTo(user.user.email, /A new time for your visit/)
  expect(await isLate()).toBe(true)
  expect(unfolded(calendarOf(moved))).toContain(WARNING)
  const reminder = await visitTomorrowMail(shop.api.context, id, new Date('2040-04-02T12:00:00Z'))
  expect(JSON.stringify(reminder)).toContain(WARNING)
})

test('the laboratory’s mail has the order’s number and a link, but no person and no test code', {
  tags: ['ASVS-14.2.3'],
}, async () => {
  const order = await paidOrder('2040-03-09T09:15:00+03:00')
  const mail = await mailTo(LABORATORY, new RegExp(`Заказ ${order.number}`))
  expect(mail.text).toContain(
    `http://shop.example/laboratory-api/fhir/R4/ServiceRequest?requisition=${order.number}`,
  )
  expect(withoutIds(`${mail.text}${mail.html}`)).not.toMatch(
    /Kowalska|Anna|\b1990\b|\b1001\b|анализ крови|blood/i,
  )
})

test('containers that patients bring are not in the mail to the laboratory', async () => {
  const patient = {
    patientId: customer.patientId,
    analysisIds: [analysisId(shop.api, '7001')],
    optionalMaterials: { 40: false },
    pregnant: false,
  }
  const order = await shop.placeOrder(customer, { patients: [patient] })
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  const mail = await mailTo(LABORATORY, new RegExp(`Заказ ${order.number}`))
  expect(withoutIds(`${mail.text}${mail.html}`)).not.toMatch(/Контейнер|\b7001\b/)
})

test('mails are in the language of the account', async () => {
  const user = await shop.api.registerConfirmedUser({ locale: 'ru', firstName: 'Анна' })
  const { id } = await shop.api.createPatient(user, { firstName: 'Анна' })
  const order = await paidOrder('2040-03-09T09:30:00+03:00', { ...user, patientId: id })
  const mail = await mailTo(user.user.email, new RegExp(`Заказ ${order.number} оплачен`))
  expect(mail.text).toContain('Здравствуйте, Анна!')
  expect(mail.text).toMatch(/С пт, 9\u00a0мар\.,.*: не есть;/)
})

test('people are reminded once, on the afternoon before, and of paid visits only', async () => {
  const other = await shop.customer()
  await paidOrder('2040-03-13T09:00:00+03:00', other)
  await paidOrder('2040-03-14T09:00:00+03:00', other)
  await shop.placeOrder(other, { visit: { kind: 'branch', start: '2040-03-13T10:00:00+03:00' } })
  shop.clock.now = new Date('2040-03-12T11:59:00Z')
  expect(await remindOfVisits(shop.api.context)).toBe(0)
  shop.clock.now = new Date('2040-03-12T12:00:00Z')
  expect(await remindOfVisits(shop.api.context)).toBe(1)
  expect(await remindOfVisits(shop.api.context)).toBe(0)
  const mail = await mailTo(other.user.email, /Your visit is tomorrow/)
  expect(mail.text).toContain('Tuesday 13\u00a0March\u00a02040, 9:00')
})

test('a reminder that waited past midnight, or whose visit was moved, is not sent', async () => {
  const { id } = await paidOrder('2040-03-20T09:00:00+03:00')
  const reminder = (now: string) => visitTomorrowMail(shop.api.context, id, new Date(now))
  expect(await reminder('2040-03-19T20:59:00Z')).not.toBeNull()
  // The day of the visit has begun in Minsk.
  expect(await reminder('2040-03-19T21:00:00Z')).toBeNull()
  const [from, to] = ['2040-03-20T09:00:00+03:00', '2040-03-27T09:00:00+03:00']
  await customer.client.moveVisit(id, { start: to, current: from })
  expect(await reminder('2040-03-19T20:59:00Z')).toBeNull()
  expect(await reminder('2040-03-26T12:00:00Z')).not.toBeNull()
})

test('a customer who paid a moment ago is not reminded as well', async () => {
  shop.clock.now = new Date('2040-03-15T12:30:00Z')
  await paidOrder('2040-03-16T09:00:00+03:00', await shop.customer())
  expect(await remindOfVisits(shop.api.context)).toBe(0)
})

test('subjects and file names reveal nothing about health', async () => {
  const names = [...shop.api.context.catalogue.current().analyses.values()].flatMap(({ name }) => [
    name.en,
    name.ru,
  ])
  const people: string[] = []
  for (const [locale, time] of [
    ['en', '09:00:00+03:00'],
    ['ru', '09:15:00+03:00'],
  ] as const) {
    const user = await shop.api.registerConfirmedUser({ locale })
    const { id: patientId } = await shop.api.createPatient(user)
    await shop.placeOrder({ ...user, patientId })
    const current = `2040-03-22T${time}`
    const { id, number } = await paidOrder(current, { ...user, patientId })
    await user.client.moveVisit(id, { start: `2040-03-29T${time}`, current })
    const { email } = user.user
    people.push(email)
    await mailTo(email, /is awaiting payment|ждёт оплаты/)
    await mailTo(email, /is paid|оплачен/)
    await mailTo(email, /A new time|Новое время/)
    await mailTo(LABORATORY, new RegExp(`^Заказ.*${number}`))
  }
  shop.clock.now = new Date('2040-03-28T12:00:00Z')
  expect(await remindOfVisits(shop.api.context)).toBe(2)
  for (const email of people) await mailTo(email, /tomorrow|Завтра/)
  expect(shop.api.mailServer.mails.length).toBeGreaterThan(5)
  for (const { subject = '', attachments } of shop.api.mailServer.mails) {
    expect(names.filter((name) => subject.includes(name))).toEqual([])
    for (const { filename } of attachments) expect(filename).toMatch(/^(visit\.ics|\d{7}\.png)$/)
  }
})
