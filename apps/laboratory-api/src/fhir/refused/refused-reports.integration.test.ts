import { ApiProblem } from '@shop/contract/main-api-client'
import type { RefusedReportHead } from '@shop/contract/refused-reports'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../../audit/tables.ts'
import type { Customer } from '../../orders/testing/order-fixture.ts'
import { REFUSED_REPORT_DAYS } from '../../retention.ts'
import { createStaff, everywhere, type TestStaff } from '../../staff/testing/staff-fixture.ts'
import {
  createLaboratory,
  observation,
  paidOrder,
  type Resource,
  reportOn,
  specimenOf,
} from '../testing/laboratory.ts'
import { laboratoryOfFile } from '../testing/laboratory-of-file.ts'
import { deleteOldRefused } from './settle-refused.ts'

const HAEMOGLOBIN = '718-7'
const UNKNOWN_LABEL = '99999999-1'
const house = laboratoryOfFile()
let customer: Customer
let doctor: TestStaff

beforeAll(async () => {
  customer = await house.shop.customer()
  doctor = await createStaff(house.shop.api, everywhere('laboratory'))
})

const ordered = async () => {
  const order = await paidOrder(house.shop, house.laboratory, customer)
  return { ...order, request: order.requests[0] as Resource, label: `${order.number}-1` }
}
const naming = (label: string) => [{ identifier: { value: label } }]
const list = (query: Parameters<TestStaff['client']['refusedReports']>[0] = {}) =>
  doctor.client.refusedReports(query)
/** Sends resources that the interface refuses, and returns the report that was kept. */
async function refused(...resources: Resource[]): Promise<RefusedReportHead> {
  const before = (await list()).map(({ id }) => id)
  expect((await house.laboratory.report(...resources)).status).toBe(422)
  const [kept] = (await list()).filter(({ id }) => !before.includes(id))
  return kept!
}
const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiProblem)
  const { code, body, errors } = error as ApiProblem
  return { code, changed: body.changed, paths: errors.map(({ path }) => path) }
}

test('a report without a known order is kept, assigned to the right order and accepted in the usual way, once', async () => {
  const order = await ordered()
  const specimen = specimenOf([order.request], { request: naming(UNKNOWN_LABEL) })
  const report = reportOn(order.request, [observation(order.request, HAEMOGLOBIN)], {
    basedOn: naming(UNKNOWN_LABEL),
    subject: { reference: 'Patient/nobody' },
    code: { coding: [{ system: 'urn:laboratory', code: 'CBC', display: 'Blood count' }] },
    conclusion: 'Seen by a colleague.',
  })
  const head = await refused(specimen, ...report)
  expect(head).toMatchObject({
    reasons: ['noOrder'],
    orderNumber: '99999999',
    source: 'fhir',
    times: 1,
    state: 'open',
  })
  const details = await doctor.client.refusedReport(head.id)
  expect(details.reports).toEqual([
    {
      entry: 1,
      test: 'Blood count (CBC)',
      status: 'final',
      issuedAt: '2040-03-05T08:40:00+03:00',
      named: UNKNOWN_LABEL,
      comment: 'Seen by a colleague.',
      values: [{ name: '(718-7)', value: '116 g/L' }],
      deletes: [],
      line: null,
    },
  ])
  const { id, version } = head
  // Unchanged, it is refused again and stays open.
  expect(await doctor.client.tryRefusedReport(id, { version, lays: [] })).toEqual({
    state: 'open',
    version: 1,
  })
  const line = await doctor.client.requestLine(order.label)
  expect(line).toMatchObject({
    label: order.label,
    orderId: order.id,
    isReported: false,
    patient: { gender: 'F' },
  })
  const lays = [{ entry: 1, label: order.label }]
  const tries = await Promise.allSettled(
    [1, 2].map(() => doctor.client.tryRefusedReport(id, { version: 1, lays })),
  )
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await problemOf(doctor.client.tryRefusedReport(id, { version: 1, lays }))).toMatchObject({
    code: 'stale_write',
    changed: { by: 'Olga Novik', change: 'report.taken' },
  })
  const { items } = await customer.client.testResults()
  const result = items.find(({ orderId }) => orderId === order.id)!
  const { analyses } = await customer.client.patientResults(result.id, customer.patientId)
  expect(analyses[0]).toMatchObject({ status: 'final' })
  const [stored] = await house.database.queries
    .select()
    .from(auditEntries)
    .where(
      sql`${auditEntries.kind} = 'testResult' and ${auditEntries.objectId} = ${analyses[0]!.id} and ${auditEntries.action} = 'update'`,
    )
  expect(stored).toMatchObject({ actor: 'staff', staffId: doctor.staffId, clientId: 'sandbox' })
  expect((await list({ state: 'taken' })).map((row) => row.id)).toContain(id)
  expect((await doctor.client.refusedReport(id)).settled).toMatchObject({ by: 'Olga Novik', reason: null })
})

test('a repeated report is counted, whatever its addresses within the bundle', async () => {
  const order = await ordered()
  const wrong = () =>
    reportOn(
      order.request,
      [observation(order.request, HAEMOGLOBIN, { valueQuantity: undefined, valueString: 'a lot' })],
      {
        subject: { reference: 'Patient/0198c0de-0000-7000-8000-000000000000' },
      },
    )
  const { id, reasons, orderNumber, laboratoryIds } = await refused(...wrong())
  expect({ reasons, orderNumber, laboratoryIds }).toEqual({
    reasons: ['otherPatient'],
    orderNumber: order.number,
    laboratoryIds: [1],
  })
  await house.laboratory.report(...wrong())
  const again = await list({ reason: 'otherPatient', laboratoryId: 1 })
  expect(again.filter((row) => row.id === id)).toMatchObject([{ times: 2 }])
  expect(await list({ reason: 'otherPatient', laboratoryId: 2 })).toEqual([])
})

test('a report that is set aside has a reason, and is deleted ninety days later; an open one stays', async () => {
  const { request } = await ordered()
  const head = await refused(...reportOn(request, [], { status: 'unheard of' }))
  expect(head.reasons).toEqual(['value'])
  const { id, version } = head
  expect(await problemOf(doctor.client.setAsideReport(id, { version, reason: 'no' }))).toMatchObject({
    code: 'invalid_fields',
    paths: ['reason'],
  })
  const bad = doctor.client.tryRefusedReport(id, { version, lays: [{ entry: 0, label: UNKNOWN_LABEL }] })
  expect(await problemOf(bad)).toMatchObject({ code: 'invalid_fields', paths: ['lays.0.label'] })
  const reason = 'The laboratory will send it again.'
  expect(await doctor.client.setAsideReport(id, { version, reason })).toEqual({
    state: 'setAside',
    version: 1,
  })
  expect((await doctor.client.refusedReport(id)).settled).toMatchObject({ reason })
  const left = async (days: number) => {
    await deleteOldRefused(
      house.database.queries,
      new Date(house.shop.clock.now.getTime() + days * 86_400_000),
    )
    const ids = [...(await list({ state: 'setAside' })), ...(await list())].map((row) => row.id)
    return ids.includes(id)
  }
  expect(await left(REFUSED_REPORT_DAYS - 1)).toBe(true)
  const open = (await list()).length
  expect(await left(REFUSED_REPORT_DAYS + 1)).toBe(false)
  expect((await list()).length).toBe(open)
})

test('no finding is stored in clear text, and staff of some laboratories see only reports that must be theirs', {
  tags: ['ASVS-8.2.2'],
}, async () => {
  const order = await ordered()
  const words = 'Blasts in the smear'
  const mine = await refused(
    ...reportOn(order.request, [], { conclusion: words, result: [{ reference: 'urn:uuid:none' }] }),
  )
  const unassigned = await refused(
    ...reportOn(order.request, [], { basedOn: naming(UNKNOWN_LABEL), conclusion: words }),
  )
  const mixed = await refused(
    ...reportOn(order.request, [], { conclusion: words, result: [{ reference: 'urn:uuid:none' }] }),
    ...reportOn(order.request, [], { basedOn: naming(UNKNOWN_LABEL), conclusion: words }),
  )
  const { rows } = await house.database.queries.execute<{ row: string }>(
    sql`select r::text as row from laboratory.refused_report r`,
  )
  expect(rows.map(({ row }) => row).join()).not.toMatch(/Blasts|DiagnosticReport|Patient\//)
  const here = await createStaff(house.shop.api, { role: 'laboratory', laboratoryIds: [1] })
  const elsewhere = await createStaff(house.shop.api, { role: 'laboratory', laboratoryIds: [2] })
  const seenBy = async ({ client }: TestStaff) => (await client.refusedReports({})).map(({ id }) => id)
  expect(await seenBy(here)).toContain(mine.id)
  for (const { id } of [unassigned, mixed]) expect(await seenBy(here)).not.toContain(id)
  expect(await seenBy(elsewhere)).toEqual([])
  expect(await problemOf(elsewhere.client.refusedReport(mine.id))).toMatchObject({ code: 'not_found' })
  expect(await problemOf(elsewhere.client.requestLine(order.label))).toMatchObject({ code: 'not_found' })
  expect(
    await problemOf(elsewhere.client.setAsideReport(mine.id, { version: 0, reason: 'Not mine' })),
  ).toMatchObject({
    code: 'not_found',
  })
})

test('nothing is kept from an unknown client, and a body that is not JSON is kept as it arrived', async () => {
  const before = (await list()).length
  const stranger = createLaboratory(house.shop, 'made-up')
  expect((await stranger.report({ resourceType: 'DiagnosticReport' })).status).toBe(401)
  expect((await list()).length).toBe(before)
  const answer = await house.shop.api.app.request('/fhir/R4', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${house.shop.api.context.settings.labSystemToken}`,
      'Content-Type': 'application/fhir+json',
    },
    body: '{"resourceType": "Bundle", broken',
  })
  expect(answer.status).toBe(400)
  const kept = (await list()).at(-1)!
  expect(await doctor.client.refusedReport(kept.id)).toMatchObject({
    reasons: ['form'],
    canBeTried: false,
    reports: [],
    text: '{"resourceType": "Bundle", broken',
  })
  expect(await problemOf(doctor.client.tryRefusedReport(kept.id, { version: 0, lays: [] }))).toMatchObject({
    code: 'conflict',
  })
})

test('a message from a gateway is shown as HL7 v2, and can be assigned where only its order was missing', async () => {
  const order = await ordered()
  const text = 'MSH|^~\\&|LIS\rPID|1\rOBR|1||F1||||20400305||||Мария'
  const aboutOf = (sent: string) => [
    {
      resourceType: 'OperationOutcome',
      issue: [
        {
          severity: 'error',
          code: 'processing',
          diagnostics: 'the placer order number is expected',
          expression: ['OBR^1^2'],
        },
      ],
    },
    {
      resourceType: 'Binary',
      contentType: 'x-application/hl7-v2+er7',
      data: Buffer.from(sent).toString('base64'),
    },
  ]
  const head = await refused(
    ...aboutOf('MSH|the first'),
    ...reportOn(order.request, [observation(order.request, HAEMOGLOBIN)], {
      identifier: [{ system: 'urn:hl7v2:LIS:placer', value: '' }],
      basedOn: naming(''),
    }),
  )
  expect(head).toMatchObject({ source: 'hl7v2', reasons: ['noOrder'] })
  const lays = [{ entry: 2, label: order.label }]
  expect(await doctor.client.tryRefusedReport(head.id, { version: 0, lays })).toMatchObject({
    state: 'taken',
  })
  const raw = await refused(...aboutOf(text))
  expect(await doctor.client.refusedReport(raw.id)).toMatchObject({
    canBeTried: false,
    text: text.replaceAll('\r', '\n'),
  })
})
