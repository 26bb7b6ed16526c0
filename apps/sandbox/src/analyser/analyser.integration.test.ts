import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestLaboratory } from '../testing/start-test-laboratory.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'

let laboratory: Awaited<ReturnType<typeof startTestLaboratory>>
let sandbox: TestSandbox

beforeAll(async () => {
  laboratory = await startTestLaboratory()
  sandbox = await startTestSandbox({ laboratory })
})
afterAll(async () => {
  await sandbox.close()
  await laboratory.close()
})
beforeEach(() => {
  laboratory.bundles.length = 0
  laboratory.refusals.length = 0
})

async function run(orderNumber?: string, url = sandbox.url) {
  const answer = await fetch(`${url}/analyser/runs`, {
    method: 'POST',
    ...(orderNumber ? { body: JSON.stringify({ orderNumber }) } : {}),
  })
  return { status: answer.status, body: await answer.json() }
}

function posted(resourceType: string) {
  return laboratory.bundles.flatMap(({ entry }) =>
    entry.map(({ resource }) => resource).filter((resource) => resource.resourceType === resourceType),
  )
}

function statuses() {
  return posted('DiagnosticReport').map(({ status }) => status)
}

/** Insulin, a blood count, creatine kinase, urinalysis, hepatitis B: five lines for two people. */
const LARGE_ORDER = [
  { code: '1225' },
  { code: '1001' },
  { code: '1240', patient: 'viktor' },
  { code: '7001', patient: 'viktor' },
  { code: '3001' },
]

function activateLargeOrder(orderNumber: string) {
  laboratory.activate(
    orderNumber,
    LARGE_ORDER.map((line) => ({ ...line, id: `${orderNumber}-${line.code}` })),
  )
}

test('a small order is final after one run', async () => {
  laboratory.activate('10001', [{ id: 'a1', code: '1001' }])
  expect(await run('10001')).toEqual({ status: 200, body: { reported: 1, refused: [] } })
  const [report] = posted('DiagnosticReport')
  expect(report).toMatchObject({
    status: 'final',
    basedOn: [{ reference: 'ServiceRequest/a1' }],
    subject: { reference: 'Patient/anna' },
    code: { coding: [{ code: '1001' }] },
  })
  const observations = posted('Observation')
  expect(observations).toHaveLength(23)
  expect(observations[0]).toMatchObject({
    status: 'final',
    code: {
      coding: [
        { system: 'http://loinc.org', code: '718-7' },
        { system: 'https://laboratory.example/fhir/R4/CodeSystem/analysis-component', code: '1001-1' },
      ],
      text: 'Haemoglobin',
    },
    valueQuantity: { code: 'g/L', system: 'http://unitsofmeasure.org' },
    referenceRange: [{ low: { value: 120 }, high: { value: 150 } }],
  })
})

test('a sample is taken at the visit, but never in the future', async () => {
  laboratory.activate('10002', [{ id: 'b1', code: '1001' }])
  await run('10002')
  expect(posted('Specimen')).toMatchObject([
    { collection: { collectedDateTime: '2026-11-20T09:00:00.000Z' }, type: { text: 'EDTA whole blood' } },
  ])
})

test('a large order is reported in steps: one analysis first preliminary, one corrected later, the rest final immediately', async () => {
  activateLargeOrder('10003')
  expect((await run('10003')).body.reported).toBe(5)
  expect(statuses().filter((status) => status === 'final')).toHaveLength(4)
  expect(statuses().filter((status) => ['preliminary', 'partial'].includes(status))).toHaveLength(1)
  const first = posted('DiagnosticReport')
  const firstValues = posted('Observation')

  laboratory.bundles.length = 0
  expect((await run('10003')).body.reported).toBe(2)
  expect(statuses().sort()).toEqual(['corrected', 'final'])
  const known = first.map(({ identifier }) => identifier[0]?.value)
  expect(posted('DiagnosticReport').every(({ identifier }) => known.includes(identifier[0]?.value))).toBe(
    true,
  )
  const [corrected] = posted('Observation').filter(({ status }) => status === 'corrected')
  const before = firstValues.find(
    ({ identifier }) => identifier[0]?.value === corrected!.identifier[0]?.value,
  )
  expect(corrected!.valueQuantity!.value).not.toBe(before!.valueQuantity!.value)

  expect((await run('10003')).body).toEqual({ reported: 0, refused: [] })
})

test('each person and kind of sample has one specimen', async () => {
  activateLargeOrder('10004')
  await run('10004')
  const specimens = posted('Specimen').map(({ subject, type }) => [subject.reference, type.text])
  expect(new Set(specimens.map(String)).size).toBe(specimens.length)
  const urls = laboratory.bundles[0]!.entry.map(({ fullUrl }) => fullUrl)
  const references = posted('Observation').map(({ specimen }) => specimen.reference)
  expect(references.every((reference) => urls.includes(reference))).toBe(true)
})

test('only the requested order is reported', async () => {
  laboratory.activate('10005', [{ id: 'e1', code: '1001' }])
  expect((await run('10006')).body.reported).toBe(0)
  expect((await run('10005')).body.reported).toBe(1)
})

test('a refusal is reported with its reason and retried at the next run', async () => {
  laboratory.activate('10007', [{ id: 'g1', code: '1001' }])
  laboratory.refusals.push('unknown code')
  const refused = [{ orderNumber: '10007', reason: '422: Bundle.entry[0].resource.code: unknown code' }]
  expect((await run('10007')).body).toEqual({ reported: 0, refused })
  expect((await run('10007')).body).toEqual({ reported: 1, refused: [] })
})

test('a report whose acceptance was not recorded is sent again unchanged', async () => {
  laboratory.activate('10010', [{ id: 'j1', code: '1001' }])
  laboratory.refusals.push('power cut')
  await run('10010')
  onTestFinished(() => sandbox.passSeconds(-3600))
  sandbox.passSeconds(3600)
  await run('10010')
  expect(posted('DiagnosticReport')).toMatchObject([{ issued: '2026-11-20T09:00:00.000Z' }])
})

test('concurrent runs send identical reports', async () => {
  let seconds = 0
  const now = () => {
    seconds += 1
    return new Date(Date.UTC(2026, 10, 20, 9, 0, seconds))
  }
  const busy = await startTestSandbox({ laboratory, now })
  activateLargeOrder('10011')
  const answers = await Promise.all(Array.from({ length: 4 }, () => run('10011', busy.url)))
  expect(answers.flatMap(({ body }) => body.refused)).toEqual([])
  const reports = posted('DiagnosticReport')
  const steps = reports.map(({ identifier, status }) => `${identifier[0]?.value} ${status}`)
  const seen = reports.map(({ issued }, index) => `${steps[index]} ${issued}`)
  expect(new Set(reports.map(({ identifier }) => identifier[0]?.value)).size).toBe(LARGE_ORDER.length)
  expect(new Set(seen).size).toBe(new Set(steps).size)
  await busy.close()
})

test('a refused correction is given up', async () => {
  activateLargeOrder('10012')
  await run('10012')
  laboratory.activate('10012', [])
  laboratory.refusals.push('refunded')
  expect((await run('10012')).body.refused).toHaveLength(1)
  expect((await run('10012')).body).toEqual({ reported: 0, refused: [] })
})

test('an analysis unknown to the instrument is left for another one', async () => {
  laboratory.activate('10008', [{ id: 'h1', code: 'unknown' }])
  expect((await run('10008')).body.reported).toBe(0)
})

test('the analyser reports a wrong token and an unreachable laboratory', async () => {
  const stranger = await startTestSandbox({ laboratory: { ...laboratory, token: 'wrong' } })
  const refused = await fetch(`${stranger.url}/analyser/runs`, { method: 'POST' })
  expect([refused.status, await refused.json()]).toEqual([502, { message: '401: no token' }])
  await stranger.close()
  const alone = await startTestSandbox()
  const page = await fetch(`${alone.url}/analyser`, { method: 'POST', body: new URLSearchParams() })
  expect(await page.text()).toContain('did not answer')
  await alone.close()
})

test('the page reports when its button is pressed and shows the stage of each order', async () => {
  laboratory.activate('10009', [{ id: 'i1', code: '1001' }])
  const body = new URLSearchParams({ orderNumber: ' 10009 ' })
  const text = await (await fetch(`${sandbox.url}/analyser`, { method: 'POST', body })).text()
  expect(text).toContain('1 result reported.')
  expect(text).toContain('<strong>Order 10009</strong><span class="quiet">1 final</span>')
})
