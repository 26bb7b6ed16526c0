import type { CriticalList } from '@shop/contract/critical-values'
import { ApiProblem } from '@shop/contract/main-api-client'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { unreadableWords } from '../../encryption/unreadable.ts'
import { observation, type Resource, reportOn } from '../../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import { createStaff, everywhere, type TestStaff } from '../../staff/testing/staff-fixture.ts'
import { changeWhileLocked } from '../../testing/change-while-locked.ts'
import { HAEMOGLOBIN, PLATELETS, reportedResult } from '../testing/reported-result.ts'

const house = laboratoryOfFile()
let doctor: TestStaff
beforeAll(async () => {
  doctor = await createStaff(house.shop.api, everywhere('laboratory'))
})

const critical = (value: number) => (request: Resource) => [
  observation(request, HAEMOGLOBIN, {
    valueQuantity: { value, unit: 'g/L', system: 'http://unitsofmeasure.org', code: 'g/L' },
    interpretation: [
      {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'LL' },
        ],
      },
    ],
  }),
]
const open = async () => (await doctor.client.criticalValues({})).map(({ id }) => id)
const versionOf = async (id: string) => (await doctor.client.criticalValue(id)).version
const CALL = { outcome: 'reached', called: 'Dr Maria Lis', saidBack: 'Haemoglobin 61 g/L' } as const
const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiProblem)
  return {
    code: error.code,
    changed: error.body.changed,
    paths: error.errors.map(({ path }: { path: string }) => path),
  }
}

test('a critical value waits until someone is told, and again when another one arrives', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const {
    request,
    analysisResultId: id,
    order,
  } = await reportedResult(house, customer, critical(61), {
    status: 'preliminary',
  })
  const { order: usual } = await reportedResult(house, customer)
  const listed = async (list: CriticalList) =>
    (await doctor.client.criticalValues({ list })).filter(({ orderNumber }) =>
      [order.number, usual.number].includes(orderNumber),
    )
  const idsIn = async (list: CriticalList) => (await listed(list)).map((one) => one.id)
  expect(await listed('open')).toMatchObject([
    { id, orderNumber: order.number, isOpen: true, calls: 0, patient: { gender: 'F' } },
  ])
  const details = await doctor.client.criticalValue(id)
  expect(details.values).toMatchObject([
    { name: 'Haemoglobin', value: '61 g/L', interpretation: 'criticalLow' },
  ])
  expect(details.contact.email).toBe(customer.user.email)
  const { client } = doctor
  const next = details.version + 1
  expect(
    await client.noteCriticalCall(id, {
      ...CALL,
      version: details.version,
      outcome: 'notReached',
      saidBack: '',
    }),
  ).toEqual({ version: next })
  expect(await idsIn('open')).toEqual([id])
  // Two concurrent entries: the later one sees who was first.
  const calls = await Promise.allSettled(
    [next, next].map((version) => client.noteCriticalCall(id, { ...CALL, version })),
  )
  expect(calls.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await problemOf(client.noteCriticalCall(id, { ...CALL, version: next }))).toMatchObject({
    code: 'stale_write',
    changed: { by: 'Olga Novik', change: 'called' },
  })
  expect([await idsIn('open'), await idsIn('settled')]).toEqual([[], [id]])
  expect((await client.criticalValue(id)).log).toMatchObject([
    { by: 'Olga Novik', ...CALL },
    { outcome: 'notReached', called: 'Dr Maria Lis', saidBack: '' },
  ])
  // The same value once final is not new; a different one is.
  house.shop.clock.pass(5)
  const report = (value: number, status: string, issued: string) =>
    house.laboratory.report(...reportOn(request, critical(value)(request), { status, issued }))
  expect((await report(61, 'final', '2040-03-05T08:50:00+03:00')).status).toBe(200)
  expect(await idsIn('open')).toEqual([])
  expect((await report(48, 'corrected', '2040-03-05T08:55:00+03:00')).status).toBe(200)
  expect(await idsIn('open')).toEqual([id])
  expect((await report(116, 'corrected', '2040-03-05T08:58:00+03:00')).status).toBe(200)
})

test('the list of open critical values has what was found and whose number to call; the settled list has neither', async () => {
  const customer = await house.shop.customer()
  const { analysisResultId: id } = await reportedResult(house, customer, (request) => [
    ...critical(55)(request),
    observation(request, PLATELETS, {
      valueQuantity: { value: 312, unit: '10*9/L', system: 'http://unitsofmeasure.org', code: '10*9/L' },
    }),
  ])
  const listed = async (list: CriticalList) =>
    (await doctor.client.criticalValues({ list })).find((one) => one.id === id)!
  const found = [{ name: 'Haemoglobin', value: '55 g/L', interpretation: 'criticalLow' }]
  expect(await listed('open')).toMatchObject({ found, contact: { phone: null, phoneOf: null } })
  expect((await listed('open')).found).toHaveLength(1)
  const phone = '+375 29 765-43-21'
  await customer.client.editUser(customer.user.id, { ...customer.user, phone })
  expect((await listed('open')).contact).toEqual({ phone, phoneOf: 'account' })
  expect((await doctor.client.criticalValue(id)).contact).toMatchObject({ phone, phoneOf: 'account' })
  await doctor.client.noteCriticalCall(id, { ...CALL, version: await versionOf(id) })
  expect(await listed('settled')).toMatchObject({ id, isOpen: false })
  expect(Object.keys(await listed('settled'))).not.toEqual(expect.arrayContaining(['found']))
  expect(Object.keys(await listed('settled'))).not.toEqual(expect.arrayContaining(['contact']))
})

test('the list of critical values counts no reports: only a call needs to know which ones were read', async () => {
  await reportedResult(house, await house.shop.customer(), critical(59))
  const statements = await house.database.statementsOf(() => doctor.client.criticalValues({}))
  expect(statements.join()).toContain('laboratory.critical_call')
  expect(statements.join()).not.toContain('laboratory.received_report')
})

test('a call about a value that a newer report has replaced is refused, and settles neither', async () => {
  const customer = await house.shop.customer()
  const { request, analysisResultId: id } = await reportedResult(house, customer, critical(58))
  const version = await versionOf(id)
  house.shop.clock.pass(5)
  const newer = reportOn(request, critical(44)(request), {
    status: 'corrected',
    issued: '2040-03-05T08:55:00+03:00',
  })
  expect((await house.laboratory.report(...newer)).status).toBe(200)
  house.shop.clock.pass(5)
  expect(await problemOf(doctor.client.noteCriticalCall(id, { ...CALL, version }))).toMatchObject({
    code: 'stale_write',
    changed: { by: null, change: 'newReport' },
  })
  expect(await open()).toContain(id)
  await doctor.client.noteCriticalCall(id, { ...CALL, version: await versionOf(id) })
  expect(await open()).not.toContain(id)
})

test.skipIf(inject('engine') === 'embedded')(
  'a critical value whose report was under way during a call is still to be told',
  async () => {
    const customer = await house.shop.customer()
    const { request, order, ...result } = await reportedResult(house, customer, critical(57))
    const id = result.analysisResultId
    const version = await versionOf(id)
    const newer = reportOn(request, critical(43)(request), {
      status: 'corrected',
      issued: '2040-03-05T08:55:00+03:00',
    })
    house.shop.clock.pass(5)
    const outcome = await changeWhileLocked(house.database, {
      lock: (queries) =>
        queries.execute(sql`select from laboratory.customer_order where id = ${order.id} for update`),
      act: () => house.laboratory.report(...newer),
      change: async () => {
        house.shop.clock.pass(5)
        await doctor.client.noteCriticalCall(id, { ...CALL, version })
      },
    })
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
    expect(await open()).toContain(id)
  },
)

test('a call that reached someone needs their reply, and its words are sealed', async () => {
  const customer = await house.shop.customer()
  const { analysisResultId: id } = await reportedResult(house, customer, critical(60))
  const version = await versionOf(id)
  const silent = doctor.client.noteCriticalCall(id, { ...CALL, version, saidBack: ' ' })
  expect(await problemOf(silent)).toMatchObject({ code: 'invalid_fields', paths: ['saidBack'] })
  await doctor.client.noteCriticalCall(id, { ...CALL, version })
  const { rows } = await house.database.queries.execute<{ row: string }>(
    sql`select c::text as row from laboratory.critical_call c`,
  )
  expect(rows.map(({ row }) => row).join()).not.toMatch(/Maria Lis|Haemoglobin/)
  await doctor.client.criticalValue(id)
  const looks = await customer.client.dataViews()
  expect(looks.map(({ by }) => by)).toContain('staff')
})

test('a call whose words no key opens is shown as unreadable, hides no other, and another can be recorded', async () => {
  const customer = await house.shop.customer()
  const { analysisResultId: id } = await reportedResult(house, customer, critical(59))
  const version = await versionOf(id)
  await doctor.client.noteCriticalCall(id, { ...CALL, version, outcome: 'notReached', saidBack: '' })
  await house.database.queries.execute(
    sql`update laboratory.critical_call set sealed_words = 'nonsense' where analysis_result_id = ${id}`,
  )
  expect(await doctor.client.noteCriticalCall(id, { ...CALL, version: version + 1 })).toEqual({
    version: version + 2,
  })
  const { log } = await doctor.client.criticalValue(id)
  expect(log).toMatchObject([
    { ...CALL, by: 'Olga Novik' },
    { outcome: 'notReached', by: 'Olga Novik', called: unreadableWords('en'), saidBack: '' },
  ])
  const line = await house.shop.api.logged(({ unreadable }) => unreadable !== undefined)
  expect(line).toMatchObject({ unreadable: [{ column: 'critical_call.sealed_words', rows: 1 }] })
  expect(await open()).not.toContain(id)
})

test('a list of critical values that stays open counts as one look at each in an hour', async () => {
  const customer = await house.shop.customer()
  const { analysisResultId: id } = await reportedResult(house, customer, critical(56))
  const looks = async () =>
    (await customer.client.dataViews())
      .filter(({ by }) => by === 'staff')
      .reduce((sum, { times }) => sum + times, 0)
  expect(await open()).toContain(id)
  expect(await open()).toContain(id)
  expect(await looks()).toBe(1)
  house.shop.clock.pass(61)
  expect(await open()).toContain(id)
  expect(await looks()).toBe(2)
})

test('a result of another laboratory, or without critical values, is not found', {
  tags: ['ASVS-8.2.2'],
}, async () => {
  const customer = await house.shop.customer()
  const { analysisResultId: id } = await reportedResult(house, customer, critical(62))
  const { analysisResultId: usual } = await reportedResult(house, customer)
  const elsewhere = await createStaff(house.shop.api, { role: 'laboratory', laboratoryIds: [2] })
  expect(await elsewhere.client.criticalValues({})).toEqual([])
  expect(await problemOf(elsewhere.client.criticalValue(id))).toMatchObject({ code: 'not_found' })
  expect(await problemOf(elsewhere.client.noteCriticalCall(id, { ...CALL, version: 0 }))).toMatchObject({
    code: 'not_found',
  })
  expect(await problemOf(doctor.client.criticalValue(usual))).toMatchObject({ code: 'not_found' })
})
