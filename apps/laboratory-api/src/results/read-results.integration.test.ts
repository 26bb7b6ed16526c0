import { analysisResultSchema, patientResultsSchema, testResultPageSchema } from '@shop/contract/results'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { observation, paidOrder, quantity, reportOn } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { analysisId, type Customer } from '../orders/testing/order-fixture.ts'
import { changeWhileLocked } from '../testing/change-while-locked.ts'
import { HAEMOGLOBIN, PLATELETS, reportedResult } from './testing/reported-result.ts'

const house = laboratoryOfFile()

const reported = (customer: Customer, ...rest: Tail<Parameters<typeof reportedResult>>) =>
  reportedResult(house, customer, ...rest)
type Tail<T> = T extends [unknown, unknown, ...infer Rest] ? Rest : never

test('a result is listed with its patient, is unread, and is read by opening it', async () => {
  const customer = await house.shop.customer()
  const { order, id, analysisResultId } = await reported(customer, (request) => [
    observation(request, HAEMOGLOBIN),
    observation(request, PLATELETS, { valueQuantity: quantity(312, '10*9/L') }),
  ])
  const page = testResultPageSchema.parse(await customer.client.testResults())
  expect(page.items).toMatchObject([
    {
      orderNumber: order.number,
      sampledAt: '2040-03-05T08:05:00+03:00',
      complete: true,
      unread: true,
      patients: [
        {
          id: customer.patientId,
          analysisCount: 1,
          firstAnalyses: [{ id: analysisResultId, name: 'Complete blood count with differential and ESR' }],
          reportedCount: 1,
          outsideCount: 1,
          unread: true,
        },
      ],
    },
  ])
  expect(page.patients).toEqual([{ id: customer.patientId, firstName: 'Anna', lastName: 'Kowalska' }])
  const patient = patientResultsSchema.parse(await customer.client.patientResults(id, customer.patientId))
  expect(patient.analyses).toMatchObject([{ status: 'final', unread: true, valueCount: 2, outsideCount: 1 }])
  expect(patient.outside).toEqual([
    {
      id: expect.any(String),
      analysisResultId,
      name: 'Haemoglobin',
      value: '116 g/L',
      interpretation: 'low',
    },
  ])

  // One of several is not shown as the only one.
  expect(patient.only).toBeUndefined()

  const result = analysisResultSchema.parse(
    await customer.client.analysisResult(id, customer.patientId, analysisResultId),
  )
  expect(result.observations).toMatchObject([
    {
      name: 'Haemoglobin',
      value: { kind: 'numeric', value: 116, unit: 'g/L', decimals: 0, comparator: null },
      referenceRange: { low: 120, high: 150 },
      interpretation: 'low',
    },
    { name: 'Platelets', value: { value: 312, unit: '× 10⁹/L' }, interpretation: 'normal' },
  ])
  expect((await customer.client.testResults()).items[0]!.unread).toBe(false)
})

test.skipIf(inject('engine') === 'embedded').each(['page', 'document'])(
  'a report that is stored while the %s of an older one is read stays unread',
  async (what) => {
    const customer = await house.shop.customer()
    const { request, order, id, analysisResultId } = await reported(customer)
    const unread = async () => (await customer.client.testResults()).items[0]!.unread
    const newer = reportOn(
      request,
      [observation(request, HAEMOGLOBIN, { valueQuantity: quantity(61, 'g/L') })],
      {
        status: 'corrected',
        issued: '2040-03-05T08:55:00+03:00',
      },
    )
    const read = () =>
      what === 'page'
        ? customer.client.analysisResult(id, customer.patientId, analysisResultId)
        : customer.client.patientReport(id, customer.patientId)
    house.shop.clock.pass(5)
    const outcome = await changeWhileLocked(house.database, {
      lock: (queries) =>
        queries.execute(sql`select from laboratory.customer_order where id = ${order.id} for update`),
      act: () => house.laboratory.report(...newer),
      change: async () => {
        house.shop.clock.pass(5)
        await read()
        expect(await unread()).toBe(false)
      },
    })
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
    expect(await unread()).toBe(true)
    await read()
    expect(await unread()).toBe(false)
  },
)

test('a single value is told with its range before its report is opened, which stays unread', async () => {
  const customer = await house.shop.customer()
  const { id } = await reported(customer, (request) => [observation(request, HAEMOGLOBIN)])
  const { only, analyses } = patientResultsSchema.parse(
    await customer.client.patientResults(id, customer.patientId),
  )
  expect(only).toMatchObject({ name: 'Haemoglobin', value: { kind: 'numeric', value: 116, unit: 'g/L' } })
  expect(analyses).toMatchObject([{ unread: true, valueCount: 1 }])
})

test('values are shown in the language of the reader', async () => {
  const customer = await house.shop.customer()
  const { id, analysisResultId } = await reported(customer, (request) => [observation(request, HAEMOGLOBIN)])
  const russian = house.shop.api.client(customer.token, 'ru')
  const result = await russian.analysisResult(id, customer.patientId, analysisResultId)
  expect(result.name).toBe('Общий анализ крови с лейкоцитарной формулой и СОЭ')
  expect(result.observations[0]).toMatchObject({ name: 'Гемоглобин', value: { unit: 'г/л' } })
  const { patients } = await russian.testResult(id)
  expect(patients[0]!.firstAnalyses).toEqual([{ id: analysisResultId, name: result.name }])
})

test("the laboratory's range and word take precedence over the catalogue's", async () => {
  const customer = await house.shop.customer()
  const { id, analysisResultId } = await reported(customer, (request) => [
    observation(request, HAEMOGLOBIN, {
      referenceRange: [{ low: quantity(110, 'g/L'), high: quantity(145, 'g/L') }],
    }),
    observation(request, PLATELETS, {
      valueQuantity: quantity(20, '10*9/L'),
      interpretation: [{ coding: [{ code: 'LL' }] }],
      note: [{ text: 'Checked twice.' }],
      method: { text: 'Flow cytometry' },
    }),
  ])
  const result = await customer.client.analysisResult(id, customer.patientId, analysisResultId)
  expect(result.hasCritical).toBe(true)
  expect(result.observations).toMatchObject([
    { referenceRange: { low: 110, high: 145 }, interpretation: 'normal' },
    { interpretation: 'criticalLow', comment: 'Checked twice.', method: 'Flow cytometry' },
  ])
})

test('a correction shows what it replaced, and the result is unread again', async () => {
  const customer = await house.shop.customer()
  const { id, request, analysisResultId } = await reported(customer, (of) => [observation(of, HAEMOGLOBIN)])
  await customer.client.analysisResult(id, customer.patientId, analysisResultId)
  house.shop.clock.pass(60)
  const corrected = observation(request, HAEMOGLOBIN, {
    status: 'corrected',
    valueQuantity: quantity(126, 'g/L'),
  })
  await house.laboratory.report(
    ...reportOn(request, [corrected], {
      status: 'corrected',
      effectiveDateTime: undefined,
      issued: '2040-03-05T09:30:00+03:00',
    }),
  )
  expect((await customer.client.testResult(id)).unread).toBe(true)
  const result = await customer.client.analysisResult(id, customer.patientId, analysisResultId)
  expect(result).toMatchObject({ status: 'corrected', outsideCount: 0 })
  expect(result.observations).toMatchObject([
    { value: { value: 126 }, status: 'corrected', replaced: [{ text: '116 g/L' }] },
  ])
})

test('a value that a corrected report no longer contains is shown as withdrawn', async () => {
  const customer = await house.shop.customer()
  const { id, request, analysisResultId } = await reported(customer, (of) => [
    observation(of, HAEMOGLOBIN),
    observation(of, PLATELETS, { valueQuantity: quantity(312, '10*9/L') }),
  ])
  await house.laboratory.report(
    ...reportOn(request, [observation(request, HAEMOGLOBIN)], {
      status: 'corrected',
      effectiveDateTime: undefined,
    }),
  )
  const result = await customer.client.analysisResult(id, customer.patientId, analysisResultId)
  expect(result.observations).toHaveLength(1)
  expect(result.withdrawn).toMatchObject([{ name: 'Platelets', text: '312 × 10⁹/L' }])
})

test('the course of a value contains only equal units and methods', { tags: ['slow'] }, async () => {
  const customer = await house.shop.customer()
  const days = [
    ['2040-01-05T08:00:00+03:00', 128, 'SLS'],
    ['2040-01-20T08:00:00+03:00', 12.4, 'SLS'],
    ['2040-02-05T08:00:00+03:00', 124, 'Cyanmethaemoglobin'],
    ['2040-03-05T08:00:00+03:00', 116, 'SLS'],
  ] as const
  let last: { id: string; analysisResultId: string } | undefined
  for (const [sampled, value, method] of days) {
    const valueQuantity = quantity(value, 'g/L')
    last = await reported(
      customer,
      (request) => [observation(request, HAEMOGLOBIN, { valueQuantity, method: { text: method } })],
      { sampled },
    )
  }
  // As if reported while the catalogue still named another unit.
  await house.database.queries.execute(sql`
    update laboratory.observation set unit = 'g/dL'
    where patient_id = ${customer.patientId}::uuid and sampled_at = ${days[1][0]}::timestamptz`)
  const result = await customer.client.analysisResult(last!.id, customer.patientId, last!.analysisResultId)
  expect(result.trends).toMatchObject([
    {
      observationName: 'Haemoglobin',
      unit: 'g/L',
      points: [
        { at: '2040-01-05T08:00:00+03:00', value: 128, low: 120, high: 150, interpretation: 'normal' },
        { at: '2040-03-05T08:00:00+03:00', value: 116, interpretation: 'low' },
      ],
    },
  ])
  expect(result.others.map(({ sampledAt }) => sampledAt.slice(0, 10))).toEqual([
    '2040-02-05',
    '2040-01-20',
    '2040-01-05',
  ])
})

test('the list is paged, newest sample first, and can be limited to a patient', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const child = await house.shop.api.createPatient(customer, { firstName: 'Jan', gender: 'MALE' })
  const sampledOn = ['2040-02-01', '2040-02-03', '2040-02-02']
  for (const day of sampledOn) {
    const sampled = `${day}T08:00:00+03:00`
    await reported(customer, (request) => [observation(request, HAEMOGLOBIN)], { sampled })
  }
  await reported({ ...customer, patientId: child.id }, (request) => [observation(request, HAEMOGLOBIN)])

  const first = await customer.client.testResults({ limit: 3 })
  expect(first.items.map(({ sampledAt }) => sampledAt.slice(0, 10))).toEqual([
    '2040-03-05',
    '2040-02-03',
    '2040-02-02',
  ])
  const beyond = Buffer.from(`9999999999999999~${first.items[0]!.id}`).toString('base64url')
  await expect(customer.client.testResults({ cursor: beyond })).rejects.toMatchObject({ status: 422 })
  const second = await customer.client.testResults({ limit: 3, cursor: first.nextCursor! })
  expect(second.items.map(({ sampledAt }) => sampledAt.slice(0, 10))).toEqual(['2040-02-01'])
  expect(second.nextCursor).toBeNull()
  const { patientId } = customer
  // Another account's cursor reveals nothing of its results.
  const stranger = await house.shop.customer()
  for (const asked of [{}, { patientId }, { cursor: first.nextCursor! }]) {
    expect((await stranger.client.testResults(asked)).items).toEqual([])
  }
  const ofAnna = await customer.client.testResults({ patientId, limit: 2 })
  const olderOfAnna = await customer.client.testResults({ patientId, limit: 2, cursor: ofAnna.nextCursor! })
  expect([...ofAnna.items, ...olderOfAnna.items].map(({ sampledAt }) => sampledAt.slice(0, 10))).toEqual([
    '2040-02-03',
    '2040-02-02',
    '2040-02-01',
  ])
  const ofChild = await customer.client.testResults({ patientId: child.id })
  expect(ofChild.items.map(({ patients }) => patients.map(({ firstName }) => firstName))).toEqual([['Jan']])
  expect(first.patients.map(({ firstName }) => firstName)).toEqual(['Anna', 'Jan'])
})

test('a person’s first two tests are named in the order of its lines, reported or not', async () => {
  const customer = await house.shop.customer()
  const { client, patientId } = customer
  const analysisIds = ['1252', '1001', '1201'].map((code) => analysisId(house.shop.api, code))
  const order = await paidOrder(house.shop, house.laboratory, customer, {
    patients: [{ patientId, analysisIds, optionalMaterials: {}, pregnant: false }],
  })
  const request = order.requests.find(({ code }) => code.coding[0].code === '1001')
  await house.laboratory.report(...reportOn(request, [observation(request, HAEMOGLOBIN)]))
  const [result] = (await client.testResults()).items
  const { analyses } = await client.patientResults(result!.id, patientId)
  expect(analyses).toHaveLength(3)
  expect(result!.patients).toMatchObject([
    { analysisCount: 3, firstAnalyses: analyses.slice(0, 2).map(({ id, name }) => ({ id, name })) },
  ])
})

test('a patient whose results are all final is complete while those of another are awaited', async () => {
  const customer = await house.shop.customer()
  const { id: childId } = await house.shop.api.createPatient(customer, { firstName: 'Jan' })
  const analysisIds = [analysisId(house.shop.api, '1001')]
  const common = { analysisIds, optionalMaterials: {}, pregnant: false }
  const order = await paidOrder(house.shop, house.laboratory, customer, {
    patients: [customer.patientId, childId].map((patientId) => ({ patientId, ...common })),
  })
  const [own, ofChild] = order.requests
  await house.laboratory.report(...reportOn(own, [observation(own, HAEMOGLOBIN)]))
  const { items } = await customer.client.testResults()
  const { id } = items[0]!
  expect(items[0]).toMatchObject({ complete: false })
  const complete = async (patientId: string) => (await customer.client.patientResults(id, patientId)).complete
  expect([await complete(customer.patientId), await complete(childId)]).toEqual([true, false])

  const preliminary = observation(ofChild, HAEMOGLOBIN, { status: 'preliminary' })
  await house.laboratory.report(...reportOn(ofChild, [preliminary], { status: 'preliminary' }))
  const counted = (await customer.client.testResult(id)).patients
  expect(counted.map(({ reportedCount, preliminaryCount }) => [reportedCount, preliminaryCount])).toEqual([
    [1, 0],
    [1, 1],
  ])
  expect(await complete(childId)).toBe(false)
})

test('a critical value is critical in the list, for its patient and among earlier results', async () => {
  const customer = await house.shop.customer()
  const critical = (request: Parameters<typeof observation>[0]) => [
    observation(request, PLATELETS, {
      valueQuantity: quantity(20, '10*9/L'),
      interpretation: [{ coding: [{ code: 'LL' }] }],
    }),
  ]
  const { id } = await reported(customer, critical, { sampled: '2040-03-04T08:00:00+03:00' })
  const { analysisResultId, id: laterId } = await reported(customer)
  const { items } = await customer.client.testResults()
  expect(items.map(({ patients }) => patients[0]!.hasCritical)).toEqual([false, true])
  expect((await customer.client.patientResults(id, customer.patientId)).patient.hasCritical).toBe(true)
  const later = await customer.client.analysisResult(laterId, customer.patientId, analysisResultId)
  expect(later.others).toMatchObject([{ hasCritical: true }])
})

test("another account's results are not found", async () => {
  const customer = await house.shop.customer()
  const stranger = await house.shop.customer()
  const { id, analysisResultId } = await reported(customer, (request) => [observation(request, HAEMOGLOBIN)])
  const { patientId } = customer
  const refused = { status: 404, code: 'not_found' }
  await expect(stranger.client.testResult(id)).rejects.toMatchObject(refused)
  await expect(stranger.client.patientResults(id, patientId)).rejects.toMatchObject(refused)
  await expect(stranger.client.analysisResult(id, patientId, analysisResultId)).rejects.toMatchObject(refused)
  expect((await stranger.client.testResults()).items).toEqual([])
  // Parts that exist but do not belong together.
  const other = await reported(customer, (request) => [observation(request, HAEMOGLOBIN)])
  await expect(customer.client.analysisResult(other.id, patientId, analysisResultId)).rejects.toMatchObject(
    refused,
  )
})

test('each reading is in the audit log', async () => {
  const customer = await house.shop.customer()
  const { id, analysisResultId } = await reported(customer, (request) => [observation(request, HAEMOGLOBIN)])
  await customer.client.analysisResult(id, customer.patientId, analysisResultId)
  const { rows } = await house.database.queries.execute<{ actor: string; action: string }>(sql`
    select actor, action from laboratory.audit_entry
    where kind = 'testResult' and object_id = ${analysisResultId} order by at, id`)
  expect(rows.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    'laboratorySystem update',
    // Once with the report, which names the value, then on its own.
    'user read',
    'user read',
  ])
})

test('a page of results and a result cost a fixed number of statements', async () => {
  const customer = await house.shop.customer()
  const { id, analysisResultId } = await reported(customer, (request) => [observation(request, HAEMOGLOBIN)])
  // The token's last use is recorded once in a while.
  await customer.client.testResults()
  const page = await house.database.statementsOf(() => customer.client.testResults())
  expect(page.length).toBeLessThanOrEqual(4)
  const result = await house.database.statementsOf(() =>
    customer.client.analysisResult(id, customer.patientId, analysisResultId),
  )
  expect(result.length).toBeLessThanOrEqual(10)
})

test('the last time of an analysis is returned for each patient of the account, with the newest final value, and for no one else’s', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const analysis = analysisId(house.shop.api, '1001')
  const asked = { analysisIds: `${analysis},999999` }
  expect(await customer.client.lastResults(asked)).toEqual([])
  await reported(customer, undefined, { sampled: '2040-03-04T08:05:00+03:00' })
  const { id } = await reported(customer)
  const last = { patientId: customer.patientId, analysisId: analysis, sampledAt: '2040-03-05T08:05:00+03:00' }
  expect(await customer.client.lastResults(asked)).toEqual([{ ...last, value: '116 g/L' }])
  const russian = house.shop.api.client(customer.token, 'ru')
  expect(await russian.lastResults(asked)).toEqual([{ ...last, value: '116 г/л' }])
  expect((await customer.client.testResult(id)).unread).toBe(true)
  const stranger = await house.shop.customer()
  expect(await stranger.client.lastResults(asked)).toEqual([])
  for (const analysisIds of ['', 'x', '1,,2', '1'.repeat(11), Array(51).fill(1).join()])
    await expect(customer.client.lastResults({ analysisIds }), analysisIds).rejects.toMatchObject({
      status: 422,
    })
  await expect(house.shop.api.client().lastResults(asked)).rejects.toMatchObject({ status: 401 })
})
