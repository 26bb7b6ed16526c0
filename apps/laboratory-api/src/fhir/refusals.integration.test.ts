import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Customer } from '../orders/testing/order-fixture.ts'
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
const UNKNOWN_UUID = '0198c0de-0000-7000-8000-000000000000'

const house = laboratoryOfFile()
let customer: Customer
let order: Awaited<ReturnType<typeof paidOrder>>
let request: Resource
beforeAll(async () => {
  customer = await house.shop.customer()
  order = await paidOrder(house.shop, house.laboratory, customer)
  request = order.requests[0]
})

/** Everything that a report could leave behind. */
async function stored(): Promise<unknown> {
  const { rows } = await house.database.queries.execute(sql`
    select (select count(*) from laboratory.test_result) as results,
      (select count(*) from laboratory.observation) as observations,
      (select count(*) from laboratory.received_report) as reports,
      (select count(*) from laboratory.order_history) as history`)
  return rows
}

/** Expects the whole bundle to be refused, for these reasons. */
async function expectRefusal(bundle: Resource, reasons: string[], status = 422): Promise<void> {
  const before = await stored()
  const answer = await house.laboratory.call('POST', '', bundle)
  expect(answer.body.resourceType).toBe('OperationOutcome')
  const found = answer.body.issue.map(({ code, expression }: Resource) => `${code} ${expression?.[0] ?? ''}`)
  expect({ status: answer.status, found }).toEqual({ status, found: reasons })
  expect(answer.body.issue.every(({ diagnostics }: Resource) => diagnostics.length > 5)).toBe(true)
  expect(findR4Faults(answer.body)).toEqual([])
  expect(await stored()).toEqual(before)
}

const bundleOf = (observations: Resource[], overrides?: Resource) =>
  transaction(...reportOn(request, observations, overrides))
const haemoglobin = (overrides?: Resource) => observation(request, HAEMOGLOBIN, overrides)
const platelets = () => observation(request, PLATELETS, { valueQuantity: quantity(312, '10*9/L') })

test.each<[string, () => Resource, string[]]>([
  [
    'an unknown order',
    () => bundleOf([haemoglobin()], { basedOn: [{ reference: `ServiceRequest/${UNKNOWN_UUID}-0` }] }),
    ['not-found Bundle.entry[0].resource.basedOn[0]'],
  ],
  [
    'a request of another server',
    () =>
      bundleOf([haemoglobin()], {
        basedOn: [{ reference: `https://other.example/ServiceRequest/${request.id}` }],
      }),
    ['not-found Bundle.entry[0].resource.basedOn[0]'],
  ],
  [
    'another patient',
    () => bundleOf([haemoglobin()], { subject: { reference: `Patient/${UNKNOWN_UUID}` } }),
    ['not-found Bundle.entry[0].resource.subject'],
  ],
  [
    "another patient's observation",
    () => bundleOf([haemoglobin({ subject: { reference: `Patient/${UNKNOWN_UUID}` } })]),
    ['not-found Bundle.entry[1].resource.subject'],
  ],
  [
    'another analysis',
    () => bundleOf([haemoglobin()], { code: { coding: [{ system: 'http://loinc.org', code: '3016-3' }] } }),
    ['code-invalid Bundle.entry[0].resource.code'],
  ],
  [
    'a value that the analysis does not have',
    () => bundleOf([observation(request, '3016-3')]),
    ['code-invalid Bundle.entry[1].resource.code'],
  ],
  [
    'a number without its unit',
    () => bundleOf([haemoglobin({ valueQuantity: { value: 116 } })]),
    ['value Bundle.entry[1].resource.valueQuantity.code'],
  ],
  [
    'a unit that the value is not measured in, though it is a unit',
    () => bundleOf([haemoglobin({ valueQuantity: quantity(11.6, 'g/dL') })]),
    ['value Bundle.entry[1].resource.valueQuantity.code'],
  ],
  [
    'a code that is no unit',
    () => bundleOf([observation(request, PLATELETS, { valueQuantity: quantity(312, '10^9/l') })]),
    ['value Bundle.entry[1].resource.valueQuantity.code'],
  ],
  [
    'a number in words where a unit is needed',
    () => bundleOf([haemoglobin({ valueQuantity: undefined, valueString: '116' })]),
    ['value Bundle.entry[1].resource.valueString'],
  ],
  [
    'a whole number where a unit is needed',
    () => bundleOf([haemoglobin({ valueInteger: 116 })]),
    ['value Bundle.entry[1].resource.valueInteger'],
  ],
  [
    'a limit in another unit',
    () => bundleOf([haemoglobin({ referenceRange: [{ low: quantity(12, 'g/dL') }] })]),
    ['value Bundle.entry[1].resource.referenceRange[0].low.code'],
  ],
  [
    'a unit of another system',
    () => bundleOf([haemoglobin({ valueQuantity: { ...quantity(116, 'g/L'), system: 'urn:units' } })]),
    ['value Bundle.entry[1].resource.valueQuantity.system'],
  ],
  [
    'an unknown interpretation',
    () => bundleOf([haemoglobin({ interpretation: [{ coding: [{ code: 'QQ' }] }] })]),
    ['value Bundle.entry[1].resource.interpretation[0].coding[0].code'],
  ],
  [
    'a range upside down',
    () =>
      bundleOf([
        haemoglobin({ referenceRange: [{ low: quantity(150, 'g/L'), high: quantity(120, 'g/L') }] }),
      ]),
    ['value Bundle.entry[1].resource.referenceRange[0]'],
  ],
  [
    'neither a value nor a reason for its absence',
    () => bundleOf([{ ...haemoglobin(), valueQuantity: undefined }]),
    ['required Bundle.entry[1].resource.value'],
  ],
  [
    'a value and a reason for its absence',
    () => bundleOf([{ ...haemoglobin(), dataAbsentReason: { text: 'error' } }]),
    ['invariant Bundle.entry[1].resource.dataAbsentReason'],
  ],
  [
    'the same value twice',
    () => bundleOf([haemoglobin(), haemoglobin()]),
    ['duplicate Bundle.entry[2].resource.code'],
  ],
  [
    'a second report that would withdraw what the first has reported',
    () =>
      transaction(
        ...reportOn(request, [haemoglobin()]),
        ...reportOn(request, [platelets()], { issued: LATER }),
      ),
    ['business-rule Bundle.entry[2].resource.identifier[0]'],
  ],
  [
    'two reports of one time with different values',
    () =>
      transaction(
        ...reportOn(request, [haemoglobin()]),
        ...reportOn(request, [haemoglobin({ valueQuantity: quantity(126, 'g/L') })]),
      ),
    ['business-rule Bundle.entry[2].resource.identifier[0]'],
  ],
  [
    'a result that is nowhere',
    () => bundleOf([], { result: [{ reference: `Observation/${UNKNOWN_UUID}` }] }),
    ['not-found Bundle.entry[0].resource.result'],
  ],
  [
    'an observation that no report names',
    () => transaction(...reportOn(request, [haemoglobin()]), haemoglobin()),
    ['business-rule Bundle.entry[2]'],
  ],
  [
    'a report from the future',
    () => bundleOf([haemoglobin()], { issued: '2041-01-01T00:00:00Z' }),
    ['value Bundle.entry[0].resource.issued'],
  ],
  [
    'a time without its zone',
    () => bundleOf([haemoglobin()], { issued: '2040-03-05T08:40:00' }),
    ['value Bundle.entry[0].resource.issued'],
  ],
  [
    'a report without identifier and status',
    () => bundleOf([haemoglobin()], { identifier: undefined, status: undefined }),
    ['required Bundle.entry[0].resource.identifier', 'code-invalid Bundle.entry[0].resource.status'],
  ],
  [
    'an extension that changes the meaning',
    () => bundleOf([{ ...haemoglobin(), modifierExtension: [{ url: 'urn:not', valueBoolean: true }] }]),
    ['not-supported Bundle.entry[1].resource.modifierExtension'],
  ],
  [
    'a resource that is not a result',
    () => transaction({ resourceType: 'Patient' }),
    ['not-supported Bundle.entry[0].resource.resourceType'],
  ],
  [
    'a request that deletes',
    () => ({
      ...bundleOf([]),
      entry: [{ resource: reportOn(request, [])[0], request: { method: 'DELETE', url: 'DiagnosticReport' } }],
    }),
    ['code-invalid Bundle.entry[0].request.method'],
  ],
  ['a batch', () => ({ ...bundleOf([haemoglobin()]), type: 'batch' }), ['code-invalid Bundle.type']],
  ['something else than a bundle', () => ({ resourceType: 'Observation' }), ['structure Bundle']],
  ['a list', () => [], ['structure Bundle']],
])('%s is refused with its reason, and nothing is stored', async (_, bundle, reasons) => {
  await expectRefusal(bundle(), reasons)
})

test('one fault also refuses the good reports of the bundle, and all faults are reported together', async () => {
  const child = await house.shop.api.createPatient(customer)
  const other = await paidOrder(house.shop, house.laboratory, { ...customer, patientId: child.id })
  const [good, bad] = [request, other.requests[0]]
  const bundle = transaction(
    specimenOf([good]),
    ...reportOn(good, [haemoglobin()]),
    ...reportOn(bad, [
      observation(bad, '3016-3'),
      observation(bad, HAEMOGLOBIN, { valueQuantity: { value: 1 } }),
    ]),
  )
  await expectRefusal(bundle, [
    'code-invalid Bundle.entry[4].resource.code',
    'value Bundle.entry[5].resource.valueQuantity.code',
  ])
})

test('an unpaid order does not exist for the laboratory', { tags: ['ASVS-2.3.1'] }, async () => {
  const unpaid = await house.shop.placeOrder(customer)
  expect(await house.laboratory.requests(unpaid.number)).toEqual([])
  const basedOn = [{ reference: `ServiceRequest/${unpaid.id}-0` }]
  await expectRefusal(bundleOf([haemoglobin()], { basedOn }), [
    'not-found Bundle.entry[0].resource.basedOn[0]',
  ])
})

test('a request that is not JSON or FHIR, is too large or lacks the token is refused with an OperationOutcome', {
  tags: ['ASVS-5.2.1'],
}, async () => {
  const token = house.shop.api.context.settings.labSystemToken!
  const post = (options: Parameters<typeof house.shop.api.request>[2]) =>
    house.shop.api.request('POST', '/fhir/R4', {
      token,
      headers: { 'Content-Type': 'application/fhir+json' },
      ...options,
    })
  const answers = [
    [await post({ body: '{"half' }), 400],
    [await post({ body: '{}', headers: { 'Content-Type': 'text/plain' } }), 415],
    [await post({ body: `"${'a'.repeat(5_000_001)}"` }), 413],
    [await post({ body: '{}', token: 'somebody-else' }), 401],
    [await post({ body: '{}', token: undefined }), 401],
    [await post({ body: '{}', token: customer.token }), 401],
    [await house.shop.api.request('GET', '/fhir/R4/ServiceRequest'), 401],
    [await house.shop.api.request('GET', '/fhir/R4/Medication/1', { token }), 404],
    [await house.shop.api.request('GET', '/fhir/R4/Patient/nobody', { token }), 404],
    [
      await house.shop.api.request('DELETE', '/fhir/R4/Patient/1', {
        token,
        headers: { 'Content-Type': 'application/fhir+json' },
      }),
      404,
    ],
  ] as const
  for (const [answer, status] of answers) {
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Content-Type')).toBe('application/fhir+json; charset=utf-8')
    const body: Resource = await answer.json()
    expect(body.resourceType).toBe('OperationOutcome')
    expect(findR4Faults(body)).toEqual([])
  }
})

test('refusals are not logged as failures, and logs name no patient or value', {
  tags: ['ASVS-16.2.5'],
}, () => {
  expect(house.shop.api.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  const lines = JSON.stringify(house.shop.api.logLines)
  expect(lines).not.toContain('Kowalska')
  expect(lines).not.toContain('Haemoglobin')
})
