import { randomUUID } from 'node:crypto'
import { PATIENTLY } from '@shop/database/testing/patience'
import { eq, sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { issueAccessToken } from '../../accounts/access-tokens.ts'
import { users } from '../../accounts/tables.ts'
import { auditEntries } from '../../audit/tables.ts'
import { observation, paidOrder, reportOn } from '../../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import { analysisId, type Customer, MONDAY } from '../../orders/testing/order-fixture.ts'
import { PLANNED_REPEAT_DAYS } from '../../retention.ts'
import { deleteResults } from '../delete-results.ts'
import { HAEMOGLOBIN, reportedResult } from '../testing/reported-result.ts'
import { remindOfRepeats } from './remind-of-repeats.ts'
import { deletePastRepeats } from './sweep-repeats.ts'
import { plannedRepeats } from './tables.ts'

const DUE = /^The month that you chose has come$/
const JUNE = '2040-06-01'
const [COUNT, FERRITIN] = ['1001', '1252']

const house = laboratoryOfFile()

/** On a later day, with a session of that day. */
async function laterAs(customer: Customer, day: string) {
  house.shop.clock.now = new Date(`${day}T06:30:00Z`)
  const { now } = house.shop.clock
  const token = await issueAccessToken(house.database.queries, {
    userId: customer.user.id,
    userAgent: undefined,
    now,
  })
  return house.shop.api.client(token)
}

const plansOf = ({ user }: Customer) =>
  house.database.queries.select().from(plannedRepeats).where(eq(plannedRepeats.userId, user.id))

const patientOf = (customer: Customer, ...codes: string[]) => ({
  patientId: customer.patientId,
  analysisIds: codes.map((code) => analysisId(house.shop.api, code)),
  optionalMaterials: {},
  pregnant: false,
})

/** The same tests, in June. */
async function orderAgain(customer: Customer) {
  const client = await laterAs(customer, '2040-06-01')
  const slot = (await client.visitSlots({ laboratoryId: 1 })).find(({ free }) => free > 0)
  const body = house.shop.orderOf(customer, { visit: { kind: 'branch', start: slot!.start } })
  await client.createOrder(body, randomUUID())
}

/** A customer with a reported blood count whose repetition is planned for June. */
async function planned() {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  const { month } = await customer.client.planRepeat(result.id, customer.patientId, { month: JUNE })
  expect(month).toBe(JUNE)
  return { customer, result }
}

test('the owner says when the tests are wanted again, changes it and takes it back; from that month on they are due', async () => {
  const customer = await house.shop.customer()
  const { client, patientId } = customer
  const { id, order, analysisResultId } = await reportedResult(house, customer)
  const shown = async () => [
    (await client.patientResults(id, patientId)).repeat,
    (await client.analysisResult(id, patientId, analysisResultId)).repeat,
  ]
  expect(await shown()).toEqual([{ month: null }, { month: null }])
  expect(await client.planRepeat(id, patientId, { month: '2041-03-01' })).toEqual({ month: '2041-03-01' })
  expect(await client.planRepeat(id, patientId, { month: JUNE })).toEqual({ month: JUNE })
  expect(await shown()).toEqual([{ month: '2040-06-01' }, { month: '2040-06-01' }])
  expect((await client.family()).repeats).toEqual([])

  expect((await (await laterAs(customer, '2040-05-31')).family()).repeats).toEqual([])
  const inJune = await laterAs(customer, '2040-06-01')
  expect((await inJune.family()).repeats).toEqual([
    {
      testResultId: id,
      orderId: order.id,
      month: '2040-06-01',
      patient: {
        id: patientId,
        firstName: 'Anna',
        analysisCount: 1,
        firstAnalyses: [{ id: analysisResultId, name: 'Complete blood count with differential and ESR' }],
      },
    },
  ])
  // However many are due, one look at the start page is one look at results.
  const looks = () =>
    house.database.queries.$count(
      auditEntries,
      sql`${auditEntries.userId} = ${customer.user.id} and ${auditEntries.kind} = 'testResult' and ${auditEntries.action} = 'read'`,
    )
  const before = await looks()
  await inJune.family()
  expect(await looks()).toBe(before + 1)
  // Put off.
  await inJune.planRepeat(id, patientId, { month: '2040-07-01' })
  expect((await inJune.family()).repeats).toEqual([])
  const inAugust = await laterAs(customer, '2040-08-20')
  expect((await inAugust.family()).repeats).toMatchObject([{ month: '2040-07-01' }])
  await inAugust.dropRepeat(id, patientId)
  await inAugust.dropRepeat(id, patientId)
  expect((await inAugust.family()).repeats).toEqual([])
  expect(await plansOf(customer)).toEqual([])
  const written = await house.database.queries
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(sql`${auditEntries.objectId} = ${id} and ${auditEntries.action} = 'update'`)
  expect(written).toHaveLength(4)
})

test('what has been ordered again is no longer due, unless the order is called off or lacks one of the tests', async () => {
  const customer = await house.shop.customer()
  const both = await paidOrder(house.shop, house.laboratory, customer, {
    patients: [patientOf(customer, COUNT, FERRITIN)],
  })
  for (const request of both.requests) {
    await house.laboratory.report(...reportOn(request, [], { status: 'cancelled' }))
  }
  const { id } = (await customer.client.testResults()).items[0]!
  await customer.client.planRepeat(id, customer.patientId, { month: '2040-04-01' })
  const client = await laterAs(customer, '2040-04-02')
  const isDue = async () => (await client.family()).repeats!.length > 0
  const order = async (...codes: string[]) => {
    const patients = [patientOf(customer, ...codes)]
    const start = '2040-04-05T09:00:00+03:00'
    const body = house.shop.orderOf(customer, { patients, visit: { kind: 'branch', start } })
    return client.createOrder(body, randomUUID())
  }
  expect(await isDue()).toBe(true)
  const one = await order(COUNT)
  expect(await isDue()).toBe(true)
  const other = await order(FERRITIN)
  expect(await isDue()).toBe(false)
  // Its page no longer offers it either.
  expect(await client.patientResults(id, customer.patientId)).not.toHaveProperty('repeat')
  const planTooLate = client.planRepeat(id, customer.patientId, { month: JUNE })
  await expect(planTooLate).rejects.toMatchObject({ code: 'conflict' })
  await client.cancelOrder(other.id)
  expect(await isDue()).toBe(true)
  expect((await client.patientResults(id, customer.patientId)).repeat).toEqual({ month: '2040-04-01' })
  await client.cancelOrder(one.id)
})

test('a report of several tests offers it on the report alone, and only once nothing is awaited', async () => {
  const customer = await house.shop.customer()
  const { client, patientId } = customer
  const { requests } = await paidOrder(house.shop, house.laboratory, customer, {
    patients: [patientOf(customer, COUNT, FERRITIN)],
  })
  await house.laboratory.report(...reportOn(requests[0], [observation(requests[0], HAEMOGLOBIN)]))
  const { id } = (await client.testResults()).items[0]!
  const asked: string[] = []
  const first = await house.database.watch(
    (text) => asked.push(text),
    () => client.patientResults(id, patientId),
  )
  expect(first).not.toHaveProperty('repeat')
  // While a result is awaited, it is not even looked for.
  expect(asked.filter((text) => text.includes('planned_repeat'))).toEqual([])
  const early = client.planRepeat(id, patientId, { month: JUNE })
  await expect(early).rejects.toMatchObject({ code: 'conflict' })
  await house.laboratory.report(...reportOn(requests[1], [], { status: 'cancelled' }))
  expect((await client.patientResults(id, patientId)).repeat).toEqual({ month: null })
  const one = first.analyses[0]!.id
  expect(await client.analysisResult(id, patientId, one)).not.toHaveProperty('repeat')
})

test('guests, strangers and nonsense are refused, a deleted patient ends the plan and allows no other', async () => {
  const { customer, result } = await planned()
  const { api } = house.shop
  const path = `/test-results/${result.id}/patients/${customer.patientId}/repeat`
  for (const method of ['PUT', 'DELETE']) {
    const body = method === 'PUT' ? { month: JUNE } : undefined
    expect((await api.request(method, path, { body })).status, method).toBe(401)
    const stranger = await house.shop.customer()
    expect((await api.request(method, path, { token: stranger.token, body })).status, method).toBe(404)
    // A patient of the account who is not in the result.
    const { id } = await api.createPatient(customer, { firstName: `Maria${method}` })
    const other = path.replace(customer.patientId, id)
    expect((await api.request(method, other, { token: customer.token, body })).status, method).toBe(404)
  }
  // It is March.
  for (const month of [
    '2040-02-01',
    '2042-04-01',
    '2040-06-02',
    '2040-06',
    '9999-01-01',
    3,
    'soon',
    null,
    undefined,
  ]) {
    const answer = await api.request('PUT', path, { token: customer.token, body: { month } })
    expect(answer.status, String(month)).toBe(422)
  }
  expect(await plansOf(customer)).toMatchObject([{ month: '2040-06-01' }])

  await customer.client.deletePatient(customer.patientId)
  expect(await plansOf(customer)).toEqual([])
  expect(await customer.client.patientResults(result.id, customer.patientId)).not.toHaveProperty('repeat')
  const late = customer.client.planRepeat(result.id, customer.patientId, { month: JUNE })
  await expect(late).rejects.toMatchObject({ status: 404 })
})

test('a month that was to come when the page was opened is kept as it was chosen', async () => {
  const customer = await house.shop.customer()
  const { id } = await reportedResult(house, customer)
  const inJune = await laterAs(customer, JUNE)
  expect(await inJune.planRepeat(id, customer.patientId, { month: JUNE })).toEqual({ month: JUNE })
})

test('planning twice at once leaves one plan, and beside a deletion of the patient none', async () => {
  const customer = await house.shop.customer()
  const { client, patientId } = customer
  const { id } = await reportedResult(house, customer)
  const months = ['2040-04-01', '2040-05-01', JUNE]
  await Promise.all(months.map((month) => client.planRepeat(id, patientId, { month })))
  expect(await plansOf(customer)).toHaveLength(1)
  const [plan] = await Promise.allSettled([
    client.planRepeat(id, patientId, { month: JUNE }),
    client.deletePatient(patientId),
  ])
  if (plan.status === 'rejected') expect(plan.reason).toMatchObject({ status: 404 })
  expect(await plansOf(customer)).toEqual([])
})

test('plans are exported, and deleted with the result or the account; a restricted account makes none', async () => {
  const { customer, result } = await planned()
  const { queries } = house.database
  const exported = await (await customer.client.exportAccount()).json()
  const { patientId } = customer
  expect(exported.plannedRepeats).toEqual([
    { testResultId: result.id, patientId, month: '2040-06-01', toldAt: null },
  ])
  await queries.update(users).set({ restrictedAt: MONDAY }).where(eq(users.id, customer.user.id))
  const refused = customer.client.planRepeat(result.id, patientId, { month: JUNE })
  await expect(refused).rejects.toMatchObject({ code: 'processing_restricted' })
  await queries.update(users).set({ restrictedAt: null }).where(eq(users.id, customer.user.id))
  await house.database.transaction((transaction) => deleteResults(transaction, [result.id]))
  expect(await plansOf(customer)).toEqual([])

  const second = await planned()
  await second.customer.client.eraseAccount({ password: second.customer.password })
  expect(await plansOf(second.customer)).toEqual([])
})

test('the mail comes once in the month, names neither tests nor people, and again only for another month', {
  tags: ['slow'],
}, async () => {
  const { context, mailServer } = house.shop.api
  // Those of the tests before.
  await house.database.queries.delete(plannedRepeats)
  const { customer, result } = await planned()
  const ordered = await planned()
  const restricted = await planned()
  await laterAs(customer, '2040-05-31')
  expect(await remindOfRepeats(context)).toBe(0)
  const limit = (restrictedAt: Date | null) =>
    house.database.queries
      .update(users)
      .set({ restrictedAt })
      .where(eq(users.id, restricted.customer.user.id))
  await limit(MONDAY)
  await orderAgain(ordered.customer)
  // Two processes at once, and a repetition after a crash.
  const counts = await Promise.all([remindOfRepeats(context), remindOfRepeats(context)])
  expect(counts.toSorted()).toEqual([0, 1])
  expect(await remindOfRepeats(context)).toBe(0)
  const { email } = customer.user
  const mail = await mailServer.take({ to: email, subject: DUE })
  expect(mail.text).toContain('http://shop.example/login')
  for (const part of [mail.subject, mail.text, mail.html]) {
    for (const word of ['blood', 'aemoglobin', result.id, result.order.number, customer.patientId]) {
      expect(part).not.toContain(word)
    }
  }
  await limit(null)
  expect(await remindOfRepeats(context)).toBe(1)
  await mailServer.take({ to: restricted.customer.user.email, subject: DUE })

  await (await laterAs(customer, '2040-06-02')).planRepeat(result.id, customer.patientId, {
    month: '2040-07-01',
  })
  expect(await remindOfRepeats(context)).toBe(0)
  await laterAs(customer, '2040-07-01')
  expect(await remindOfRepeats(context)).toBe(1)
  await mailServer.take({ to: email, subject: DUE })
  const sent = mailServer.mails.filter(({ subject }) => DUE.test(subject ?? ''))
  expect(sent.filter(({ recipients }) => recipients.includes(ordered.customer.user.email))).toEqual([])
  expect(JSON.stringify(house.shop.api.logLines)).not.toMatch(/blood count|1001-/i)
})

test('the mail comes in the morning of the laboratory’s day, wherever that is', async () => {
  const { context, mailServer } = house.shop.api
  const { settings } = context
  await house.database.queries.delete(plannedRepeats)
  const { customer } = await planned()
  const { businessTimeZone } = settings
  onTestFinished(() => void Object.assign(settings, { businessTimeZone }))
  Object.assign(settings, { businessTimeZone: 'America/Los_Angeles' })
  const toldAt = async (at: string) => {
    house.shop.clock.now = new Date(at)
    return remindOfRepeats(context)
  }
  // Eight in the morning and half past eleven at night of the first day, then half past nine.
  expect(await toldAt('2040-06-01T15:30:00Z')).toBe(0)
  expect(await toldAt('2040-06-02T06:30:00Z')).toBe(0)
  expect(await toldAt('2040-06-01T16:30:00Z')).toBe(1)
  await mailServer.take({ to: customer.user.email, subject: DUE })
})

// The embedded database has one connection: nothing else runs while a transaction holds an account.
test.skipIf(inject('engine') === 'embedded')(
  'accounts that another process holds, or that have ordered again, hold back no others',
  async () => {
    const { queries } = house.database
    await queries.delete(plannedRepeats)
    const customers = [await planned(), await planned(), await planned(), await planned()]
      .map(({ customer }) => customer)
      .toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1))
    const [first, second, third, last] = customers as [Customer, Customer, Customer, Customer]
    await orderAgain(second)
    const isHeld = Promise.withResolvers<void>()
    const isDone = Promise.withResolvers<void>()
    const holding = house.database.transaction(async (transaction) => {
      await transaction.select().from(users).where(eq(users.id, first.user.id)).for('update')
      isHeld.resolve()
      await isDone.promise
    })
    await isHeld.promise
    const { context } = house.shop.api
    // Each account is a batch of its own.
    expect(await remindOfRepeats(context, 1).finally(() => isDone.resolve())).toBe(2)
    await holding
    const toldOf = async (customer: Customer) =>
      (await plansOf(customer)).map(({ toldAt }) => toldAt !== null)
    expect(await Promise.all(customers.map(toldOf))).toEqual([[false], [false], [true], [true]])
    expect(await remindOfRepeats(context, 1)).toBe(1)
    for (const { user } of [third, last, first])
      await house.shop.api.mailServer.take({ to: user.email, subject: DUE })
  },
)

/** Whether a mail of the outbox is sent, as things are once its turn has come. */
async function isSentTo({ user }: Customer) {
  await house.database.transaction((queries) =>
    house.shop.api.context.mail.send(queries, 'repeat-due', { userId: user.id }),
  )
  const jobs = sql`select state from jobs.job where data ->> 'userId' = ${user.id}
    and data ->> 'template' = 'repeat-due'`
  const statesOf = async () => (await house.database.queries.execute(jobs)).rows.map(({ state }) => state)
  await vi.waitFor(async () => expect(await statesOf()).toEqual(['completed']), PATIENTLY)
  return house.shop.api.mailServer.mails.some(
    ({ recipients, subject }) => recipients.includes(user.email) && DUE.test(subject ?? ''),
  )
}

test('a mail of an account that is restricted before it is sent is dropped', async () => {
  const { customer } = await planned()
  await laterAs(customer, '2040-06-01')
  await house.database.queries
    .update(users)
    .set({ restrictedAt: MONDAY })
    .where(eq(users.id, customer.user.id))
  expect(await isSentTo(customer)).toBe(false)
})

test('a mail whose tests are ordered before it is sent is dropped', async () => {
  const { customer } = await planned()
  await orderAgain(customer)
  expect(await isSentTo(customer)).toBe(false)
  // The plan is still there, for the case that the order is called off.
  expect(await plansOf(customer)).toHaveLength(1)
})

test('a plan is deleted a year after its month, except those of a restricted account', async () => {
  const { context } = house.shop.api
  const { customer } = await planned()
  const sweepAfter = async (days: number) => {
    const day = new Date(Date.parse('2040-06-01') + days * 86_400_000)
    await deletePastRepeats({ ...context, now: () => day })
    return (await plansOf(customer)).length
  }
  const limit = (restrictedAt: Date | null) =>
    house.database.queries.update(users).set({ restrictedAt }).where(eq(users.id, customer.user.id))
  expect(await sweepAfter(PLANNED_REPEAT_DAYS)).toBe(1)
  await limit(MONDAY)
  expect(await sweepAfter(PLANNED_REPEAT_DAYS + 1)).toBe(1)
  await limit(null)
  expect(await sweepAfter(PLANNED_REPEAT_DAYS + 1)).toBe(0)
})
