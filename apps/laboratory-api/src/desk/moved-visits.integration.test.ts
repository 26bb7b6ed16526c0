import { expect, test } from 'vitest'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { ATTEMPT_LIMITS } from '../limits.ts'
import { remindOfVisits } from '../orders/remind-of-visits.ts'
import { BRANCH_ID, type Customer } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

const house = laboratoryOfFile()
const reception = () => createStaff(house.shop.api, everywhere('reception'))
const at = (day: number, time: string) => `2040-03-${String(day).padStart(2, '0')}T${time}:00+03:00`

async function orderAt(start: string, customer?: Customer) {
  const who = customer ?? (await house.shop.customer())
  return {
    customer: who,
    ...(await paidOrder(house.shop, house.laboratory, who, { visit: { kind: 'branch', start } })),
  }
}

async function freeAt(start: string) {
  const slots = await house.shop.api
    .client()
    .visitSlots({ laboratoryId: BRANCH_ID, from: start.slice(0, 10), days: 1 })
  return slots.find((slot) => slot.start === start)?.free
}

async function lastMail(customer: Customer, subject: RegExp) {
  return house.shop.api.mailServer.take({ to: customer.user.email, subject })
}

test('when a patient moves a paid visit, places, reminder, calendar, laboratory and mail follow', async () => {
  const [from, to] = [at(8, '09:00'), at(9, '10:00')]
  const { id, customer, number } = await orderAt(from)
  const before = await customer.client.order(id)
  expect(before.visitChange).toEqual({ until: '2040-03-07T18:00:00.000Z', movedFrom: null })
  const since = house.shop.clock.now
  house.shop.clock.pass(1)
  const moved = await customer.client.moveVisit(id, { start: to, current: from })
  expect(moved.visit.start).toBe(to)
  expect([await freeAt(from), await freeAt(to)]).toEqual([2, 1])
  expect((await lastMail(customer, /A new time for your visit/)).text).toContain('10:00')
  const ics = await house.shop.api.request('GET', `/orders/${id}/visit.ics`, { token: customer.token })
  expect(await ics.text()).toContain('SEQUENCE:1')
  const [request] = await house.laboratory.requests(number)
  expect(request).toMatchObject({ occurrencePeriod: { start: to } })
  expect(Date.parse((request as { meta: { lastUpdated: string } }).meta.lastUpdated)).toBeGreaterThan(
    since.getTime(),
  )
  const { now } = house.shop.clock
  house.shop.clock.now = new Date('2040-03-08T14:00:00Z')
  expect(await remindOfVisits(house.shop.api.context)).toBe(1)
  house.shop.clock.now = now
})

test('a visit is not moved too late, by a stranger, to a full time, off the grid or from a time it does not have', {
  tags: ['slow'],
}, async () => {
  const from = at(12, '09:00')
  const { id, customer } = await orderAt(from)
  const move = (start: string, current = from, client = customer.client) =>
    client.moveVisit(id, { start, current })
  const stranger = await house.shop.customer()
  await expect(move(at(12, '10:00'), from, stranger.client)).rejects.toMatchObject({ status: 404 })
  await expect(move(at(12, '09:01'))).rejects.toMatchObject({ code: 'visit_off_the_grid' })
  await expect(move(at(12, '10:00'), at(13, '09:00'))).rejects.toMatchObject({ code: 'stale_write' })
  await orderAt(at(12, '10:00'))
  await orderAt(at(12, '10:00'))
  await expect(move(at(12, '10:00'))).rejects.toMatchObject({ status: 409, code: 'slot_taken' })
  expect(await freeAt(from)).toBe(1)
  const { now } = house.shop.clock
  house.shop.clock.now = new Date(at(11, '21:00'))
  await expect(move(at(13, '10:00'))).rejects.toMatchObject({ status: 409, code: 'visit_not_changeable' })
  await expect(customer.client.cancelOrder(id)).rejects.toMatchObject({ code: 'visit_not_changeable' })
  house.shop.clock.now = now
  const both = await Promise.allSettled([move(at(13, '10:00')), move(at(13, '10:15'))])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a family’s visit is moved only to times long enough for everyone, and only such times are offered', async () => {
  const customer = await house.shop.customer()
  const { patients } = house.shop.orderOf(customer)
  const other = await house.shop.api.createPatient(customer, { firstName: 'Ewa' })
  const visit = { kind: 'branch', start: at(16, '09:00') } as const
  const { id } = await paidOrder(house.shop, house.laboratory, customer, {
    patients: [...patients, { ...patients[0]!, patientId: other.id }],
    visit,
  })
  const move = (start: string) => customer.client.moveVisit(id, { start, current: visit.start })
  await expect(move(at(16, '19:45'))).rejects.toMatchObject({ code: 'visit_off_the_grid' })
  expect((await move(at(16, '19:30'))).visit.end).toBe(at(16, '20:00'))

  const { client } = await reception()
  const { version } = await client.deskCalendar(BRANCH_ID)
  const lastQuarter = {
    kind: 'close',
    firstDay: '2040-03-16',
    lastDay: '2040-03-16',
    reason: 'Stock-taking',
  } as const
  const change = { ...lastQuarter, fromTime: '19:45', toTime: '20:00' }
  await client.changeCalendar(BRANCH_ID, { version, change, knownOrderIds: [id] })
  const { displaced } = await client.deskCalendar(BRANCH_ID)
  expect(displaced).toMatchObject([
    { orderId: id, otherTimes: ['18:45', '19:00', '19:15'].map((time) => at(16, time)) },
  ])
})

test('choosing the time that a visit already has changes and mails nothing, but agrees to a time that the desk gave', async () => {
  const from = at(23, '09:00')
  const { id, customer } = await orderAt(from)
  const { client } = await reception()
  const choose = (start: string) => customer.client.moveVisit(id, { start, current: start })
  const mails = async () =>
    (await client.deskOrder(id)).mails.filter(({ kind }) => kind.startsWith('visitMoved')).length
  const same = await choose(from)
  expect(same.visit.start).toBe(from)
  expect(same.history.map(({ cause }) => cause)).not.toContain('visitMoved')
  const ics = await house.shop.api.request('GET', `/orders/${id}/visit.ics`, { token: customer.token })
  expect(await ics.text()).toContain('SEQUENCE:0')
  expect(await mails()).toBe(0)

  const given = at(23, '12:00')
  await client.moveAtDesk(id, { version: 0, current: from, start: given, isAgreed: false })
  const agreed = await choose(given)
  expect(agreed.visitChange.movedFrom).toBeNull()
  expect(agreed.history.map(({ cause }) => cause)).toContain('visitAgreed')
  expect(await mails()).toBe(2)
})

test('an account moves visits only so many times an hour; after that the visit keeps its time', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  const from = at(23, '10:00')
  const { id, customer } = await orderAt(from)
  const { points } = ATTEMPT_LIMITS.visitMovePerAccount
  const { limits } = house.shop.api.context
  for (let moved = 1; moved < points; moved++) await limits.consume('visitMovePerAccount', customer.user.id)
  const last = at(23, '10:30')
  await customer.client.moveVisit(id, { start: last, current: from })
  await expect(
    customer.client.moveVisit(id, { start: at(23, '11:00'), current: last }),
  ).rejects.toMatchObject({ status: 429, code: 'too_many_requests', retryAfter: expect.any(Number) })
  expect((await customer.client.order(id)).visit.start).toBe(last)
})

test('two patients who swap times concurrently do not deadlock', async () => {
  const [one, other] = [await orderAt(at(14, '09:00')), await orderAt(at(14, '10:00'))]
  await Promise.all([
    one.customer.client.moveVisit(one.id, { start: at(14, '10:00'), current: at(14, '09:00') }),
    other.customer.client.moveVisit(other.id, { start: at(14, '09:00'), current: at(14, '10:00') }),
  ])
  expect([await freeAt(at(14, '09:00')), await freeAt(at(14, '10:00'))]).toEqual([1, 1])
})

test('a patient cancels a paid order in time, and the whole payment is refunded', async () => {
  const from = at(15, '09:00')
  const { id, customer } = await orderAt(from)
  const cancelled = await customer.client.cancelOrder(id)
  expect(cancelled).toMatchObject({ state: 'refunded', payment: { state: 'refunded' } })
  expect(await freeAt(from)).toBe(2)
  await expect(customer.client.cancelOrder(id)).rejects.toMatchObject({ code: 'order_not_cancellable' })
  expect((await lastMail(customer, /refund/i)).text).toBeTruthy()
  // The desk sees that the patient cancelled; the patient gets no mail about their own cancellation.
  const { client } = await reception()
  await expect(client.cancelAtDesk(id, { state: 'paid', reason: 'x y' })).rejects.toMatchObject({
    code: 'stale_write',
    body: { changed: { by: null, byPatient: true, change: 'refunded' } },
  })
  expect((await client.deskOrder(id)).mails.map(({ kind }) => kind)).not.toContain('orderCancelled')
})

test('a paid order whose whole payment was refunded while it stayed valid can still be cancelled, by patient and desk', async () => {
  const start = at(15, '12:00')
  const finance = (await createStaff(house.shop.api, everywhere('finance'))).client
  const colleague = (await createStaff(house.shop.api, everywhere('finance'))).client
  async function refundedOrder() {
    const order = await orderAt(start)
    const [payment] = (await finance.listPayments({ find: order.number })).payments
    const { transactions } = await finance.readPayment(payment!.id)
    const { id, amount } = transactions[0]!
    const asked = { amount, reason: 'The sample was lost.', endsOrder: false, version: 0 }
    const refund = await finance.requestRefund(id, asked)
    return { ...order, refund }
  }
  const [one, other] = [await refundedOrder(), await refundedOrder()]
  expect(await freeAt(start)).toBe(0)
  for (const { refund } of [one, other]) {
    if (refund.state === 'requested') await colleague.decideRefund(refund.id, { agrees: true, version: 1 })
  }
  expect(await one.customer.client.order(one.id)).toMatchObject({ state: 'paid' })
  expect(await one.customer.client.cancelOrder(one.id)).toMatchObject({ state: 'refunded' })
  const { client } = await reception()
  expect(await client.cancelAtDesk(other.id, { state: 'paid', reason: 'Patient asked' })).toEqual({
    refund: 'done',
  })
  expect(await other.customer.client.order(other.id)).toMatchObject({ state: 'refunded' })
  expect(await freeAt(start)).toBe(2)
})

test('a patient whose visit the desk moved without asking is asked by mail, and may agree or still cancel until it begins', async () => {
  const [from, to] = [at(16, '09:00'), at(17, '09:00')]
  const { id, customer } = await orderAt(from)
  const { client } = await reception()
  const move = { version: 0, current: from, start: to, isAgreed: false }
  expect(await client.moveAtDesk(id, move)).toEqual({ state: 'expected', version: 1 })
  expect((await lastMail(customer, /A new time for your visit/)).text).toContain('whether it suits you')
  const asked = await customer.client.order(id)
  expect(asked.visitChange).toEqual({ until: '2040-03-17T06:00:00.000Z', movedFrom: from })
  expect((await client.deskOrder(id)).visit).toMatchObject({ start: to, movedFrom: from })
  await expect(customer.client.agreeToVisit(id, { current: from })).rejects.toMatchObject({
    code: 'stale_write',
  })
  house.shop.clock.pass(1)
  const agreed = await customer.client.agreeToVisit(id, { current: to })
  expect(agreed.visitChange.movedFrom).toBeNull()
  await customer.client.agreeToVisit(id, { current: to })
  const { history, visit } = await client.deskOrder(id)
  expect(visit.movedFrom).toBeNull()
  expect(history.slice(0, 2).map(({ kind, by, text }) => [kind, by, text])).toEqual([
    ['visitAgreed', null, null],
    ['moved', 'Olga Novik', '2040-03-16 09:00 → 2040-03-17 09:00'],
  ])
  expect(history[1]?.isAgreed).toBe(false)
})

test('a patient whose visit the desk moves back to the time they chose is told so and not asked again', async () => {
  const [chosen, other] = [at(22, '09:00'), at(22, '12:00')]
  const { id, customer } = await orderAt(chosen)
  const { client } = await reception()
  await client.moveAtDesk(id, { version: 0, current: chosen, start: other, isAgreed: false })
  await lastMail(customer, /A new time for your visit/)
  await client.moveAtDesk(id, { version: 1, current: other, start: chosen, isAgreed: false })
  const { visit, visitChange } = await customer.client.order(id)
  expect(visit.start).toBe(chosen)
  expect(visitChange).toEqual({ until: '2040-03-21T18:00:00.000Z', movedFrom: null })
  const { text } = await lastMail(customer, /A new time for your visit/)
  expect(text).toContain('We now expect you at this time')
  expect(text).not.toContain('whether it suits you')
})

test('a patient who was moved and has not agreed may cancel until the visit begins, past the network’s limit', async () => {
  const { id, customer } = await orderAt(at(21, '09:00'))
  const { client } = await reception()
  const to = at(21, '12:00')
  await client.moveAtDesk(id, { version: 0, current: at(21, '09:00'), start: to, isAgreed: false })
  const { now } = house.shop.clock
  house.shop.clock.now = new Date(at(21, '11:00'))
  expect((await customer.client.cancelOrder(id)).state).toBe('refunded')
  house.shop.clock.now = now
})

test('when patient and desk move one visit, the second sees the first change, and it is not moved twice', async () => {
  const from = at(19, '09:00')
  const { id, customer } = await orderAt(from)
  const { client } = await reception()
  await customer.client.moveVisit(id, { start: at(19, '10:00'), current: from })
  const late = { version: 0, current: from, start: at(19, '11:00'), isAgreed: true }
  await expect(client.moveAtDesk(id, late)).rejects.toMatchObject({
    status: 409,
    code: 'stale_write',
    body: { changed: { by: null, byPatient: true, change: 'visitMoved' } },
  })
  expect((await client.deskOrder(id)).visit.start).toBe(at(19, '10:00'))
  const other = await createStaff(house.shop.api, { role: 'reception', laboratoryIds: [2] })
  const strange = { ...late, current: at(19, '10:00') }
  await expect(other.client.moveAtDesk(id, strange)).rejects.toMatchObject({ status: 404 })
  await expect(other.client.cancelAtDesk(id, { state: 'paid', reason: 'x y' })).rejects.toMatchObject({
    status: 404,
  })
  await client.arriveAtVisit(id, { version: 0, identityChecked: true })
  const here = { ...strange, version: 1 }
  await expect(client.moveAtDesk(id, here)).rejects.toMatchObject({ code: 'visit_not_open' })
})

test('the desk cancels an unpaid order, refunds a paid one, and cancels none whose state it has not seen', async () => {
  const { client } = await reception()
  const customer = await house.shop.customer()
  const unpaid = await house.shop.placeOrder(customer, { visit: { kind: 'branch', start: at(20, '09:00') } })
  const reason = 'Asked for on the telephone'
  await expect(client.cancelAtDesk(unpaid.id, { state: 'paid', reason })).rejects.toMatchObject({
    code: 'stale_write',
  })
  const lateAt = async (orderId: string, state: 'awaitingPayment' | 'paid') => {
    const late = client.cancelAtDesk(orderId, { state, reason })
    return late.catch((error) => error.body.changed)
  }
  expect(await client.cancelAtDesk(unpaid.id, { state: 'awaitingPayment', reason, isAgreed: false })).toEqual(
    { refund: null },
  )
  const notice = await lastMail(customer, new RegExp(`^Order ${unpaid.number} has been cancelled$`))
  expect(notice.text).toContain('your visit time has been released')
  expect(notice.text).not.toContain('refund')
  expect((await customer.client.order(unpaid.id)).history.at(-1)?.cause).toBe('networkCancelled')
  expect((await client.deskOrder(unpaid.id)).history).toContainEqual(
    expect.objectContaining({ kind: 'cancelled', text: reason, isAgreed: false }),
  )
  expect(await lateAt(unpaid.id, 'awaitingPayment')).toMatchObject({ by: 'Olga Novik', change: 'cancelled' })
  const { id, number } = await orderAt(at(20, '10:00'), customer)
  expect(await lateAt(id, 'awaitingPayment')).toMatchObject({ by: null, byPatient: false, change: 'paid' })
  expect(await client.cancelAtDesk(id, { state: 'paid', reason, isAgreed: true })).toEqual({ refund: 'done' })
  expect((await lastMail(customer, new RegExp(`^Order ${number} has been cancelled$`))).text).toContain(
    'We refund',
  )
  expect((await lastMail(customer, new RegExp(`^Order ${number}: refund sent$`))).text).toBeTruthy()
  expect(await freeAt(at(20, '10:00'))).toBe(2)
  const { state, history } = await client.deskOrder(id)
  expect(state).toBe('refunded')
  expect(history).toContainEqual(expect.objectContaining({ kind: 'cancelled', text: reason, isAgreed: true }))
  await expect(client.cancelAtDesk(id, { state: 'refunded', reason })).rejects.toMatchObject({
    code: 'order_not_cancellable',
  })
})
