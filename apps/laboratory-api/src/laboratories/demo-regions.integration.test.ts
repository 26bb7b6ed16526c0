import { join } from 'node:path'
import type { CallableRegion } from '@shop/contract/laboratories'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { LOCALES } from '@shop/domain/locale'
import { projectFiles } from '@shop/server/project-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCatalogueIfEmpty } from '../catalogue/import/import-catalogue.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let database: TestDatabase
let api: TestApi
let regions: CallableRegion[]
beforeAll(async () => {
  database = await openTestDatabase()
  await importCatalogueIfEmpty({ database, folder: join(projectFiles, 'catalogue') })
  api = await createTestApi({ database })
  regions = await api.client().callableRegions()
})
afterAll(async () => {
  await api.close()
  await database.close()
})

test('there are 125 active places, each at 33 or 50 BYN', {
  tags: ['SPEC-3-REGION', 'SPEC-9-REGIONS-COUNT', 'SPEC-9-REGIONS-PRICES', 'SPEC-9-REGIONS-ACTIVE'],
}, () => {
  expect(regions).toHaveLength(125)
  for (const { id, name, isActive, price } of regions) {
    expect([id, name]).toEqual([expect.any(Number), expect.any(String)])
    expect(isActive).toBe(true)
    expect(price.currency).toBe('BYN')
    expect([33, 50]).toContain(price.price)
  }
})

test('they are Belarusian places near Minsk, by their Cyrillic names', {
  tags: ['SPEC-9-REGIONS-NAMES'],
}, () => {
  for (const { name } of regions) expect(name).toMatch(/^[\p{Script=Cyrillic} .’'-]+$/u)
  const near = ['Минск', 'Боровляны', 'Колодищи', 'Заславль', 'Фаниполь']
  expect(regions.filter(({ name }) => near.includes(name))).toHaveLength(near.length)
})

test('each place has a distinct name in each language, in that language’s script', () => {
  for (const locale of LOCALES) {
    const names = regions.map((region) => region.names[locale])
    expect(new Set(names).size, locale).toBe(regions.length)
    const isCyrillic = locale === 'ru' || locale === 'be'
    const script = isCyrillic ? /^[\p{Script=Cyrillic} ’-]+$/u : /^[\p{Script=Latin} -]+$/u
    for (const name of names) expect(name).toMatch(script)
  }
})
