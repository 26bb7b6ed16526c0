import { PATIENTLY } from '@shop/database/testing/patience'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { observation, paidOrder, quantity, reportOn, specimenOf } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { orders } from '../orders/tables.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { changeWhileLocked } from '../testing/change-while-locked.ts'
import { testResults } from './tables.ts'
import { HAEMOGLOBIN } from './testing/reported-result.ts'

const READY = /^A result is ready$/
const WITHDRAWN = /^There is a change in your account$/

const house = laboratoryOfFile()

test('a final result is mailed once, without a word about health', { tags: ['slow'] }, async () => {
  const customer = await house.shop.customer()
  const order = await paidOrder(house.shop, house.laboratory, customer)
  const [request] = order.requests
  const { email } = customer.user
  await house.laboratory.report(specimenOf([request]))
  await house.laboratory.report(...reportOn(request, [], { status: 'registered', issued: undefined }))
  const preliminary = { ...observation(request, HAEMOGLOBIN), status: 'preliminary' }
  await house.laboratory.report(...reportOn(request, [preliminary], { status: 'preliminary' }))
  const final = reportOn(request, [observation(request, HAEMOGLOBIN)], {
    issued: '2040-03-05T08:50:00+03:00',
  })
  await house.laboratory.report(...final)
  await house.laboratory.report(...final)

  const mail = await house.shop.api.mailServer.take({ to: email, subject: READY })
  const { items } = await customer.client.testResults()
  expect(mail.text).toContain(`http://shop.example/test-results/${items[0]!.id}/patients`)
  expect(mail.text).toContain(order.number)
  for (const part of [mail.subject, mail.text, mail.html]) {
    for (const word of ['blood', 'aemoglobin', 'g/L']) expect(part).not.toContain(word)
  }
  // Without the random parts: the address of the page and the order's number.
  const said = mail.text!.replaceAll(/https?:\/\/\S+/g, '').replaceAll(order.number, '')
  expect(said).not.toMatch(/\b116\b/)
  expect(mail.attachments).toEqual([])

  // Another person's mail, sent after all of the above, shows that no second one was queued before it.
  const other = await house.shop.customer()
  const otherOrder = await paidOrder(house.shop, house.laboratory, other)
  const otherRequest = otherOrder.requests[0]
  await house.laboratory.report(...reportOn(otherRequest, [observation(otherRequest, HAEMOGLOBIN)]))
  await house.shop.api.mailServer.take({ to: other.user.email, subject: READY })
  const sent = house.shop.api.mailServer.mails.filter(
    ({ recipients, subject }) => recipients.includes(email) && READY.test(subject ?? ''),
  )
  expect(sent).toHaveLength(1)
})

test('a cancelled report and one without any value are not mailed', async () => {
  const customer = await house.shop.customer()
  const [cancelled, empty] = [
    await paidOrder(house.shop, house.laboratory, customer),
    await paidOrder(house.shop, house.laboratory, customer),
  ]
  await house.laboratory.report(...reportOn(cancelled.requests[0], [], { status: 'cancelled' }))
  const absent = observation(empty.requests[0], HAEMOGLOBIN, {
    dataAbsentReason: { coding: [{ code: 'unsatisfactory' }] },
  })
  await house.laboratory.report(...reportOn(empty.requests[0], [absent]))
  const ready = await paidOrder(house.shop, house.laboratory, customer)
  await house.laboratory.report(...reportOn(ready.requests[0], [observation(ready.requests[0], HAEMOGLOBIN)]))
  const mail = await house.shop.api.mailServer.take({ to: customer.user.email, subject: READY })
  expect(mail.text).toContain(ready.number)
  const sent = house.shop.api.mailServer.mails.filter(
    ({ recipients, subject }) => recipients.includes(customer.user.email) && READY.test(subject ?? ''),
  )
  expect(sent).toHaveLength(1)
})

test('taking back a final result is mailed immediately and once, without a word about health', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const order = await paidOrder(house.shop, house.laboratory, customer)
  const [request] = order.requests
  const { email } = customer.user
  await house.laboratory.report(...reportOn(request, [observation(request, HAEMOGLOBIN)]))
  await house.shop.api.mailServer.take({ to: email, subject: READY })
  const cancelled = reportOn(request, [], { status: 'cancelled', issued: '2040-03-05T08:50:00+03:00' })
  await house.laboratory.report(...cancelled)
  await house.laboratory.report(...cancelled)
  const mail = await house.shop.api.mailServer.take({ to: email, subject: WITHDRAWN })
  const { items } = await customer.client.testResults()
  expect(mail.text).toContain(`http://shop.example/test-results/${items[0]!.id}/patients`)
  expect(mail.text).toContain(order.number)
  for (const part of [mail.subject, mail.text, mail.html]) {
    for (const word of ['blood', 'aemoglobin', 'g/L']) expect(part).not.toContain(word)
  }

  // Values that a corrected report no longer has are also taken back; this mail is sent after all of the above.
  const other = await house.shop.customer()
  const { requests } = await paidOrder(house.shop, house.laboratory, other)
  await house.laboratory.report(...reportOn(requests[0], [observation(requests[0], HAEMOGLOBIN)]))
  const absent = observation(requests[0], HAEMOGLOBIN, {
    dataAbsentReason: { coding: [{ code: 'unsatisfactory' }] },
  })
  const corrected = { status: 'corrected', issued: '2040-03-05T08:50:00+03:00' }
  await house.laboratory.report(...reportOn(requests[0], [absent], corrected))
  await house.shop.api.mailServer.take({ to: other.user.email, subject: WITHDRAWN })
  const sent = house.shop.api.mailServer.mails.filter(
    ({ recipients, subject }) => recipients.includes(email) && WITHDRAWN.test(subject ?? ''),
  )
  expect(sent).toHaveLength(1)
})

test('a result that no one has seen is taken back without a mail', { tags: ['slow'] }, async () => {
  const { settings } = house.shop.api.context
  Object.assign(settings, { resultRelease: 'critical' })
  const customer = await house.shop.customer()
  const [held, preliminary] = [
    await paidOrder(house.shop, house.laboratory, customer),
    await paidOrder(house.shop, house.laboratory, customer),
  ]
  const critical = observation(held.requests[0], HAEMOGLOBIN, {
    interpretation: [{ coding: [{ code: 'LL' }] }],
  })
  const first = { ...observation(preliminary.requests[0], HAEMOGLOBIN), status: 'preliminary' }
  await house.laboratory.report(...reportOn(held.requests[0], [critical]))
  await house.laboratory.report(...reportOn(preliminary.requests[0], [first], { status: 'preliminary' }))
  const later = { status: 'cancelled', issued: '2040-03-05T08:50:00+03:00' }
  for (const { requests } of [held, preliminary])
    await house.laboratory.report(...reportOn(requests[0], [], later))
  Object.assign(settings, { resultRelease: 'none' })
  const seen = await paidOrder(house.shop, house.laboratory, customer)
  await house.laboratory.report(...reportOn(seen.requests[0], [observation(seen.requests[0], HAEMOGLOBIN)]))
  await house.laboratory.report(...reportOn(seen.requests[0], [], later))
  const mail = await house.shop.api.mailServer.take({ to: customer.user.email, subject: WITHDRAWN })
  expect(mail.text).toContain(seen.number)
  const sent = house.shop.api.mailServer.mails.filter(
    ({ recipients, subject }) => recipients.includes(customer.user.email) && WITHDRAWN.test(subject ?? ''),
  )
  expect(sent).toHaveLength(1)
})

test('a report that waited while another one of its order was mailed is mailed too', async () => {
  const { api, clock } = house.shop
  const customer = await house.shop.customer()
  const { requests, id } = await paidOrder(house.shop, house.laboratory, customer)
  await house.laboratory.report(...reportOn(requests[0], [], { status: 'registered', issued: undefined }))
  const outcome = await changeWhileLocked(house.database, {
    lock: (queries) => queries.select().from(orders).where(eq(orders.id, id)).for('update'),
    act: () => house.laboratory.report(...reportOn(requests[0], [observation(requests[0], HAEMOGLOBIN)])),
    // What the other one does, which came later but got the lock first.
    change: (queries) => {
      clock.pass(5)
      return queries.update(testResults).set({ announcedAt: clock.now }).where(eq(testResults.orderId, id))
    },
  })
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
  const { client } = await createStaff(api, everywhere('support'))
  const { mails } = await client.deskOrder(id)
  expect(mails.filter(({ kind }) => kind === 'result-ready')).toHaveLength(1)
})

test('the mail says that a critical value is urgent, with a telephone number, but not in the subject', async () => {
  const customer = await house.shop.customer()
  const { requests } = await paidOrder(house.shop, house.laboratory, customer)
  const critical = observation(requests[0], HAEMOGLOBIN, { interpretation: [{ coding: [{ code: 'LL' }] }] })
  await house.laboratory.report(...reportOn(requests[0], [critical]))
  const mail = await house.shop.api.mailServer.take({ to: customer.user.email, subject: READY })
  expect(mail.text).toContain('needs a doctor’s attention today')
  expect(mail.text).toContain(house.shop.api.context.partner.phone)
  expect(mail.text).not.toMatch(/haemoglobin|g\/L/i)
})

/** A paid order whose mails about results staff see, the latest first. */
async function orderWithMails() {
  const customer = await house.shop.customer()
  const { id, requests } = await paidOrder(house.shop, house.laboratory, customer)
  const { client } = await createStaff(house.shop.api, everywhere('support'))
  const mails = async () => (await client.deskOrder(id)).mails.filter(({ kind }) => kind === 'result-ready')
  return {
    request: requests[0],
    to: customer.user.email,
    statesAre: (...states: string[]) =>
      vi.waitFor(async () => expect((await mails()).map(({ state }) => state)).toEqual(states), PATIENTLY),
    repeat: async (index: number) => client.repeatOrderMail(id, (await mails())[index]!.id),
  }
}

test('after an outage of the mail server a result reported in parts is mailed once, and can still be sent again', {
  tags: ['slow'],
}, async () => {
  const { api, clock } = house.shop
  const { request, to, statesAre, repeat } = await orderWithMails()
  api.mailServer.refuse(451)
  onTestFinished(() => api.mailServer.refuse(null))
  for (const [value, minutes] of [
    [116, 0],
    [117, 20],
    // Less than a quarter of an hour after the second: its mail waits, and the second is sent.
    [118, 1],
  ] as const) {
    clock.pass(minutes)
    const part = observation(request, HAEMOGLOBIN, { valueQuantity: quantity(value, 'g/L') })
    const issued = `2040-03-05T08:${value - 70}:00+03:00`
    const status = value === 116 ? 'final' : 'corrected'
    await house.laboratory.report(...reportOn(request, [part], { issued, status }))
  }
  // Dropped even before the server is back.
  await statesAre('waiting', 'waiting', 'dropped')
  api.mailServer.refuse(null)
  await statesAre('waiting', 'sent', 'dropped')
  await api.mailServer.take({ to, subject: READY })

  // By the time of the third, staff send the second again.
  clock.pass(20)
  await repeat(1)
  await api.mailServer.take({ to, subject: READY })
  await statesAre('sent', 'waiting', 'sent', 'dropped')
})

test('a refused mail about a result is sent when staff repeat it, although a later one has followed', {
  tags: ['slow'],
}, async () => {
  const { api, clock } = house.shop
  const { request, to, statesAre, repeat } = await orderWithMails()
  api.mailServer.refuseRecipient(to)
  await house.laboratory.report(...reportOn(request, [observation(request, HAEMOGLOBIN)]))
  await statesAre('refused')
  api.mailServer.refuseRecipient(to, false)
  clock.pass(20)
  const value = observation(request, HAEMOGLOBIN, { valueQuantity: quantity(117, 'g/L') })
  const corrected = { status: 'corrected', issued: '2040-03-05T08:50:00+03:00' }
  await house.laboratory.report(...reportOn(request, [value], corrected))
  await statesAre('sent', 'refused')
  await repeat(1)
  await statesAre('sent', 'sent')
})
