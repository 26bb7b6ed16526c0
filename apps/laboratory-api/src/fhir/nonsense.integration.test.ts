import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  observation,
  paidOrder,
  type Resource,
  reportOn,
  specimenOf,
  transaction,
} from './testing/laboratory.ts'
import { laboratoryOfFile } from './testing/laboratory-of-file.ts'
import { findR4Faults } from './testing/validate-resource.ts'

const HAEMOGLOBIN = '718-7'
const NUL = String.fromCharCode(0)
const HALF_A_PAIR = String.fromCharCode(0xd800)

const house = laboratoryOfFile()
let requests: Resource[]
beforeAll(async () => {
  const customer = await house.shop.customer()
  requests = (await paidOrder(house.shop, house.laboratory, customer)).requests
})

const bundle = (overrides?: Resource, values?: Resource) =>
  transaction(
    ...reportOn(requests[0], [observation(requests[0], HAEMOGLOBIN, values)], overrides),
    specimenOf(requests),
  )
const report = (body: unknown) => house.laboratory.call('POST', '', body)

test.each<[string, () => Resource, string]>([
  ['NUL', () => bundle({ conclusion: `in${NUL}side` }), 'entry[0].resource.conclusion'],
  ['half a surrogate pair', () => bundle({ conclusion: HALF_A_PAIR }), 'entry[0].resource.conclusion'],
  [
    'NUL in what is only kept',
    () => bundle({}, { extension: [{ valueString: NUL }] }),
    'entry[1].resource.extension[0].valueString',
  ],
  ['a name with NUL', () => bundle({ [`a${NUL}b`]: 1 }), 'entry[0].resource'],
  ['the year 0', () => bundle({ issued: '0000-01-01T00:00:00Z' }), 'entry[0].resource.issued'],
  ['a day that does not exist', () => bundle({ issued: '2026-02-30T10:00:00Z' }), 'entry[0].resource.issued'],
])('%s in a report is refused, and the element is named', async (_, body, element) => {
  const answer = await report(body())
  expect(answer).toMatchObject({ status: 422, body: { resourceType: 'OperationOutcome' } })
  expect(answer.body.issue).toMatchObject([{ code: 'value', expression: [`Bundle.${element}`] }])
  expect(findR4Faults(answer.body)).toEqual([])
})

test('6,000 levels of nesting are refused', async () => {
  const deep = `${'['.repeat(6_000)}${']'.repeat(6_000)}`
  const body = JSON.stringify(bundle({ extension: 'DEEP' })).replace('"DEEP"', deep)
  expect(await report(body)).toMatchObject({ status: 400, body: { issue: [{ code: 'structure' }] } })
})

test('a leap second is accepted as a time', async () => {
  const leap = '2016-12-31T23:59:60Z'
  const answer = await report(
    bundle({ effectiveDateTime: leap, issued: '2040-03-05T08:40:00.1234567890+03:00' }),
  )
  expect(answer.body.issue).toBeUndefined()
  expect(answer.status).toBe(200)
})

test.each([
  ['_lastUpdated', 'gt0000-01-01'],
  ['_lastUpdated', 'ge0001-01-01T00:00:00+14:00'],
  ['_lastUpdated', 'gt9999-12-31'],
  ['_lastUpdated', 'le2026-02-30'],
  ['_cursor', `${'-'.repeat(36)}-1`],
  ['requisition', `1000${NUL}`],
])('a search with %s %j is refused', async (name, value) => {
  const answer = await house.laboratory.call(
    'GET',
    `/ServiceRequest?${new URLSearchParams({ [name]: value })}`,
  )
  expect(answer).toMatchObject({ status: 400, body: { issue: [{ expression: [`http.${name}`] }] } })
})

const HASTY_TIMES = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60-14:00',
  '2026-02-30',
  '2016-12-31T23:59:60Z',
  '2026',
]
const nonsense = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    NUL,
    HALF_A_PAIR,
    '',
    ' ',
    '-0',
    '\u202e',
    1e308,
    -1e-308,
    2 ** 53,
    0.1,
    -1,
    true,
  ),
  fc.constantFrom<unknown>(...HASTY_TIMES),
  fc.constantFrom<unknown>([], {}, [null], [[]], { '': {} }, { __proto__: null, constructor: 1 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Every place in a resource, as a path of keys. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

function replaceAt(body: Resource, path: string[], value: unknown): Resource {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof body !== 'object' || body === null) return body
  const copy = Array.isArray(body) ? [...body] : { ...body }
  copy[key as never] = replaceAt(body[key], rest, value) as never
  return copy
}

test('no bundle makes the interface fail, whatever it contains', { tags: ['ASVS-1.5.2'] }, async () => {
  const changes = fc.array(fc.tuple(fc.nat(), nonsense), { minLength: 1, maxLength: 3 })
  const property = fc.asyncProperty(changes, async (changes) => {
    let body = bundle({ effectiveDateTime: '2040-03-05T08:10:00+03:00' })
    for (const [place, value] of changes) {
      const places = placesIn(body)
      body = replaceAt(body, places[place % places.length]!, value)
    }
    const answer = await report(JSON.stringify(body) ?? '')
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    expect(['Bundle', 'OperationOutcome']).toContain(answer.body.resourceType)
  })
  await fc.assert(property, { numRuns: 600, seed: 20261122 })
})

test('no URL makes the interface fail', async () => {
  const names = fc.constantFrom(
    'status',
    'requisition',
    '_lastUpdated',
    '_include',
    '_count',
    '_cursor',
    '_format',
  )
  const prefixes = fc.constantFrom('', 'ge', 'lt', 'eq', 'zz', '|', ',')
  const value = fc
    .tuple(prefixes, nonsense)
    .map(([prefix, inner]) =>
      `${prefix}${typeof inner === 'string' ? inner : JSON.stringify(inner)}`.toWellFormed(),
    )
  const search = fc.array(fc.tuple(names, value), { minLength: 1, maxLength: 3 })
  const types = fc.constantFrom(
    'Patient',
    'Location',
    'Specimen',
    'ServiceRequest',
    'Observation',
    'DiagnosticReport',
  )
  const path = fc.oneof(
    search.map((pairs) => `/ServiceRequest?${new URLSearchParams(pairs)}`),
    fc.tuple(types, value).map(([type, id]) => `/${type}/${encodeURIComponent(id)}`),
  )
  const property = fc.asyncProperty(path, async (path) => {
    const answer = await house.laboratory.call('GET', path)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
  })
  await fc.assert(property, { numRuns: 150, seed: 20261122 })
})
