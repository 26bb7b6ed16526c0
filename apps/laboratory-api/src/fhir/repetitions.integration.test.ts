import { UNNAMED_VALUES_STAY } from '@shop/contract/fhir'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Customer } from '../orders/testing/order-fixture.ts'
import { receivedReports } from '../results/tables.ts'
import { contentHashOf } from './content-hash.ts'
import {
  observation,
  paidOrder,
  quantity,
  type Resource,
  reportOn,
  specimenOf,
  transaction,
} from './testing/laboratory.ts'
import { laboratoryOfFile } from './testing/laboratory-of-file.ts'
import { findR4Faults } from './testing/validate-resource.ts'

const HAEMOGLOBIN = '718-7'
const PLATELETS = '777-3'
const LATER = '2040-03-05T08:50:00+03:00'

const house = laboratoryOfFile()
let customer: Customer
beforeAll(async () => {
  customer = await house.shop.customer()
})

async function ordered() {
  const order = await paidOrder(house.shop, house.laboratory, customer)
  return { order, request: order.requests[0] }
}

async function resultOf(orderId: string) {
  const { items } = await customer.client.testResults()
  const { id } = items.find((item) => item.orderId === orderId)!
  const { analyses } = await customer.client.patientResults(id, customer.patientId)
  return customer.client.analysisResult(id, customer.patientId, analyses[0]!.id)
}

async function count(table: string, request: Resource): Promise<number> {
  const { rows } = await house.database.queries.execute<{ count: number }>(sql`
    select count(*)::int as count from ${sql.raw(`laboratory.${table}`)} t
    join laboratory.analysis_result r on r.id = t.analysis_result_id
    where r.order_id = ${request.id.slice(0, 36)}::uuid`)
  return rows[0]!.count
}

const haemoglobin = (request: Resource, number: number) =>
  observation(request, HAEMOGLOBIN, { valueQuantity: quantity(number, 'g/L') })

test('the same bundle sent again changes nothing, although its internal addresses are new', {
  tags: ['slow'],
}, async () => {
  const { order, request } = await ordered()
  const send = () =>
    house.laboratory.report(specimenOf([request]), ...reportOn(request, [haemoglobin(request, 116)]))
  const first = await send()
  const history = (await customer.client.order(order.id)).history
  const again = await send()
  expect(first.body.entry.map(({ response }: Resource) => response.status)).toEqual([
    '201 Created',
    '201 Created',
    '201 Created',
  ])
  expect(again.body.entry.map(({ response }: Resource) => response.status)).toEqual([
    '200 OK',
    '200 OK',
    '200 OK',
  ])
  expect(again.body.entry.map(({ response }: Resource) => response.location)).toEqual(
    first.body.entry.map(({ response }: Resource) => response.location),
  )
  expect(findR4Faults(first.body)).toEqual([])
  expect((await customer.client.order(order.id)).history).toEqual(history)
  expect(await count('observation', request)).toBe(1)
})

test('an old report that is repeated after its correction does not replace it', async () => {
  const { order, request } = await ordered()
  const original = reportOn(request, [haemoglobin(request, 116)])
  await house.laboratory.report(...original)
  await house.laboratory.report(
    ...reportOn(request, [haemoglobin(request, 126)], { status: 'corrected', issued: LATER }),
  )
  const repeated = await house.laboratory.report(...original)
  expect(repeated.status).toBe(200)
  const { status, observations } = await resultOf(order.id)
  expect(status).toBe('corrected')
  expect(observations).toMatchObject([{ value: { value: 126 }, replaced: [{ text: '116 g/L' }] }])
})

test('a report of a gateway that the main API of the release before has taken is the same when it is repeated', async () => {
  const { order, request } = await ordered()
  const extension = [{ url: `http://shop.example${UNNAMED_VALUES_STAY}`, valueBoolean: true }]
  const sent = reportOn(request, [haemoglobin(request, 116)], { extension })
  await house.laboratory.report(...sent)
  // That release takes the mark for content.
  const [report, { fullUrl: _, ...value }] = sent
  const contentHash = contentHashOf({ report, observations: [value], storedIds: [] })
  const { identifier } = report
  await house.database.queries
    .update(receivedReports)
    .set({ contentHash })
    .where(eq(receivedReports.identifier, `1|${identifier[0].system}|${identifier[0].value}`))
  expect((await house.laboratory.report(...sent)).body.entry[0].response.status).toBe('200 OK')
  expect((await resultOf(order.id)).status).toBe('final')
  expect(await count('received_report', request)).toBe(1)
})

test('a preliminary value that is confirmed does not count as corrected', async () => {
  const { order, request } = await ordered()
  const preliminary = { ...haemoglobin(request, 116), status: 'preliminary' }
  await house.laboratory.report(...reportOn(request, [preliminary], { status: 'preliminary' }))
  await house.laboratory.report(...reportOn(request, [haemoglobin(request, 116)], { issued: LATER }))
  const { status, observations } = await resultOf(order.id)
  expect(status).toBe('final')
  expect(observations).toMatchObject([{ status: 'final', replaced: [] }])
  expect(await count('observation', request)).toBe(1)
})

test('a value whose only limit becomes part of its range is corrected, one whose range stays is confirmed', async () => {
  const { order, request } = await ordered()
  const send = (issued: string, text?: string) => {
    const referenceRange = [{ high: { value: 120 }, ...(text ? { text } : {}) }]
    const value = { ...haemoglobin(request, 116), referenceRange }
    return house.laboratory.report(...reportOn(request, [value], { status: 'corrected', issued }))
  }
  await send('2040-03-05T08:50:00+03:00', '<120')
  await send('2040-03-05T08:51:00+03:00', '< 120')
  expect(await count('observation', request)).toBe(1)
  await send('2040-03-05T08:52:00+03:00')
  await send('2040-03-05T08:53:00+03:00', '<=120')
  expect(await count('observation', request)).toBe(2)
  expect((await resultOf(order.id)).observations).toMatchObject([
    { referenceRange: { high: 120, includesLimit: true }, replaced: [{ text: '116 g/L' }] },
  ])
})

test('a bundle may have a preliminary report, the final one with more values, and the report on another request', async () => {
  const [{ order, request }, other] = [await ordered(), await ordered()]
  const preliminary = { ...haemoglobin(request, 116), status: 'preliminary' }
  const platelets = observation(request, PLATELETS, { valueQuantity: quantity(312, '10*9/L') })
  const answer = await house.laboratory.report(
    ...reportOn(request, [preliminary], { status: 'preliminary' }),
    ...reportOn(request, [haemoglobin(request, 126), platelets], { issued: LATER }),
    ...reportOn(other.request, [haemoglobin(other.request, 131)]),
  )
  expect(answer.body.issue).toBeUndefined()
  const { status, observations } = await resultOf(order.id)
  expect(status).toBe('final')
  expect(observations).toMatchObject([{ value: { value: 126 }, replaced: [] }, { name: 'Platelets' }])
  expect((await resultOf(other.order.id)).observations).toMatchObject([{ value: { value: 131 } }])
})

test.each([
  ['a report without values and, of the same time, the final one', 'registered', 'final'],
  ['a final report and its withdrawal', 'final', 'entered-in-error'],
])('a bundle may have %s', async (_, first, second) => {
  const { order, request } = await ordered()
  const values = (status: string) => (status === 'final' ? [haemoglobin(request, 116)] : [])
  const answer = await house.laboratory.report(
    ...[first, second].flatMap((status) => reportOn(request, values(status), { status })),
  )
  expect(answer.body.issue).toBeUndefined()
  expect((await resultOf(order.id)).observations).toHaveLength(second === 'final' ? 1 : 0)
})

test('a corrected sampling time is the time of values that stay the same', async () => {
  const { order, request } = await ordered()
  await house.laboratory.report(...reportOn(request, [haemoglobin(request, 116)]))
  const effectiveDateTime = '2040-03-04T08:10:00+03:00'
  await house.laboratory.report(
    ...reportOn(request, [haemoglobin(request, 116)], {
      status: 'corrected',
      issued: LATER,
      effectiveDateTime,
    }),
  )
  const { sampledAt, observations } = await resultOf(order.id)
  expect(sampledAt).toBe(effectiveDateTime)
  expect(observations).toMatchObject([{ at: effectiveDateTime, replaced: [] }])
  expect(await count('observation', request)).toBe(1)
})

test('a later report may name a stored value by the address it was given', async () => {
  const { order, request } = await ordered()
  const partial = await house.laboratory.report(
    ...reportOn(request, [haemoglobin(request, 116)], { status: 'partial' }),
  )
  const kept = partial.body.entry[1].response.location
  const platelets = observation(request, PLATELETS, { valueQuantity: quantity(312, '10*9/L') })
  const answer = await house.laboratory.report(
    ...reportOn(request, [platelets], {
      issued: LATER,
      result: [{ reference: kept }, { reference: platelets.fullUrl }],
    }),
  )
  expect(answer.body.issue).toBeUndefined()
  expect((await resultOf(order.id)).observations.map(({ name }) => name)).toEqual([
    'Haemoglobin',
    'Platelets',
  ])
})

test.each([
  ['an earlier issue', { issued: '2040-03-05T08:30:00+03:00' }, 'issued'],
  ['a return to preliminary', { status: 'preliminary', issued: LATER }, 'status'],
  ['a second identifier', { identifier: [{ value: 'another' }], issued: LATER }, 'identifier[0]'],
])('%s is refused', async (_, overrides, element) => {
  const { request } = await ordered()
  await house.laboratory.report(...reportOn(request, [haemoglobin(request, 116)]))
  const answer = await house.laboratory.report(...reportOn(request, [haemoglobin(request, 126)], overrides))
  expect(answer.status).toBe(422)
  expect(answer.body.issue).toMatchObject([{ expression: [`Bundle.entry[0].resource.${element}`] }])
})

test('an identifier belongs to one request', async () => {
  const [one, other] = [await ordered(), await ordered()]
  const identifier = [{ system: 'urn:laboratory', value: 'shared' }]
  await house.laboratory.report(...reportOn(one.request, [haemoglobin(one.request, 116)], { identifier }))
  const answer = await house.laboratory.report(
    ...reportOn(other.request, [haemoglobin(other.request, 116)], { identifier }),
  )
  expect(answer.body.issue).toMatchObject([{ code: 'business-rule' }])
})

test('of two concurrent bundles that give one identifier to two requests, one is accepted', async () => {
  const [one, other] = [await ordered(), await ordered()]
  const identifier = [{ system: 'urn:laboratory', value: 'shared concurrently' }]
  const answers = await Promise.all(
    [one, other].map(({ request }) =>
      house.laboratory.report(...reportOn(request, [haemoglobin(request, 116)], { identifier })),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.body.issue).toMatchObject([
    { code: 'business-rule', expression: ['Bundle.entry[0].resource.identifier[0]'] },
  ])
})

test('a cancelled report withdraws its values and counts as done', async () => {
  const { order, request } = await ordered()
  await house.laboratory.report(...reportOn(request, [haemoglobin(request, 116)]))
  await house.laboratory.report(...reportOn(request, [], { status: 'entered-in-error', issued: LATER }))
  const result = await resultOf(order.id)
  expect(result).toMatchObject({ status: 'cancelled', valueCount: 0, outsideCount: 0, observations: [] })
  expect(result.withdrawn).toMatchObject([{ name: 'Haemoglobin', text: '116 g/L' }])
  expect((await customer.client.order(order.id)).state).toBe('completed')
})

test('the same bundle sent twenty times concurrently is stored once', async () => {
  const { order, request } = await ordered()
  const bundle = transaction(specimenOf([request]), ...reportOn(request, [haemoglobin(request, 116)]))
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => house.laboratory.call('POST', '', bundle)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await count('observation', request)).toBe(1)
  expect(await count('received_report', request)).toBe(1)
  const states = (await customer.client.order(order.id)).history.map(({ state }) => state)
  expect(states).toEqual([...new Set(states)])
})

test('a bundle that fails while it is stored leaves nothing behind', {
  tags: ['ASVS-2.3.3', 'ASVS-16.5.3'],
}, async () => {
  const { order, request } = await ordered()
  // Only the database finds out that the value violates this constraint.
  await house.database.queries.execute(
    sql`alter table laboratory.observation add constraint no_thousandths check (decimals <> 3)`,
  )
  const answer = await house.laboratory.report(
    specimenOf([request]),
    ...reportOn(request, [haemoglobin(request, 116.125)]),
  )
  await house.database.queries.execute(sql`alter table laboratory.observation drop constraint no_thousandths`)
  expect(answer).toMatchObject({ status: 500, body: { issue: [{ code: 'exception' }] } })
  expect((await customer.client.order(order.id)).state).toBe('paid')
  expect(await count('received_report', request)).toBe(0)
})
