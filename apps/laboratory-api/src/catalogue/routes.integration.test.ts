import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  categorySchema,
  wireAnalysisDetailSchema,
  wireAnalysisSchema,
  wireProfileSchema,
  wireReasonAnswerSchema,
} from '@shop/contract/catalogue'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { projectFiles } from '@shop/server/project-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { importCatalogue } from './import/import-catalogue.ts'

const BRANCH = 1
const HOME = 21
const HOME_AT_NOWHERE = 9_999

let database: TestDatabase
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase('tables')
  await importCatalogue({ database, folder: join(projectFiles, 'catalogue') })
  api = await createTestApi({ database })
})
afterAll(async () => {
  await api.close()
  await database.close()
})

const get = (path: string, headers: Record<string, string> = {}) => api.request('GET', path, { headers })
const idOf = (code: string) => api.context.catalogue.current().analysesByCode.get(code)!.id
const analysisWhere = (fits: (analysis: { isHomeCallPossible: boolean }) => boolean) =>
  [...api.context.catalogue.current().analyses.values()].find(fits)!

test('every answer has the shape of the contract', {
  tags: [
    'SPEC-3-ANALYSIS',
    'SPEC-3-PRICE',
    'SPEC-3-PROFILE',
    'SPEC-7-LAB-SERVICE-SEARCH',
    'SPEC-7-LAB-SERVICE',
    'SPEC-7-PROFILE',
  ],
}, async () => {
  const client = api.client()
  const strict = (schema: z.ZodType, value: unknown) => expect(schema.safeParse(value).error).toBeUndefined()
  strict(z.array(wireAnalysisSchema), await client.analyses({ laboratoryId: BRANCH }))
  strict(z.array(wireAnalysisSchema), await client.searchAnalyses({ searchNameTerm: 'витамин' }))
  strict(wireAnalysisDetailSchema, await client.analysis(idOf('1001'), { laboratoryId: BRANCH }))
  strict(z.array(wireProfileSchema), await client.profiles({ laboratoryId: BRANCH }))
  strict(wireProfileSchema, await client.profile(1))
  strict(z.array(categorySchema), await client.categories())
})

test('a branch offers everything, with prices of its list first and the others after', {
  tags: ['SPEC-7-LAB-SERVICES'],
}, async () => {
  const analyses = await api.client().analyses({ laboratoryId: BRANCH })
  expect(analyses).toHaveLength(398)
  for (const { prices } of analyses)
    expect(prices.map(({ currency }) => currency)).toEqual(['BYN', 'PLN', 'EUR'])
  expect(analyses[0]).toMatchObject({
    code: '1001',
    prices: [{ price: 21.9 }, { price: 26.71 }, { price: 6.35 }],
  })
})

test('a home service offers only what can be taken at home', {
  tags: ['SPEC-7-LAB-SERVICES', 'SPEC-7-PROFILES'],
}, async () => {
  const analyses = await api.client().analyses({ laboratoryId: HOME })
  expect(analyses.length).toBeGreaterThan(300)
  expect(analyses.length).toBeLessThan(398)
  expect(analyses.every(({ homeCallPossible }) => homeCallPossible)).toBe(true)
  const profiles = await api.client().profiles({ laboratoryId: HOME })
  expect(
    profiles.flatMap(({ labServices }) => labServices).every(({ homeCallPossible }) => homeCallPossible),
  ).toBe(true)
})

test('a single analysis shows whether the laboratory offers it, what it measures and what it needs', async () => {
  const atBranchOnly = analysisWhere(({ isHomeCallPossible }) => !isHomeCallPossible)
  expect(await api.client().analysis(atBranchOnly.id, { laboratoryId: HOME })).toMatchObject({
    isOffered: false,
  })
  expect(await api.client().analysis(atBranchOnly.id, { laboratoryId: BRANCH })).toMatchObject({
    isOffered: true,
  })
  expect(await api.client().analysis(idOf('2001'))).toMatchObject({
    code: '2001',
    isOffered: true,
    components: [{ loinc: '3016-3', ucumUnit: 'm[IU]/L' }],
    materials: [
      { materialId: 1, kind: 'sampling service', prices: [{ price: 6.9, currency: 'BYN' }, {}, {}] },
      { kind: 'tube', charge: 'INCLUDED_IN_SERVICE' },
    ],
  })
})

test('rules name their related analyses by id', async () => {
  const analysis = await api.client().analysis(idOf('1254'))
  expect(analysis.rules).toMatchObject([{ type: 'REQUIRES_ALSO', relatedAnalysisIds: [idOf('1251')] }])
})

test('a profile that cannot be taken completely at home is not offered there', async () => {
  const atHome = new Set((await api.client().profiles({ laboratoryId: HOME })).map(({ id }) => id))
  const missing = (await api.client().profiles({ laboratoryId: BRANCH })).find(({ id }) => !atHome.has(id))
  expect(missing).toMatchObject({ isOffered: true })
  expect(await api.client().profile(missing!.id, { laboratoryId: HOME })).toMatchObject({ isOffered: false })
})

test.each([
  ['en', 'Thyroid-stimulating hormone', 'Popular'],
  ['pl', 'Hormon tyreotropowy (TSH)', 'Popularne'],
  ['ru', 'Тиреотропный гормон (ТТГ)', 'Популярные'],
  ['be', 'Тырэатропны гармон (ТТГ)', 'Папулярныя'],
  ['de, ru;q=0.5', 'Тиреотропный гормон (ТТГ)', 'Популярные'],
  ['xx', 'Thyroid-stimulating hormone', 'Popular'],
])('a reader who asks for %s gets the best language for it', async (language, name, popular) => {
  const response = await get(`/labService/${idOf('2001')}`, { 'Accept-Language': language })
  const analysis = wireAnalysisDetailSchema.parse(await response.json())
  expect(analysis.name).toBe(name)
  expect(analysis.catalogHeaders.find(({ id }) => id === 23)?.name).toBe(popular)
  expect(response.headers.get('Vary')).toContain('Accept-Language')
})

test('a profile has its Russian name in every language, and a description in the reader’s', async () => {
  const [english, russian] = [
    await api.client(undefined, 'en').profile(1),
    await api.client(undefined, 'ru').profile(1),
  ]
  expect(english.name).toBe('Профиль 1. Общее обследование')
  expect(russian.name).toBe(english.name)
  expect(english.description).not.toBe(russian.description)
})

test('reference ranges in words are in the reader’s language too', async () => {
  const texts = async (locale: string) => {
    const { components } = await api.client(undefined, locale).analysis(idOf('3017'))
    return components.flatMap(({ referenceRanges }) => referenceRanges.map(({ text }) => text))
  }
  expect(await texts('en')).toContain('not detected')
  expect(await texts('ru')).toContain('не обнаружено')
})

test('the category tree includes hidden categories', async () => {
  const categories = await api.client().categories()
  expect(categories).toHaveLength(60)
  expect(categories.find(({ slug }) => slug === 'popular')).toMatchObject({ id: 23, parentId: null })
  expect(categories.find(({ slug }) => slug === 'liver')).toMatchObject({ parentId: 3 })
})

const paths = [
  '/labService?laboratoryId=1',
  '/profiles?laboratoryId=1',
  '/catalogHeaders',
  '/labService/1',
  '/profiles/1',
  '/labService/search?searchNameTerm=tsh',
]
test.each(paths)('%s is not sent again to a caller who has it', async (path) => {
  const first = await get(path)
  const etag = first.headers.get('ETag')!
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await get(path, { 'If-None-Match': `"other", W/${etag}` })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect(again.headers.get('ETag')).toBe(etag)
  const other = await get(path, { 'If-None-Match': etag, 'Accept-Language': 'ru' })
  expect(other.status).toBe(200)
})

test.each(paths)('%s is compressed on request, with its own ETag that is recognised again', async (path) => {
  const plain = await get(path)
  const zipped = await get(path, { 'Accept-Encoding': 'gzip, br' })
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  const whole = await plain.text()
  if (whole.length < 1_024) return expect(zipped.headers.get('Content-Encoding')).toBeNull()
  expect(zipped.headers.get('Content-Encoding')).toBe('gzip')
  expect(zipped.headers.get('Vary')).toMatch(/Accept-Encoding/)
  const bytes = new Uint8Array(await zipped.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(whole)
  expect(bytes.length).toBeLessThan(whole.length / 2)
  const etag = zipped.headers.get('ETag')!
  expect(etag).not.toBe(plain.headers.get('ETag'))
  const again = await get(path, { 'If-None-Match': etag, 'Accept-Encoding': 'gzip' })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('the catalogue is read without any statement', async () => {
  await Promise.all(paths.map((path) => get(path)))
  const statements = await database.statementsOf(async () => {
    for (const path of paths) expect((await get(path)).status).toBe(200)
  })
  expect(statements).toEqual([])
})

test.each([
  ['/labService', 422, 'invalid_fields'],
  ['/profiles', 422, 'invalid_fields'],
  ['/labService?laboratoryId=abc', 422, 'invalid_fields'],
  ['/labService?laboratoryId=-1', 422, 'invalid_fields'],
  [`/labService?laboratoryId=${HOME_AT_NOWHERE}`, 422, 'unknown_laboratory'],
  [`/profiles?laboratoryId=${HOME_AT_NOWHERE}`, 422, 'unknown_laboratory'],
  [`/labService/search?searchNameTerm=x&laboratoryId=${HOME_AT_NOWHERE}`, 422, 'unknown_laboratory'],
  [`/labService/1?laboratoryId=${HOME_AT_NOWHERE}`, 422, 'unknown_laboratory'],
  ['/labService/999999', 404, 'not_found'],
  ['/labService/abc', 404, 'not_found'],
  ['/labService/99999999999999999999', 404, 'not_found'],
  ['/profiles/999999', 404, 'not_found'],
])('%s answers %i %s', async (path, status, code) => {
  const response = await get(path)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ status, code })
})

test('search answers in the form of the list, for the given laboratory', async () => {
  const atBranchOnly = analysisWhere(({ isHomeCallPossible }) => !isHomeCallPossible)
  const { code } = atBranchOnly as unknown as { code: string }
  const client = api.client()
  expect(
    (await client.searchAnalyses({ searchNameTerm: code, laboratoryId: BRANCH })).map(
      (analysis) => analysis.code,
    ),
  ).toContain(code)
  expect(
    (await client.searchAnalyses({ searchNameTerm: code, laboratoryId: HOME })).map(
      (analysis) => analysis.code,
    ),
  ).not.toContain(code)
  expect((await client.searchAnalyses({ searchNameTerm: 'ттг', laboratoryId: BRANCH }))[0]).toEqual(
    (await client.analyses({ laboratoryId: BRANCH })).find((analysis) => analysis.code === '2001'),
  )
})

test.each(['', ' ', 'т', 'а'.repeat(500), '%', '{"a":1}', '\n', '👩‍🔬'])(
  'the search term %j is not an error',
  async (term) => {
    const response = await get(`/labService/search?searchNameTerm=${encodeURIComponent(term)}`)
    expect(response.status).toBe(200)
    const found = z.array(wireAnalysisSchema).parse(await response.json())
    expect(found.length).toBeLessThanOrEqual(200)
  },
)

test('a search that finds more than fifty, a page’s worth, returns them all', async () => {
  const { length } = await api.client().searchAnalyses({ searchNameTerm: 'антитела' })
  expect(length).toBeGreaterThan(50)
})

test('a reason is answered in the given language, with what the laboratory offers, and its tests come first in the search', async () => {
  const path = `/reasons/search?laboratoryId=${BRANCH}&searchNameTerm=${encodeURIComponent('łysienie')}`
  const response = await get(path, { 'Accept-Language': 'pl' })
  expect(response.headers.get('Content-Language')).toBe('pl')
  const { reason, profileIds } = z.strictObject(wireReasonAnswerSchema.shape).parse(await response.json())
  expect(reason).toMatchObject({ slug: 'hair-loss', name: 'Wypadanie włosów' })
  expect(reason!.note).toContain('nie jest diagnoza')
  expect(reason!.labServiceIds).toEqual(['1001', '1252', '2001', '4001'].map(idOf))
  expect(profileIds).toHaveLength(1)
  const client = api.client()
  const found = await client.searchAnalyses({ searchNameTerm: 'волосы', laboratoryId: BRANCH })
  expect(found.slice(0, 4).map(({ id }) => id)).toEqual(['1001', '1252', '2001', '4001'].map(idOf))
})

test('a reason contains only what the laboratory offers', async () => {
  const client = api.client()
  const term = { searchNameTerm: 'ребёнок идёт в садик' }
  const { reason: atHome } = await client.searchReasons({ ...term, laboratoryId: HOME })
  const offered = new Set((await client.analyses({ laboratoryId: HOME })).map(({ id }) => id))
  expect(atHome!.labServiceIds.every((id) => offered.has(id))).toBe(true)
  const { reason: atBranch } = await client.searchReasons({ ...term, laboratoryId: BRANCH })
  expect(atBranch!.labServiceIds.length).toBeGreaterThanOrEqual(atHome!.labServiceIds.length)
})

test('a profile is found by its name, and nonsense has no reason', async () => {
  const client = api.client()
  const { reason, profileIds } = await client.searchReasons({ searchNameTerm: 'TORCH', laboratoryId: BRANCH })
  expect(reason).toBeNull()
  expect(profileIds.length).toBeGreaterThan(0)
  const none = { reason: null, profileIds: [], labServiceIds: [] }
  expect(await client.searchReasons({ searchNameTerm: 'пицца с доставкой' })).toEqual(none)
})

test.each(['волосы', 'ттг', 'антитела', 'TORCH', 'пицца с доставкой', ''])(
  'both searches find the same for %j, in the same order',
  async (searchNameTerm) => {
    const asked = { searchNameTerm, laboratoryId: BRANCH }
    const client = api.client()
    const whole = (await client.searchAnalyses(asked)).map(({ id }) => id)
    expect((await client.searchReasons(asked)).labServiceIds).toEqual(whole)
  },
)

test('a search without a term finds nothing', async () => {
  expect(await (await get('/labService/search')).json()).toEqual([])
})
