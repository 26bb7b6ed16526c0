import { DELETED_VALUE, LOINC, UNNAMED_VALUES_STAY } from '@shop/contract/fhir'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { analyses, catalogueVersions } from '../catalogue/tables.ts'
import type { Customer } from '../orders/testing/order-fixture.ts'
import { observation, paidOrder, quantity, type Resource, reportOn } from './testing/laboratory.ts'
import { laboratoryOfFile } from './testing/laboratory-of-file.ts'

type Components = (typeof analyses.$inferSelect)['components']
const CODE = '1001'
const PLATELETS = '777-3'
const OTHER_LOINC = '26515-7'
const HAEMOGLOBIN = '718-7'

const house = laboratoryOfFile()
let customer: Customer
let original: Components
let second = 10
beforeAll(async () => {
  customer = await house.shop.customer()
  const rows = await house.database.queries.select().from(analyses).where(eq(analyses.code, CODE))
  original = rows[0]!.components
})
afterEach(() => publish(original))

/** Publishes an edition in which the blood count has these components. */
async function publish(components: Components) {
  const { queries } = house.database
  await queries.update(analyses).set({ components }).where(eq(analyses.code, CODE))
  await queries.update(catalogueVersions).set({ version: sql`${catalogueVersions.version} + 1` })
  await house.shop.api.context.catalogue.refresh()
}
const withChanged = (change: Partial<Components[number]>) =>
  original.map((one) => (one.loinc === PLATELETS ? { ...one, ...change } : one))
const placeOf = (loinc: string) => original.findIndex((one) => one.loinc === loinc) + 1

const base = 'http://shop.example/laboratory-api/fhir/R4'
const byLoinc = (code: string) => ({ coding: [{ system: LOINC, code }] })
const byPlace = (place: number) => ({
  coding: [{ system: `${base}/CodeSystem/analysis-component`, code: `${CODE}-${place}` }],
})
const platelets = (request: Resource, number: number, more: Resource = {}) =>
  observation(request, PLATELETS, { valueQuantity: quantity(number, '10*9/L'), ...more })

/** A report as the gateway sends it: it names only what has changed. */
async function send(request: Resource, values: Resource[], deleted: Resource[] = []) {
  const answer = await house.laboratory.report(
    ...reportOn(request, values, {
      issued: `2040-03-05T08:40:${second++}+03:00`,
      extension: [
        { url: base + UNNAMED_VALUES_STAY, valueBoolean: true },
        ...deleted.map((code) => ({ url: base + DELETED_VALUE, valueCodeableConcept: code })),
      ],
    }),
  )
  expect(answer.body.issue).toBeUndefined()
}

async function reported() {
  const order = await paidOrder(house.shop, house.laboratory, customer)
  const request = order.requests[0]
  await send(request, [platelets(request, 312), observation(request, HAEMOGLOBIN)])
  return { id: order.id, request }
}

async function valuesOf(orderId: string) {
  const { items } = await customer.client.testResults({ limit: 100 })
  const { id } = items.find((item) => item.orderId === orderId)!
  const results = await customer.client.patientResults(id, customer.patientId)
  const { observations } = await customer.client.analysisResult(
    id,
    customer.patientId,
    results.analyses[0]!.id,
  )
  return observations.map(({ name, status, value }) => [
    name,
    status,
    value?.kind === 'numeric' ? value.value : null,
  ])
}

test.each([
  ['its former LOINC code', { loinc: OTHER_LOINC }, () => byLoinc(PLATELETS)],
  ['its new LOINC code', { loinc: OTHER_LOINC }, () => byLoinc(OTHER_LOINC)],
  ['the code of its place', { loinc: OTHER_LOINC }, () => byPlace(placeOf(PLATELETS))],
  [
    'the code of its place, renamed as well',
    { loinc: OTHER_LOINC, name: 'Thrombocytes' },
    () => byPlace(placeOf(PLATELETS)),
  ],
] as const)('a value whose LOINC code an edition has changed is deleted by %s', async (_, change, code) => {
  const { id, request } = await reported()
  await publish(withChanged(change))
  await send(request, [], [code()])
  expect(await valuesOf(id)).toEqual([['Haemoglobin', 'final', 116]])
})

test('a value whose component an edition has removed is deleted by its LOINC code', async () => {
  const { id, request } = await reported()
  await publish(original.filter(({ loinc }) => loinc !== PLATELETS))
  await send(request, [], [byLoinc(PLATELETS)])
  expect(await valuesOf(id)).toEqual([['Haemoglobin', 'final', 116]])
})

test('a value whose component stood last before an edition removed it is deleted by the code of its place', async () => {
  const last = original.filter(({ loinc }) => loinc !== PLATELETS)
  await publish([...last, ...original.filter(({ loinc }) => loinc === PLATELETS)])
  const { id, request } = await reported()
  await publish(last)
  await send(request, [], [byPlace(original.length)])
  expect(await valuesOf(id)).toEqual([['Haemoglobin', 'final', 116]])
})

test.each([
  ['another LOINC code', {}, { loinc: OTHER_LOINC }, 'Platelets'],
  ['a LOINC code for the first time', { loinc: null }, { loinc: OTHER_LOINC }, 'Platelets'],
  ['another name', { loinc: null }, { loinc: null, name: 'Thrombocytes' }, 'Thrombocytes'],
] as const)(
  'a correction replaces a value whose component an edition gave %s',
  async (_, before, after, name) => {
    await publish(withChanged(before))
    const order = await paidOrder(house.shop, house.laboratory, customer)
    const request = order.requests[0]
    const code = byPlace(placeOf(PLATELETS))
    await send(request, [platelets(request, 312, { code })])
    await publish(withChanged(after))
    await send(request, [platelets(request, 321, { code, status: 'corrected' })])
    expect(await valuesOf(order.id)).toEqual([[name, 'corrected', 321]])
  },
)

test('an equal value under another LOINC code confirms the stored one', async () => {
  const { id, request } = await reported()
  await publish(withChanged({ loinc: OTHER_LOINC }))
  await send(request, [platelets(request, 312, { code: byLoinc(OTHER_LOINC) })])
  expect(await valuesOf(id)).toEqual([
    ['Haemoglobin', 'final', 116],
    ['Platelets', 'final', 312],
  ])
})

test('a value of a removed component stays when the one that took its place is corrected', async () => {
  const order = await paidOrder(house.shop, house.laboratory, customer)
  const request = order.requests[0]
  const next = original[placeOf(PLATELETS)]!
  const ofNext = (number: number, code: Resource) =>
    observation(request, next.loinc!, { code, valueQuantity: quantity(number, next.ucumUnit!) })
  await send(request, [platelets(request, 312), ofNext(10, byLoinc(next.loinc!))])
  await publish(original.filter(({ loinc }) => loinc !== PLATELETS))
  await send(request, [ofNext(11, byPlace(placeOf(PLATELETS)))])
  expect((await valuesOf(order.id)).map(([name, , value]) => [name, value])).toEqual(
    expect.arrayContaining([
      ['Platelets', 312],
      [next.name, 11],
    ]),
  )
})

test('a deletion that fits neither the catalogue nor a stored value changes nothing, and is logged without its code', async () => {
  const { id, request } = await reported()
  await send(request, [], [byLoinc('2345-7')])
  expect(await valuesOf(id)).toHaveLength(2)
  const { logged } = house.shop.api
  const line = await logged(({ msg }) => msg === 'a laboratory deletes values of unknown codes')
  expect(line).toMatchObject({ orderId: id, deletions: 1 })
  expect(JSON.stringify(line)).not.toContain('2345-7')
})
