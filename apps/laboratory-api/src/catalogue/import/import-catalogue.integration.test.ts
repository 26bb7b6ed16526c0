import { join } from 'node:path'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { projectFiles } from '@shop/server/project-files'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { analyses, catalogueVersions, prices, profiles } from '../tables.ts'
import { analysisEntry, catalogueFolder, smallCatalogue } from '../testing/catalogue-files.ts'
import { importCatalogue, importCatalogueIfEmpty } from './import-catalogue.ts'
import type { CatalogueEntries } from './read-catalogue-files.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase('tables')
})
afterEach(() => database.close())

const FIRST = new Date('2026-01-01T08:00:00Z')
const LATER = new Date('2026-02-01T08:00:00Z')
const importEntries = (entries: { [Kind in keyof CatalogueEntries]?: unknown }, at = FIRST) =>
  importCatalogue({ database, folder: catalogueFolder(entries), now: () => at })

const codesInForce = async () => {
  const rows = await database.queries.select().from(analyses).orderBy(analyses.code)
  return rows.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ code }) => code)
}

test('the demo catalogue is imported completely, and a second import changes nothing', {
  tags: ['slow'],
}, async () => {
  const folder = join(projectFiles, 'catalogue')
  const first = await importCatalogue({ database, folder })
  expect(first.refused).toEqual([])
  expect(first.counts).toMatchObject({ analyses: 398, profiles: 36, laboratories: 23, callableRegions: 125 })
  expect(first.changes.analyses.added).toHaveLength(398)
  const statements = await database.statementsOf(async () => {
    const second = await importCatalogue({ database, folder })
    expect(second).toMatchObject({ version: first.version, isChanged: false, refused: [] })
  })
  expect(statements.filter((text) => /^(insert|update|delete)/i.test(text))).toEqual([])
})

test('prices are stored in minor units', async () => {
  await importEntries(smallCatalogue())
  const rows = await database.queries
    .select({ amount: prices.amount, list: prices.priceListId })
    .from(prices)
    .innerJoin(analyses, eq(analyses.id, prices.analysisId))
    .where(eq(analyses.code, '2001'))
    .orderBy(prices.priceListId)
  expect(rows).toEqual([
    { amount: 1850, list: 1 },
    { amount: 2256, list: 2 },
    { amount: 536, list: 3 },
  ])
})

test('changing a price keeps the ids and times of the other prices', async () => {
  await importEntries(smallCatalogue())
  const before = await database.queries.select().from(prices).orderBy(prices.id)
  const [other] = smallCatalogue().analyses.slice(1)
  const dearer = analysisEntry({ prices: { BYN: 19.9, PLN: 22.56, EUR: 5.36 } })
  const report = await importEntries(smallCatalogue({ analyses: [dearer, other!] }), LATER)
  expect(report.changes.analyses).toEqual({ added: [], changed: ['2001'], withdrawn: [] })
  const after = await database.queries.select().from(prices).orderBy(prices.id)
  expect(after).toEqual(
    before.map((price) => (price.amount === 1850 && price.id === before[0]!.id ? after[0] : price)),
  )
  expect(after[0]).toMatchObject({ amount: 1990, createdAt: FIRST, updatedAt: LATER })
})

test('a price no longer in the files is removed from its list', async () => {
  await importEntries(smallCatalogue({ analyses: [analysisEntry()], profiles: [], rules: [] }))
  const onlyRoubles = analysisEntry({ prices: { BYN: 18.5 } })
  await importEntries(smallCatalogue({ analyses: [onlyRoubles], profiles: [], rules: [] }), LATER)
  const rows = await database.queries.select().from(prices)
  expect(rows.map(({ amount }) => amount)).toEqual([1850])
})

test('an entry no longer in the files is withdrawn, and returns with its id', async () => {
  await importEntries(smallCatalogue())
  const [before] = await database.queries.select().from(analyses).where(eq(analyses.code, '2002'))
  const without = smallCatalogue({ analyses: [analysisEntry()], profiles: [], rules: [] })
  const report = await importEntries(without, LATER)
  expect(report.changes.analyses.withdrawn).toEqual(['2002'])
  expect(report.changes.profiles.withdrawn).toEqual(['P001'])
  expect(report.changes.rules.withdrawn).toEqual(['1'])
  expect(await codesInForce()).toEqual(['2001'])
  const again = await importEntries(smallCatalogue())
  expect(again.changes.analyses.added).toEqual(['2002'])
  const [after] = await database.queries.select().from(analyses).where(eq(analyses.code, '2002'))
  expect(after).toMatchObject({ id: before!.id, createdAt: FIRST, withdrawnAt: null })
})

test('a profile names its analyses by id', async () => {
  await importEntries(smallCatalogue())
  const ids = await database.queries.select({ id: analyses.id }).from(analyses).orderBy(analyses.code)
  const [profile] = await database.queries.select().from(profiles)
  expect(profile?.analysisIds).toEqual(ids.map(({ id }) => id))
})

const { analyses: two } = smallCatalogue()

test('a refused folder leaves the catalogue in force untouched', async () => {
  await importEntries(smallCatalogue())
  const bad = smallCatalogue({ analyses: [...two, analysisEntry({ code: '2003', execPeriodDays: -1 })] })
  await importEntries(bad, LATER)
  expect(await codesInForce()).toEqual(['2001', '2002'])
  const [version] = await database.queries.select().from(catalogueVersions)
  expect(version).toMatchObject({ version: 1, importedAt: FIRST })
})

test('a folder without assortments gets the two default ones', async () => {
  const { assortments: _, ...entries } = smallCatalogue()
  const report = await importEntries(entries)
  expect(report).toMatchObject({ refused: [], counts: { assortments: 2 } })
})

test('two concurrent imports make one version', async () => {
  const folder = catalogueFolder(smallCatalogue())
  const reports = await Promise.all([
    importCatalogue({ database, folder }),
    importCatalogue({ database, folder }),
  ])
  expect(reports.map(({ version }) => version)).toEqual([1, 1])
  expect(reports.map(({ isChanged }) => isChanged).toSorted()).toEqual([false, true])
})

test('the first start imports, later ones do not', async () => {
  const folder = catalogueFolder(smallCatalogue())
  expect(await importCatalogueIfEmpty({ database, folder })).toMatchObject({ version: 1 })
  expect(await importCatalogueIfEmpty({ database, folder: '/nowhere' })).toBeNull()
})
