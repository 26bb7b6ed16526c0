import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { RESOURCE_TYPES } from '../clients/scopes.ts'
import { clientsOfFile, OTHER, OWN } from '../clients/testing/clients-of-file.ts'
import type { Customer } from '../orders/testing/order-fixture.ts'
import { readOperations } from '../testing/operations.ts'
import { observation, paidOrder, type Resource, reportOn, specimenOf } from './testing/laboratory.ts'

const HAEMOGLOBIN = '718-7'

const { house, logIn, own, other, idle } = clientsOfFile()

test('each operation needs its scope, and names the missing one', {
  tags: ['ASVS-8.2.1', 'ASVS-10.4.11', 'ASVS-10.3.2'],
}, async () => {
  const [request] = (await orderAt(OWN, await house.shop.customer())).requests
  const reader = await logIn(own(), 'system/Patient.r')
  const reporter = await logIn(own(), 'system/DiagnosticReport.cu system/Observation.c')
  const report = reportOn(request, [observation(request, HAEMOGLOBIN)])
  const answers = [
    [await reader.call('GET', '/ServiceRequest'), 'system/ServiceRequest.s'],
    [await reader.call('GET', `/ServiceRequest/${request.id}`), 'system/ServiceRequest.r'],
    [await reader.report(...report), 'system/DiagnosticReport.c, '],
    [await reporter.report(...report), 'scope system/Observation.u'],
    [await reporter.call('GET', `/${request.subject.reference}`), 'system/Patient.r'],
    [
      await (await logIn(own(), 'system/ServiceRequest.s')).call(
        'GET',
        '/ServiceRequest?_include=ServiceRequest:patient',
      ),
      'system/Patient.r',
    ],
  ] as const
  for (const [{ status, body, headers }, scope] of answers) {
    expect(status).toBe(403)
    expect(headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope"')
    expect(body.issue[0]).toMatchObject({ code: 'forbidden', diagnostics: expect.stringContaining(scope) })
  }
  expect((await reader.call('GET', `/${request.subject.reference}`)).status).toBe(200)
})

const orderAt = (laboratoryId: number, customer: Customer) =>
  paidOrder(house.shop, house.laboratory, customer, { laboratoryId })

/** A reported order, with the id of each of its resources by type. */
async function reportedOrder(laboratoryId: number, customer: Customer) {
  const { requests, ...order } = await orderAt(laboratoryId, customer)
  const [request] = requests
  const { body } = await house.laboratory.report(
    specimenOf([request]),
    ...reportOn(request, [observation(request, HAEMOGLOBIN)]),
  )
  const [specimen, report, value] = body.entry.map(
    ({ response }: Resource) => response.location.split('/')[1] as string,
  )
  const ids: Record<(typeof RESOURCE_TYPES)[number], string> = {
    ServiceRequest: request.id,
    Patient: request.subject.reference.split('/')[1],
    Specimen: specimen,
    Location: String(laboratoryId),
    DiagnosticReport: report,
    Observation: value,
  }
  return { ...order, request, ids }
}

test('resources of another laboratory do not exist for a client, whatever it tries', {
  tags: ['ASVS-8.2.2', 'ASVS-8.4.1'],
}, async () => {
  const { number, request, ids } = await reportedOrder(OWN, await house.shop.customer())
  const mine = await logIn(own())
  const theirs = await logIn(idle())
  // A new operation of the interface must be tested here too.
  const operations = await readOperations(house.shop.api)
  expect(
    operations.filter(({ needsLaboratorySystem }) => needsLaboratorySystem).map(({ name }) => name),
  ).toEqual(['GET /fhir/R4/ServiceRequest', 'GET /fhir/R4/{type}/{id}', 'POST /fhir/R4'])

  for (const type of RESOURCE_TYPES) {
    expect((await mine.call('GET', `/${type}/${ids[type]}`)).status, type).toBe(200)
    expect((await theirs.call('GET', `/${type}/${ids[type]}`)).status, type).toBe(404)
  }
  const everything = '_include=ServiceRequest:patient&_include=ServiceRequest:location&_count=200'
  for (const query of [everything, `requisition=${number}`, 'status=completed,active,revoked']) {
    expect((await mine.call('GET', `/ServiceRequest?${query}`)).body.entry.length).toBeGreaterThan(0)
    expect((await theirs.call('GET', `/ServiceRequest?${query}`)).body.entry).toEqual([])
  }
  const correction = reportOn(request, [observation(request, HAEMOGLOBIN, { valueQuantity: undefined })], {
    status: 'corrected',
    issued: '2040-03-05T08:50:00+03:00',
  })
  for (const resources of [
    correction,
    [specimenOf([request], { identifier: [{ value: 'false' }] })],
    reportOn(request, [], { status: 'entered-in-error' }),
    reportOn(request, [], { basedOn: [{ identifier: { value: `${number}-1` } }] }),
  ]) {
    const answer = await theirs.report(...resources)
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.body.issue).toContainEqual(expect.objectContaining({ code: 'not-found' }))
  }
  expect((await mine.call('GET', `/DiagnosticReport/${ids.DiagnosticReport}`)).body.status).toBe('final')
})

test('a client reports on its own orders, and can neither take over nor discover another’s report identifiers', async () => {
  const customer = await house.shop.customer()
  const reported = await reportedOrder(OWN, customer)
  const elsewhere = await orderAt(OTHER, customer)
  const theirs = await logIn(other())
  const [request] = await theirs.requests(elsewhere.number)
  const identifier = [
    { system: 'https://laboratory.example/reports', value: `report-${reported.request.id}` },
  ]
  const naming = await theirs.report(
    ...reportOn(request, [], {
      identifier,
      result: [{ reference: `Observation/${reported.ids.Observation}` }],
    }),
  )
  expect(naming.body.issue).toMatchObject([{ code: 'not-found' }])
  const answer = await theirs.report(
    ...reportOn(request, [observation(request, HAEMOGLOBIN)], { identifier }),
  )
  expect(answer.status).toBe(200)
  const [, id] = answer.body.entry[0].response.location.split('/')
  expect((await theirs.call('GET', `/DiagnosticReport/${id}`)).body.identifier).toEqual(identifier)
  const mine = await logIn(own())
  const kept = (await mine.call('GET', `/DiagnosticReport/${reported.ids.DiagnosticReport}`)).body
  expect(kept).toMatchObject({
    identifier,
    basedOn: [{ reference: `ServiceRequest/${reported.request.id}` }],
  })
})

test('the audit records which client has read an order', async () => {
  const { id } = await orderAt(OTHER, await house.shop.customer())
  const theirs = await logIn(other())
  await theirs.call('GET', `/ServiceRequest/${id}-0`)
  const { rows } = (await house.database.queries.execute(
    sql`select actor, client_id from laboratory.audit_entry where object_id = ${id} and actor = 'laboratorySystem' order by at desc limit 1`,
  )) as { rows: object[] }
  expect(rows).toEqual([{ actor: 'laboratorySystem', client_id: 'other-laboratory' }])
})
