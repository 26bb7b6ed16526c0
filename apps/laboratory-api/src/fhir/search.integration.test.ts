import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { analysisId, type Customer } from '../orders/testing/order-fixture.ts'
import { analysisResults } from '../results/tables.ts'
import { observation, paidOrder, type Resource, reportOn, specimenOf } from './testing/laboratory.ts'
import { laboratoryOfFile } from './testing/laboratory-of-file.ts'
import { findR4Faults } from './testing/validate-resource.ts'

const INCLUDES = ['patient', 'specimen', 'location']
  .map((name) => `_include=ServiceRequest:${name}`)
  .join('&')

const house = laboratoryOfFile()
let customer: Customer
let orders: Awaited<ReturnType<typeof paidOrder>>[]
beforeAll(async () => {
  customer = await house.shop.customer()
  orders = []
  for (const pregnant of [false, true, false]) {
    const analysisIds = ['1001', '2001'].map((code) => analysisId(house.shop.api, code))
    orders.push(
      await paidOrder(house.shop, house.laboratory, customer, {
        patients: [{ patientId: customer.patientId, analysisIds, optionalMaterials: {}, pregnant }],
      }),
    )
    house.shop.clock.pass(60)
  }
})

async function search(query: string): Promise<Resource> {
  const { body } = await house.laboratory.call('GET', `/ServiceRequest?${query}`)
  return body
}
const matches = (bundle: Resource): string[] =>
  bundle.entry
    .filter((entry: Resource) => entry.search.mode === 'match')
    .map(({ resource }: Resource) => resource.id)

test('a request says what is ordered for whom, when and where', async () => {
  const [request] = orders[1]!.requests
  expect(request).toMatchObject({
    status: 'active',
    intent: 'order',
    requisition: { value: orders[1]!.number },
    subject: { reference: `Patient/${customer.patientId}` },
    locationReference: [{ reference: 'Location/1' }],
    note: [{ text: 'The patient is pregnant.' }],
  })
  expect(request.identifier[0].value).toBe(`${orders[1]!.number}-1`)
  expect(request.code.coding).toMatchObject([
    { system: 'http://shop.example/laboratory-api/fhir/R4/CodeSystem/analysis', code: '1001' },
    { system: 'http://loinc.org', code: '57021-8' },
  ])
  expect(request.occurrencePeriod.start).toMatch(/^2040-03-06T09:\d\d:00\+03:00$/)
})

test('every resource in a reply is valid R4', { tags: ['slow'] }, async () => {
  const [request] = orders[0]!.requests
  await house.laboratory.report(specimenOf([request]), ...reportOn(request, [observation(request, '718-7')]))
  const bundle = await search(`${INCLUDES}&_count=2`)
  const metadata = await house.shop.api.request('GET', '/fhir/R4/metadata')
  const read = async (path: string) => (await house.laboratory.call('GET', `/${path}`)).body
  const report = await read(
    (await house.laboratory.report(...reportOn(request, [observation(request, '718-7')]))).body.entry[0]
      .response.location,
  )
  const resources = [
    bundle,
    await metadata.json(),
    report,
    await read(report.result[0].reference),
    await read(`Patient/${customer.patientId}`),
    await read('Location/1'),
    await read(`Specimen/${request.id}`),
    await read(`ServiceRequest/${request.id}`),
  ]
  for (const resource of resources) expect(findR4Faults(resource), resource.resourceType).toEqual([])
  expect(report).toMatchObject({ status: 'final', basedOn: [{ reference: `ServiceRequest/${request.id}` }] })
})

test('a patient has the elements that the laboratory needs, and no others', {
  tags: ['ASVS-8.2.3'],
}, async () => {
  const { entry } = await search(INCLUDES)
  const patients = entry.filter(({ resource }: Resource) => resource.resourceType === 'Patient')
  expect(patients).toHaveLength(1)
  expect(Object.keys(patients[0].resource).sort()).toEqual([
    'birthDate',
    'gender',
    'id',
    'meta',
    'name',
    'resourceType',
  ])
})

test('pages follow each other without gap or repetition, even if orders are reported in the meantime', async () => {
  const found: string[] = []
  let path = '/ServiceRequest?_count=1'
  while (path) {
    const { body } = await house.laboratory.call('GET', path)
    found.push(...matches(body))
    const next = body.link.find(({ relation }: Resource) => relation === 'next')
    path = next ? next.url.slice(next.url.indexOf('/ServiceRequest')) : ''
    if (found.length === 2) {
      const [, request] = orders[1]!.requests
      await house.laboratory.report(...reportOn(request, [observation(request, '3016-3', tsh)]))
    }
  }
  expect(new Set(found).size).toBe(found.length)
  const ids: string[] = orders.flatMap(({ requests }) => requests.map(({ id }: Resource) => id))
  expect(found.filter((id) => ids.includes(id))).toEqual(ids)
})
const tsh = { valueQuantity: { value: 2.1, system: 'http://unitsofmeasure.org', code: 'm[IU]/L' } }

test('the state of a request follows its report', async () => {
  const [, request] = orders[1]!.requests
  await house.laboratory.report(...reportOn(request, [observation(request, '3016-3', tsh)]))
  const active = matches(await search('status=active'))
  const completed = matches(await search('status=completed'))
  expect(completed).toContain(orders[1]!.requests[1].id)
  expect(active).not.toContain(orders[1]!.requests[1].id)
  expect(active).toContain(orders[2]!.requests[0].id)
  expect(matches(await search('status=active,completed')).sort()).toEqual([...active, ...completed].sort())
})

test('the reports on requests come with them if asked for, each with the values that are valid now', async () => {
  const { number, requests } = await paidOrder(house.shop, house.laboratory, customer)
  const [request] = requests
  const reports = async () => {
    const { entry } = await search(`requisition=${number}&_revinclude=DiagnosticReport:based-on`)
    return entry.flatMap(({ resource, search: { mode } }: Resource) =>
      resource.resourceType === 'DiagnosticReport' ? [{ ...resource, mode }] : [],
    )
  }
  expect(await reports()).toEqual([])
  const value = (number: number) => ({ valueQuantity: { ...gramsPerLitre, value: number } })
  for (const number of [131, 113]) {
    house.shop.clock.pass(60)
    const issued = house.shop.clock.now.toISOString()
    await house.laboratory.report(
      ...reportOn(request, [observation(request, '718-7', value(number))], { issued }),
    )
  }
  const [report, ...others] = await reports()
  expect(others).toEqual([])
  expect(report).toMatchObject({ mode: 'include', basedOn: [{ reference: `ServiceRequest/${request.id}` }] })
  expect(report.result).toHaveLength(1)
  const { body } = await house.laboratory.call('GET', `/${report.result[0].reference}`)
  expect(body.valueQuantity.value).toBe(113)

  // A comment that no key opens hides neither its report nor others.
  await house.database.queries
    .update(analysisResults)
    .set({ sealedComment: 'nonsense' })
    .where(eq(analysisResults.id, report.id))
  expect((await reports()).map(({ id }: Resource) => id)).toEqual([report.id])
  expect((await house.laboratory.call('GET', `/DiagnosticReport/${report.id}`)).status).toBe(500)
})
const gramsPerLitre = { system: 'http://unitsofmeasure.org', code: 'g/L' }

test('a sampling time of which only the day was reported is given as that day', async () => {
  const { requests } = await paidOrder(house.shop, house.laboratory, customer)
  const [request] = requests
  const read = async (path: string) => (await house.laboratory.call('GET', `/${path}`)).body
  for (const time of ['2040-03-04', '2040-03-04T08:05:00+03:00']) {
    house.shop.clock.pass(60)
    const issued = house.shop.clock.now.toISOString()
    const specimen = specimenOf([request], { collection: { collectedDateTime: time } })
    const value = observation(request, '718-7', { effectiveDateTime: time })
    const report = reportOn(request, [value], { issued, effectiveDateTime: time })
    const { body } = await house.laboratory.report(specimen, ...report)
    const { location } = body.entry[1].response
    const stored = await read(location)
    expect(stored.effectiveDateTime).toBe(time)
    expect((await read(stored.result[0].reference)).effectiveDateTime).toBe(time)
    expect((await read(`Specimen/${request.id}`)).collection.collectedDateTime).toBe(time)
  }
})

test('requests are found by their last change', async () => {
  const { meta } = orders[2]!.requests[0]
  const since = encodeURIComponent(meta.lastUpdated)
  expect(matches(await search(`_lastUpdated=ge${since}`))).toContain(orders[2]!.requests[0].id)
  expect(matches(await search(`_lastUpdated=lt${since}&requisition=${orders[2]!.number}`))).toEqual([])
  expect(matches(await search('_lastUpdated=gt2040-03-05'))).toEqual([])
  expect(matches(await search('_lastUpdated=2040-03-05')).length).toBeGreaterThan(0)
})

test('a patient whose older order has changed last comes with the details of the newest order', async () => {
  const person = await house.shop.customer()
  const older = await paidOrder(house.shop, house.laboratory, person)
  const [patient] = await person.client.patients()
  const personalDetails = { ...patient!.personalDetails, lastName: 'Zalewska' }
  await person.client.editPatient(person.patientId, { personalDetails })
  house.shop.clock.pass(1)
  const newer = await paidOrder(house.shop, house.laboratory, person)
  house.shop.clock.pass(1)
  await house.laboratory.report(specimenOf([older.requests[0]]))
  const since = encodeURIComponent(newer.requests[0].meta.lastUpdated)
  const { entry } = await search(`_lastUpdated=ge${since}&_include=ServiceRequest:patient`)
  const found = entry.map(({ resource }: Resource) => resource)
  const numbers = found.flatMap(({ requisition }: Resource) => requisition?.value ?? [])
  const own = numbers.filter((number: string) => [older.number, newer.number].includes(number))
  expect(own).toEqual([newer.number, older.number])
  expect(found.find(({ id }: Resource) => id === person.patientId).name[0].family).toBe('Zalewska')
})

test.each([
  ['an unknown parameter', 'colour=red', 'http.colour'],
  ['an unknown status', 'status=wrong', 'http.status'],
  ['a time without a zone', '_lastUpdated=ge2040-03-05T10:00:00', 'http._lastUpdated'],
  ['a made-up cursor', '_cursor=2', 'http._cursor'],
  ['an unknown include', '_include=ServiceRequest:colour', 'http._include'],
  ['an unknown reverse include', '_revinclude=Observation:based-on', 'http._revinclude'],
  ['a count of zero', '_count=0', 'http._count'],
])('%s is refused', async (_, query, expression) => {
  const { status, body } = await house.laboratory.call('GET', `/ServiceRequest?${query}`)
  expect(status).toBe(400)
  expect(body.issue).toMatchObject([{ expression: [expression] }])
})

test('a page costs one statement, one for the answers to questions before the visit and one for the audit', async () => {
  const statements = await house.database.statementsOf(() => search(`${INCLUDES}&_count=200`))
  expect(statements.length).toBeLessThanOrEqual(3)
})

test('a home visit has its address, telephone and the materials that are brought, since no mail has them', async () => {
  const call = await paidOrder(house.shop, house.laboratory, customer, {
    laboratoryId: 21,
    patients: [
      {
        patientId: customer.patientId,
        analysisIds: [analysisId(house.shop.api, '7001')],
        optionalMaterials: { 40: false },
        pregnant: false,
      },
    ],
    visit: {
      kind: 'homeCall',
      start: '2040-03-21T07:30:00+03:00',
      callableRegionId: 1,
      phone: '+375291112233',
      address: {
        locality: 'Минск',
        street: 'проспект Независимости',
        houseNumber: '95к3',
        entranceNumber: '2',
        floorNumber: '',
        apartmentNumber: '48',
        addressNotes: 'Домофон 48',
      },
    },
  })
  const [request] = call.requests
  expect(findR4Faults(request)).toEqual([])
  expect(request).toMatchObject({
    contained: [
      {
        resourceType: 'Location',
        id: 'home',
        description: 'Домофон 48',
        telecom: [{ system: 'phone', value: '+375291112233' }],
        address: { city: 'Минск', line: ['проспект Независимости, 95к3', 'подъезд 2', 'кв. 48'] },
      },
    ],
    locationReference: [{ reference: 'Location/21' }, { reference: '#home' }],
    note: [{ text: 'The patient brings: Контейнер для мочи стерильный, 100 мл' }],
  })
})
