import { randomUUID } from 'node:crypto'
import type { Right } from '@shop/domain/rights'
import { STAFF_ROLES } from '@shop/domain/staff'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { auditEntries } from '../audit/tables.ts'
import { observation, paidOrder, reportOn } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { visitTomorrowMail } from '../orders/mails/patient-mails.ts'
import { remindOfVisits } from '../orders/remind-of-visits.ts'
import { analysisId, type Customer } from '../orders/testing/order-fixture.ts'
import { HAEMOGLOBIN, reportedResult } from '../results/testing/reported-result.ts'
import { RIGHTS_REQUEST_DAYS } from '../retention.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { DAY } from '../testing/api-of-file.ts'
import { endRestrictions } from './limit-processing.ts'
import { sweepRightsRequests } from './rights-personal-data.ts'

const house = laboratoryOfFile()
const queries = () => house.shop.api.context.database.queries
const privacy = () => createStaff(house.shop.api, everywhere('privacy'))
const RESTRICTED = { status: 409, code: 'processing_restricted' }
const NONE = { restrictedSince: null, restrictionEndsAt: null, objectedSince: null }
const DAY_MINUTES = 24 * 60

async function grant(customer: Customer, right: Right = 'restriction') {
  const request = await customer.client.askRight({ right, words: 'My date of birth is in dispute.' })
  const staff = await privacy()
  const text = 'We have done so.'
  await staff.client.answerRight(request.id, { version: 0, outcome: 'granted', text })
  return { request, staff }
}

const auditOf = (userId: string) =>
  queries()
    .select({
      actor: auditEntries.actor,
      action: auditEntries.action,
      kind: auditEntries.kind,
      staffId: auditEntries.staffId,
    })
    .from(auditEntries)
    .where(and(eq(auditEntries.objectId, userId), inArray(auditEntries.kind, ['restriction', 'objection'])))
    .orderBy(asc(auditEntries.id))

const patient = {
  personalDetails: { firstName: 'Jan', lastName: 'Nowak', gender: 'M', dateOfBirth: '1988-02-03' },
} as const

test('the data of a restricted account is kept and shown to its owner; nothing new can be started with it', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  await customer.client.proveOwner({ password: customer.password })
  const unpaid = await house.shop.placeOrder(customer)
  const { request, staff } = await grant(customer)
  const limits = await customer.client.processingLimits()
  expect(limits).toEqual({ ...NONE, restrictedSince: house.shop.clock.now.toISOString() })
  // No order, not even a repeat of one; no payment, no patient, no link for others.
  await expect(customer.client.createOrder(house.shop.orderOf(customer), randomUUID())).rejects.toMatchObject(
    RESTRICTED,
  )
  await expect(customer.client.payOrder(unpaid.id)).rejects.toMatchObject(RESTRICTED)
  await expect(customer.client.createPatient(patient)).rejects.toMatchObject(RESTRICTED)
  for (const kind of ['page', 'healthLink'] as const) {
    await expect(
      customer.client.createShare(result.id, customer.patientId, { days: 7, kind }),
    ).rejects.toMatchObject(RESTRICTED)
  }
  // The owner can still read, export, cancel and make requests.
  expect((await customer.client.testResult(result.id)).id).toBe(result.id)
  expect((await customer.client.order(unpaid.id)).state).toBe('awaitingPayment')
  const data = (await (await customer.client.exportAccount()).json()) as { account: { restrictedAt: string } }
  expect(data.account.restrictedAt).toBe(limits.restrictedSince)
  await customer.client.cancelOrder(unpaid.id)
  const [own] = await customer.client.rightsRequests()
  expect(own!.steps.map(({ kind }) => kind)).toEqual(['asked', 'restricted', 'answered'])
  expect((await staff.client.readRights(request.id)).limits).toEqual(limits)
  expect(await auditOf(customer.user.id)).toEqual([
    { actor: 'staff', action: 'create', kind: 'restriction', staffId: staff.staffId },
  ])
})

test('earlier orders go on: a result arrives and is announced; the reminder of a visit is not sent', {
  tags: ['slow'],
}, async () => {
  const [held, free] = [await house.shop.customer(), await house.shop.customer()]
  const start = '2040-03-15T09:00:00+03:00'
  const { id, requests } = await paidOrder(house.shop, house.laboratory, held, {
    visit: { kind: 'branch', start },
  })
  await paidOrder(house.shop, house.laboratory, free, { visit: { kind: 'branch', start } })
  await grant(held)
  const { now } = house.shop.clock
  house.shop.clock.now = new Date('2040-03-14T14:00:00Z')
  expect(await remindOfVisits(house.shop.api.context)).toBe(1)
  await house.shop.api.mailServer.take({ to: free.user.email, subject: /tomorrow/i })
  house.shop.clock.now = now
  const report = reportOn(requests[0], [observation(requests[0], HAEMOGLOBIN)])
  expect((await house.laboratory.report(...report)).body.issue).toBeUndefined()
  expect((await held.client.testResults()).items).toMatchObject([{ orderId: id }])
  await house.shop.api.mailServer.take({ to: held.user.email, subject: /result/i })
})

test('the desk sees the restriction with an order and cannot do anything that uses the data', async () => {
  const customer = await house.shop.customer()
  const start = '2040-03-16T09:00:00+03:00'
  const { id } = await paidOrder(house.shop, house.laboratory, customer, { visit: { kind: 'branch', start } })
  const desk = await createStaff(house.shop.api, everywhere('reception'), everywhere('support'))
  expect(await desk.client.deskOrder(id)).toMatchObject({ isRestricted: false })
  await grant(customer)
  expect(await desk.client.deskOrder(id)).toMatchObject({ isRestricted: true })
  const to = '2040-03-16T10:00:00+03:00'
  await expect(
    desk.client.moveAtDesk(id, { start: to, current: start, isAgreed: true, version: 0 }),
  ).rejects.toMatchObject(RESTRICTED)
  await expect(desk.client.addOrderNote(id, { text: 'Call her.' })).rejects.toMatchObject(RESTRICTED)
  await expect(
    desk.client.openOrderTests(id, { reason: 'They ask about iron on the phone.' }),
  ).rejects.toMatchObject(RESTRICTED)
  // A patient who arrives is served, and one who wants the money back gets it.
  const arrived = await desk.client.arriveAtVisit(id, { version: 0, identityChecked: true })
  expect(arrived.state).toBe('arrived')
  await desk.client.cancelAtDesk(id, { reason: 'The patient does not want it.', state: 'paid' })
  expect((await customer.client.order(id)).state).not.toBe('paid')
})

test('the owner can end it immediately; the desk ends it a week after it mailed the reason to the owner', async () => {
  const customer = await house.shop.customer()
  await grant(customer)
  const stranger = await house.shop.customer()
  await expect(stranger.client.endProcessingLimit('restriction')).rejects.toMatchObject({ status: 404 })
  await expect(house.shop.api.client().endProcessingLimit('restriction')).rejects.toMatchObject({
    status: 401,
  })
  expect((await customer.client.processingLimits()).restrictedSince).not.toBeNull()
  await customer.client.endProcessingLimit('restriction')
  await customer.client.createPatient(patient)
  expect(await customer.client.processingLimits()).toEqual(NONE)

  // The same words in the same minute are a new request: the one before is answered.
  const { request, staff } = await grant(customer)
  // Before the next one in this thread: two that wait are sent side by side.
  const inThread = { to: customer.user.email, subject: new RegExp(`^Re: .*${request.reference}`) }
  expect((await house.shop.api.mailServer.take(inThread)).text).toContain('We have done so.')
  const text = 'The date of birth is corrected.'
  await expect(staff.client.endRestriction(request.id, { version: 0, text })).rejects.toMatchObject({
    code: 'stale_write',
  })
  await staff.client.endRestriction(request.id, { version: 1, text })
  await expect(staff.client.endRestriction(request.id, { version: 2, text })).rejects.toMatchObject({
    code: 'conflict',
  })
  const mail = await house.shop.api.mailServer.take(inThread)
  expect(mail.text).toContain(text)
  const limits = await customer.client.processingLimits()
  expect(Date.parse(limits.restrictionEndsAt!) - house.shop.clock.now.getTime()).toBe(7 * 86_400_000)
  // It holds until then.
  expect(await endRestrictions(house.shop.api.context)).toBe(0)
  await expect(customer.client.createPatient(patient)).rejects.toMatchObject(RESTRICTED)
  const { now } = house.shop.clock
  house.shop.clock.pass(7 * DAY_MINUTES)
  expect(await endRestrictions(house.shop.api.context)).toBe(1)
  house.shop.clock.now = now
  expect(await customer.client.processingLimits()).toEqual(NONE)
  expect((await auditOf(customer.user.id)).map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    'staff create',
    'user delete',
    'staff create',
    'staff update',
    'job delete',
  ])
})

test('the owner is notified of the end where the account is reached now, not where it was when they asked', async () => {
  const customer = await house.shop.customer()
  const { request, staff } = await grant(customer)
  const email = `${randomUUID()}@mail.example`
  await queries().update(users).set({ email, locale: 'pl' }).where(eq(users.id, customer.user.id))
  await staff.client.endRestriction(request.id, { version: 1, text: 'The date of birth is corrected.' })
  const mail = await house.shop.api.mailServer.take({ to: email, subject: new RegExp(request.reference) })
  expect(mail.subject).toBe(`Re: Twoje żądanie ${request.reference}`)
  await customer.client.endProcessingLimit('restriction')
})

test('a granted request is kept for as long as the restriction lasts, however long ago it was answered', async () => {
  const customer = await house.shop.customer()
  const { request } = await grant(customer)
  const requests = async () => (await customer.client.rightsRequests()).map(({ id }) => id)
  const later = new Date(house.shop.clock.now.getTime() + (RIGHTS_REQUEST_DAYS + 1) * DAY)
  await sweepRightsRequests(queries(), later)
  expect(await requests()).toEqual([request.id])
  await customer.client.endProcessingLimit('restriction')
  await sweepRightsRequests(queries(), later)
  expect(await requests()).toEqual([])
})

test('of an order and a concurrent restriction, the order was first or is refused', async () => {
  const customer = await house.shop.customer()
  const request = await customer.client.askRight({ right: 'restriction', words: 'Stop.' })
  const staff = await privacy()
  const answer = { version: 0, outcome: 'granted', text: 'We have done so.' } as const
  const orders = [1, 2, 3].map(() => house.shop.orderOf(customer))
  const [granted, ...made] = await Promise.allSettled([
    staff.client.answerRight(request.id, answer),
    ...orders.map((order) => customer.client.createOrder(order, randomUUID())),
  ])
  expect(granted!.status).toBe('fulfilled')
  for (const one of made) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject(RESTRICTED)
  }
  await expect(customer.client.createOrder(house.shop.orderOf(customer), randomUUID())).rejects.toMatchObject(
    RESTRICTED,
  )
})

test('a request by post from an unidentified sender restricts no account, and neither does a partial grant', async () => {
  const customer = await house.shop.customer()
  const staff = await privacy()
  const posted = {
    right: 'restriction',
    words: 'Stop all of it.',
    source: 'letter',
    askedOn: house.shop.clock.now.toISOString().slice(0, 10),
    name: 'Somebody',
    email: customer.user.email,
    locale: 'en',
  } as const
  const { id } = await staff.client.noteRight(posted)
  const answer = { version: 0, outcome: 'granted', text: 'We have done so.' } as const
  await expect(staff.client.answerRight(id, answer)).rejects.toMatchObject({ code: 'conflict' })
  expect(await customer.client.processingLimits()).toEqual(NONE)
  await staff.client.answerRight(id, { ...answer, outcome: 'partlyGranted' })
  expect(await customer.client.processingLimits()).toEqual(NONE)
  const known = await staff.client.noteRight(posted)
  await staff.client.noteRightStep(known.id, { version: 0, kind: 'identity', text: 'Passport seen.' })
  await staff.client.answerRight(known.id, { ...answer, version: 1 })
  expect((await customer.client.processingLimits()).restrictedSince).not.toBeNull()
  // A request for something else cannot end the restriction.
  const other = await customer.client.askRight({ right: 'access', words: '' })
  await expect(
    staff.client.endRestriction(other.id, { version: 0, text: 'It has ended.' }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test('an objection holds from the moment it is sent: earlier results give no advice until it is withdrawn', async () => {
  const customer = await house.shop.customer()
  await reportedResult(house, customer)
  const analysisIds = String(analysisId(house.shop.api, '1001'))
  expect(await customer.client.lastResults({ analysisIds })).toHaveLength(1)
  await customer.client.askRight({ right: 'objection', words: 'Do not use my results for hints.' })
  expect(await customer.client.lastResults({ analysisIds })).toEqual([])
  // An order still works.
  await house.shop.placeOrder(customer)
  const [own] = await customer.client.rightsRequests()
  expect(own!.steps.map(({ kind }) => kind)).toEqual(['asked', 'objected'])
  await customer.client.endProcessingLimit('objection')
  expect(await customer.client.lastResults({ analysisIds })).toHaveLength(1)
  await grant(customer)
  expect(await customer.client.lastResults({ analysisIds })).toEqual([])
  expect(
    (await auditOf(customer.user.id)).map(({ actor, action, kind }) => `${actor} ${action} ${kind}`),
  ).toEqual(['user create objection', 'user delete objection', 'staff create restriction'])
})

test('an objection by post holds once it is granted', async () => {
  const customer = await house.shop.customer()
  const staff = await privacy()
  const { id } = await staff.client.noteRight({
    right: 'objection',
    words: 'No hints.',
    source: 'email',
    askedOn: house.shop.clock.now.toISOString().slice(0, 10),
    name: 'Anna',
    email: customer.user.email,
    locale: 'en',
  })
  expect((await customer.client.processingLimits()).objectedSince).toBeNull()
  await staff.client.noteRightStep(id, { version: 0, kind: 'identity', text: 'Passport seen.' })
  await staff.client.answerRight(id, { version: 1, outcome: 'granted', text: 'We have done so.' })
  expect((await customer.client.processingLimits()).objectedSince).not.toBeNull()
})

test('a reminder in the outbox is not sent once the restriction is granted', async () => {
  const customer = await house.shop.customer()
  const start = '2040-03-17T09:00:00+03:00'
  const { id } = await paidOrder(house.shop, house.laboratory, customer, { visit: { kind: 'branch', start } })
  const { context } = house.shop.api
  const reminder = () => visitTomorrowMail(context, id, new Date('2040-03-16T14:00:00Z'))
  expect(await reminder()).not.toBeNull()
  await grant(customer)
  expect(await reminder()).toBeNull()
  await customer.client.endProcessingLimit('restriction')
  expect(await reminder()).not.toBeNull()
})

test('sending a withdrawn objection again renews it, and an answer does not restore a withdrawn one', async () => {
  const customer = await house.shop.customer()
  const words = 'Do not use my results for hints.'
  const since = async () => (await customer.client.processingLimits()).objectedSince
  const first = await customer.client.askRight({ right: 'objection', words })
  await customer.client.endProcessingLimit('objection')
  expect(await since()).toBeNull()
  const again = await customer.client.askRight({ right: 'objection', words })
  expect(again.id).toBe(first.id)
  expect(await since()).not.toBeNull()
  await customer.client.endProcessingLimit('objection')
  const staff = await privacy()
  await staff.client.answerRight(first.id, { version: 0, outcome: 'granted', text: 'We have done so.' })
  expect(await since()).toBeNull()
  // Of two concurrent requests to end it, one succeeds.
  await customer.client.askRight({ right: 'objection', words })
  const both = await Promise.allSettled([1, 2].map(() => customer.client.endProcessingLimit('objection')))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an announcement by the desk and a concurrent end by the owner leave neither a restriction nor a date', async () => {
  const customer = await house.shop.customer()
  const { request, staff } = await grant(customer)
  const [announced, ended] = await Promise.allSettled([
    staff.client.endRestriction(request.id, { version: 1, text: 'The date is corrected.' }),
    customer.client.endProcessingLimit('restriction'),
  ])
  expect(ended.status).toBe('fulfilled')
  if (announced.status === 'rejected') expect(announced.reason).toMatchObject({ code: 'conflict' })
  expect(await customer.client.processingLimits()).toEqual(NONE)
  const { now } = house.shop.clock
  house.shop.clock.pass(8 * DAY_MINUTES)
  expect(await endRestrictions(house.shop.api.context)).toBe(0)
  house.shop.clock.now = now
})

test('neither a patient nor any other role at the desk can limit or free an account, and unknown limits are refused', async () => {
  const customer = await house.shop.customer()
  const { request } = await grant(customer)
  const body = { version: 1, text: 'The date is corrected.' }
  const path = `/staff/rights-requests/${request.id}/end-of-restriction`
  const tokens = [undefined, customer.token]
  for (const role of STAFF_ROLES.filter((known) => known !== 'privacy')) {
    tokens.push((await createStaff(house.shop.api, everywhere(role))).token)
  }
  for (const token of tokens) {
    const { status } = await house.shop.api.request('POST', path, { token, body })
    expect([401, 403]).toContain(status)
  }
  expect((await customer.client.processingLimits()).restrictionEndsAt).toBeNull()
  for (const limit of ['', 'everything', '__proto__', 'restriction%00', '../rights-requests']) {
    const { status } = await house.shop.api.request(
      'DELETE',
      `/users/current/processing-limits/${encodeURIComponent(limit)}`,
      { token: customer.token },
    )
    expect(status).toBe(404)
  }
  expect((await customer.client.processingLimits()).restrictedSince).not.toBeNull()
})
