import { PATIENTLY } from '@shop/database/testing/patience'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assortmentForCart } from './cart-assortment.ts'
import { type CatalogueStore, createCatalogueStore } from './catalogue-store.ts'
import { importCatalogue } from './import/import-catalogue.ts'
import { analysisEntry, catalogueFolder, profileEntry, smallCatalogue } from './testing/catalogue-files.ts'

let database: TestDatabase
const stores: CatalogueStore[] = []
beforeEach(async () => {
  database = await openTestDatabase('tables')
})
afterEach(async () => {
  for (const store of stores.splice(0)) await store.stop()
  await database.close()
})

const clock = { now: () => new Date(), zone: 'Europe/Minsk' }
async function openStore(lookEveryMs = 3_600_000): Promise<CatalogueStore> {
  const logger = pino({ level: 'silent' })
  const store = await createCatalogueStore({ database, logger, clock, lookEveryMs })
  stores.push(store)
  return store
}
const importEntries = (overrides: Parameters<typeof smallCatalogue>[0] = {}) =>
  importCatalogue({ database, folder: catalogueFolder(smallCatalogue(overrides)) })
const codesOf = (store: CatalogueStore) => [...store.current().analysesByCode.keys()]

test('an empty database has an empty catalogue', async () => {
  const store = await openStore()
  expect(store.current()).toMatchObject({ version: 0, tag: '0' })
  expect((await store.search()).analyses.search('ттг', { limit: 5, offeredIds: new Set() })).toEqual([])
})

test('every started process picks up an import', async () => {
  const [first, second] = [await openStore(), await openStore()]
  await first.start()
  await second.start()
  await importEntries()
  await vi.waitFor(() => {
    expect(codesOf(first)).toEqual(['2001', '2002'])
    expect(codesOf(second)).toEqual(['2001', '2002'])
  }, PATIENTLY)
  expect(first.current().tag).toBe(second.current().tag)
})

test('a lost notification is made up for by the next poll', async () => {
  const store = await openStore(20)
  await store.start()
  await importEntries()
  // As if the notification of the next import had never arrived.
  await database.queries.execute(sql`update laboratory.analysis set name = 'Renamed' where code = '2001'`)
  await database.queries.execute(sql`update laboratory.catalogue_version set version = version + 1`)
  await vi.waitFor(
    () => expect(store.current().analysesByCode.get('2001')?.name.en).toBe('Renamed'),
    PATIENTLY,
  )
})

test('search finds what the new version has, and no longer what it withdrew', async () => {
  await importEntries()
  const store = await openStore()
  const find = async (term: string) => {
    const { analyses, wholeAssortment } = store.current()
    const ids = (await store.search()).analyses.search(term, {
      limit: 5,
      offeredIds: wholeAssortment.analysisIds,
    })
    return ids.map((id) => analyses.get(id)?.code)
  }
  expect(await find('тироксин')).toEqual(['2002'])
  await importEntries({ analyses: [analysisEntry()], profiles: [], rules: [] })
  await store.refresh()
  expect(await find('тироксин')).toEqual([])
  expect(await find('ттг')).toEqual(['2001'])
})

test('a snapshot already taken does not change', async () => {
  await importEntries()
  const store = await openStore()
  const before = store.current()
  await importEntries({ analyses: [analysisEntry({ name: 'Renamed' })], profiles: [], rules: [] })
  await store.refresh()
  expect(before.analysesByCode.get('2001')?.name.en).toBe('Thyroid stimulating hormone')
  expect(store.current().analysesByCode.get('2001')?.name.en).toBe('Renamed')
  expect(store.current().analysesByCode.get('2002')?.isWithdrawn).toBe(true)
})

test('a poll that finds the same version loads nothing', async () => {
  await importEntries()
  const store = await openStore()
  const before = store.current()
  expect(await database.statementsOf(() => store.refresh())).toHaveLength(1)
  expect(store.current()).toBe(before)
})

test('a home assortment has only what can be taken at home, and only complete profiles', async () => {
  const [tsh, thyroxine] = smallCatalogue().analyses
  await importEntries({
    analyses: [tsh!, { ...thyroxine!, homeCallPossible: false }],
    profiles: [profileEntry(), profileEntry({ code: 'P002', labServices: ['2001'] })],
  })
  const snapshot = (await openStore()).current()
  const codes = (id: number) => {
    const { analysisIds, profileIds } = snapshot.assortments.get(id)!
    return {
      analyses: [...analysisIds].map((analysisId) => snapshot.analyses.get(analysisId)?.code),
      profiles: [...profileIds].map((profileId) => snapshot.profiles.get(profileId)?.code),
    }
  }
  expect(codes(1)).toEqual({ analyses: ['2001', '2002'], profiles: ['P001', 'P002'] })
  expect(codes(2)).toEqual({ analyses: ['2001'], profiles: ['P002'] })
})

test("the cart's assortment has the laboratory's currency, prices and materials", async () => {
  const [tsh, thyroxine] = smallCatalogue().analyses
  await importEntries({
    assortments: [
      { id: 1, name: 'Poland', currency: 'PLN', homeCallOnly: false },
      { id: 2, name: 'Home calls', currency: 'BYN', homeCallOnly: true },
    ],
    analyses: [tsh!, { ...thyroxine!, prices: { BYN: 20 } }],
  })
  const snapshot = (await openStore()).current()
  const assortment = assortmentForCart({ snapshot, laboratoryId: 1, locale: 'be' })!
  const idOf = (code: string) => snapshot.analysesByCode.get(code)!.id
  expect(assortment.currency).toBe('PLN')
  expect(assortment.analyses.get(idOf('2001'))).toMatchObject({
    name: 'Тырэатропны гармон',
    price: { amount: 2256, currency: 'PLN' },
    samplingServiceIds: [1],
    materialId: 20,
  })
  // It is missing from the list, but not from the cart, which can say why.
  expect(assortment.analyses.get(idOf('2002'))?.price).toBeNull()
  expect(snapshot.assortments.get(1)?.analysisIds.has(idOf('2002'))).toBe(false)
  expect(assortment.materials.get(1)?.price).toEqual({ amount: 841, currency: 'PLN' })
  expect(assortment.analyses.get(idOf('2002'))?.rules).toMatchObject([
    {
      type: 'REQUIRES_ALSO',
      relatedAnalysisIds: [idOf('2001')],
      message: 'Только вместе с тиреотропным гормоном.',
    },
  ])
  expect(assortmentForCart({ snapshot, laboratoryId: 1, locale: 'be' })).toBe(assortment)
  expect(assortmentForCart({ snapshot, laboratoryId: 99, locale: 'ru' })).toBeNull()
})
