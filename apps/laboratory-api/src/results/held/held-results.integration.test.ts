import { ApiProblem } from '@shop/contract/main-api-client'
import type { ReleasePolicy } from '@shop/domain/result-release'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { observation, paidOrder, quantity, type Resource, reportOn } from '../../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import type { Customer } from '../../orders/testing/order-fixture.ts'
import { createStaff, everywhere, type TestStaff } from '../../staff/testing/staff-fixture.ts'
import { analysisResults } from '../tables.ts'
import { HAEMOGLOBIN, reportedResult } from '../testing/reported-result.ts'

const house = laboratoryOfFile({ resultRelease: 'critical' })
let doctor: TestStaff
let colleague: TestStaff
beforeAll(async () => {
  doctor = await createStaff(house.shop.api, everywhere('laboratory'))
  colleague = await createStaff(house.shop.api, everywhere('laboratory'))
})
const wants = (resultRelease: ReleasePolicy) =>
  Object.assign(house.shop.api.context.settings, { resultRelease })

const found = (value: number, code?: 'LL') => (request: Resource) => [
  observation(request, HAEMOGLOBIN, {
    valueQuantity: quantity(value, 'g/L'),
    ...(code ? { interpretation: [{ coding: [{ code }] }] } : {}),
  }),
]
let minute = 41
/** Sends a report that was issued later than all before. */
const send = async (
  request: Resource,
  observations: Resource[],
  status: 'preliminary' | 'final' | 'corrected' | 'cancelled',
) => {
  house.shop.clock.pass(1)
  const issued = `2040-03-05T08:${minute++}:00+03:00`
  const sent = observations.map((one) => ({ ...one, status: status === 'corrected' ? 'final' : status }))
  const { body } = await house.laboratory.report(...reportOn(request, sent, { status, issued }))
  expect(body.issue).toBeUndefined()
}
/** What the patient sees of the only test of a result. */
const seen = async ({ client, patientId }: Customer, { id }: { id: string }) => {
  const [analysis] = (await client.patientResults(id, patientId)).analyses
  return analysis!
}
const waiting = async () => (await doctor.client.heldResults()).results.map(({ id }) => id)
const release = async (id: string, by = doctor) =>
  by.client.releaseResult(id, { version: (await by.client.heldResult(id)).version })

test('of two concurrent releases one counts, and a repeated one gets the same answer', async () => {
  wants('critical')
  const customer = await house.shop.customer()
  const { analysisResultId: id } = await reportedResult(house, customer, found(61, 'LL'))
  const locks: unknown[][] = []
  const both = await house.database.watch(
    (text, parameters) => {
      if (text.includes('"customer_order"') && text.endsWith('for update')) locks.push(parameters)
    },
    () => Promise.all([release(id, doctor), release(id, colleague)]),
  )
  expect(both[0]).toEqual(both[1])
  // The order is locked by its owner.
  expect(locks.map((parameters) => parameters.includes(customer.user.id))).toEqual([true, true])
  house.shop.clock.pass(5)
  expect(await doctor.client.releaseResult(id, { version: 1 })).toEqual(both[0])
  const ofCustomer = () =>
    house.shop.api.mailServer.mails.filter(
      ({ recipients, subject }) =>
        recipients.includes(customer.user.email) && /result is ready/.test(subject ?? ''),
    )
  await house.shop.api.mailServer.take({ to: customer.user.email, subject: /result is ready/ })
  expect(ofCustomer()).toHaveLength(1)
  const looks = await customer.client.dataViews()
  expect(looks.filter(({ releasedBy }) => releasedBy === 'Olga Novik')).toMatchObject([{ times: 1 }])
})

test('a release based on an older report than the waiting one is refused', async () => {
  wants('critical')
  const customer = await house.shop.customer()
  const { analysisResultId: id, request } = await reportedResult(house, customer, found(61, 'LL'))
  const { version } = await doctor.client.heldResult(id)
  await send(request, found(58, 'LL')(request), 'corrected')
  const late = doctor.client.releaseResult(id, { version })
  await expect(late).rejects.toMatchObject({ code: 'stale_write' })
  await expect(late).rejects.toBeInstanceOf(ApiProblem)
  expect(await waiting()).toContain(id)
  await release(id)
  expect(await waiting()).not.toContain(id)
})

test('with “critical”, a correction of a visible result waits only if newly critical; a waiting result keeps waiting', async () => {
  wants('critical')
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer, found(130))
  expect(await seen(customer, result)).toMatchObject({ status: 'final', valueCount: 1 })
  await send(result.request, found(116)(result.request), 'corrected')
  expect(await seen(customer, result)).toMatchObject({ status: 'corrected', outsideCount: 1 })
  await send(result.request, found(61, 'LL')(result.request), 'corrected')
  // No reason is given: that a report waits would already reveal what was found.
  const held = {
    status: null,
    valueCount: 0,
    outsideCount: 0,
    hasCritical: false,
    unread: false,
    awaits: null,
  }
  expect(await seen(customer, result)).toMatchObject(held)
  wants('none')
  await send(result.request, found(120)(result.request), 'corrected')
  expect(await seen(customer, result)).toMatchObject(held)
  await release(result.analysisResultId)
  expect(await seen(customer, result)).toMatchObject({ status: 'corrected', valueCount: 1, unread: true })
})

test('a report that the laboratory takes back entirely does not wait', async () => {
  wants('critical')
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer, found(61, 'LL'))
  expect((await seen(customer, result)).status).toBeNull()
  await send(result.request, [], 'cancelled')
  expect((await seen(customer, result)).status).toBe('cancelled')
  expect(await waiting()).not.toContain(result.analysisResultId)
})

test('a value replaced or taken back while it waited is neither shown outside nor exported; one shown before is', {
  tags: ['slow'],
}, async () => {
  wants('critical')
  const customer = await house.shop.customer()
  const read = async ({ id, analysisResultId }: { id: string; analysisResultId: string }) =>
    JSON.stringify([
      await customer.client.analysisResult(id, customer.patientId, analysisResultId),
      await (await customer.client.exportAccount()).json(),
    ])
  // As a value stands in an answer: the export has a client's address, too, any part of which may be the same number.
  const said = (value: number) => new RegExp(`[:"]${value}\\b`)
  const taken = await reportedResult(house, customer, found(61, 'LL'))
  await send(taken.request, [], 'cancelled')
  expect(await read(taken)).not.toMatch(said(61))

  const replaced = await reportedResult(house, customer, found(133))
  await send(replaced.request, found(62, 'LL')(replaced.request), 'corrected')
  await send(replaced.request, found(121)(replaced.request), 'corrected')
  await release(replaced.analysisResultId)
  const answers = await read(replaced)
  expect(answers).toMatch(said(121))
  expect(answers).toMatch(said(133))
  expect(answers).not.toMatch(said(62))

  // A value that a doctor has released has been seen: it is shown as withdrawn.
  const released = await reportedResult(house, customer, found(63, 'LL'))
  await release(released.analysisResultId)
  await send(released.request, [], 'cancelled')
  expect(await read(released)).toMatch(said(63))
})

test('with “all”, each report waits, and the patient reads that a doctor is looking at it', {
  tags: ['slow'],
}, async () => {
  wants('all')
  const customer = await house.shop.customer()
  const result = await reportedResult(
    house,
    customer,
    (request) => [{ ...observation(request, HAEMOGLOBIN), status: 'preliminary' }],
    { status: 'preliminary' },
  )
  expect(await seen(customer, result)).toMatchObject({
    status: null,
    awaits: 'Measured. A doctor is reviewing it.',
  })
  const russian = house.shop.api.client(customer.token, 'ru')
  const { analyses } = await russian.patientResults(result.id, customer.patientId)
  expect(analyses[0]!.awaits).toBe('Анализ выполнен, результат проверяет врач.')
  expect((await customer.client.order(result.order.id)).state).toBe('inProgress')
  await release(result.analysisResultId)
  expect(await seen(customer, result)).toMatchObject({ status: 'preliminary', awaits: null })
  // The same value once final is not new to the doctor; a different one is.
  await send(result.request, found(116)(result.request), 'final')
  expect((await seen(customer, result)).status).toBe('final')
  const other = await reportedResult(house, customer, found(116))
  expect(await waiting()).toContain(other.analysisResultId)
  await release(other.analysisResultId)
  await send(other.request, found(117)(other.request), 'corrected')
  expect((await seen(customer, other)).status).toBe('corrected')
})

test('with “none”, nothing waits', async () => {
  wants('none')
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer, found(61, 'LL'))
  expect(await seen(customer, result)).toMatchObject({ status: 'final', hasCritical: true })
  expect(await doctor.client.heldResults()).toMatchObject({ policy: 'none' })
  expect(await waiting()).not.toContain(result.analysisResultId)
  await expect(doctor.client.heldResult(result.analysisResultId)).rejects.toMatchObject({ code: 'not_found' })
})

test('a waiting result can be released after its account is gone, and no one gets a mail', async () => {
  wants('critical')
  const customer = await house.shop.customer()
  const order = await paidOrder(house.shop, house.laboratory, customer)
  const [request] = order.requests
  await send(request, found(61, 'LL')(request), 'final')
  const held = (await doctor.client.heldResults()).results.find(({ orderId }) => orderId === order.id)!
  await customer.client.eraseAccount({ password: customer.password })
  expect(await release(held.id)).toMatchObject({ releasedBy: 'Olga Novik' })
  expect(await waiting()).not.toContain(held.id)
})

test('whether someone was told of a critical value is said alike of a waiting result and in the list of calls', async () => {
  wants('critical')
  const customer = await house.shop.customer()
  const { analysisResultId: id } = await reportedResult(house, customer, found(57, 'LL'))
  const { client } = doctor
  const told = async () => [
    (await client.heldResult(id)).isCalled,
    !(await client.criticalValues({ list: 'open' })).some((one) => one.id === id),
  ]
  expect(await told()).toEqual([false, false])
  const { version } = await client.criticalValue(id)
  const call = { outcome: 'reached', called: 'Dr Maria Lis', saidBack: 'Haemoglobin 57 g/L' } as const
  await client.noteCriticalCall(id, { ...call, version })
  expect(await told()).toEqual([true, true])
  // Of a release that did not record when critical values arrive: it has changed since the call.
  const later = new Date(house.shop.clock.now.getTime() + 60_000)
  await house.database.queries
    .update(analysisResults)
    .set({ criticalSince: null, changedAt: later })
    .where(eq(analysisResults.id, id))
  expect(await told()).toEqual([false, false])
})

test('a list of held results that stays open counts as one look at each in an hour', async () => {
  wants('critical')
  const customer = await house.shop.customer()
  const { analysisResultId: id } = await reportedResult(house, customer, found(56, 'LL'))
  const reader = await createStaff(house.shop.api, everywhere('laboratory'))
  const looks = async () =>
    (await customer.client.dataViews())
      .filter(({ by }) => by === 'staff')
      .reduce((sum, { times }) => sum + times, 0)
  const listed = async () => (await reader.client.heldResults()).results.map((one) => one.id)
  expect(await listed()).toContain(id)
  expect(await listed()).toContain(id)
  expect(await looks()).toBe(1)
})
