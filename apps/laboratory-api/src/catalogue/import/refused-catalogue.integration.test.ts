import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyses } from '../tables.ts'
import {
  analysisEntry,
  catalogueFolder,
  laboratoryEntry,
  materialEntry,
  profileEntry,
  reasonEntry,
  smallCatalogue,
} from '../testing/catalogue-files.ts'
import { importCatalogue } from './import-catalogue.ts'
import type { CatalogueEntries } from './read-catalogue-files.ts'

// Nothing here is ever stored, so all cases share one database.
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('tables')
})
afterAll(() => database.close())

const { analyses: two } = smallCatalogue()
const women = analysisEntry({ code: '2003', restrictions: { sex: 'FEMALE' } })
const refusedCases: [string, Partial<Record<keyof CatalogueEntries, unknown>>, string, string, string][] = [
  [
    'an unknown service',
    { laboratories: [{ ...laboratoryEntry(), services: ['massage'] }] },
    'laboratories.json',
    '1',
    'services.0',
  ],
  [
    'NUL in a text',
    { analyses: [{ ...analysisEntry(), name: 'Thyrotropin\u0000' }, two[1]] },
    'analyses.json',
    '2001',
    'name',
  ],
  [
    'half a character in a list',
    { analyses: [{ ...analysisEntry(), synonyms: ['TSH', 'thyro\ud800'] }, two[1]] },
    'analyses.json',
    '2001',
    'synonyms.1',
  ],
  [
    'a service twice',
    { laboratories: [laboratoryEntry({ services: ['swabs', 'swabs'] })] },
    'laboratories.json',
    '1',
    'services',
  ],
  ['an unknown test', { reasons: [reasonEntry({ tests: ['9'] })] }, 'reasons.json', 'thyroid', 'tests'],
  [
    'an unknown profile',
    { reasons: [reasonEntry({ profiles: ['9'] })] },
    'reasons.json',
    'thyroid',
    'profiles',
  ],
  ['nothing offered', { reasons: [reasonEntry({ tests: [], profiles: [] })] }, 'reasons.json', 'thyroid', ''],
  [
    'the unwanted first',
    { reasons: [reasonEntry({ neverFirst: ['2001'] })] },
    'reasons.json',
    'thyroid',
    'neverFirst',
  ],
  ['no source', { reasons: [reasonEntry({ sources: [] })] }, 'reasons.json', 'thyroid', 'sources'],
  [
    'a language missing',
    { reasons: [{ ...reasonEntry(), note: { en: 'x', ru: 'x', pl: 'x' } }] },
    'reasons.json',
    'thyroid',
    'note.be',
  ],
  ['no price', { analyses: [analysisEntry({ prices: {} })] }, 'analyses.json', '2001', 'prices'],
  [
    'three decimals',
    { analyses: [analysisEntry({ prices: { BYN: 1.005 } })] },
    'analyses.json',
    '2001',
    'prices.BYN',
  ],
  ['a wrong LOINC', { analyses: [analysisEntry({ loinc: '3016-4' })] }, 'analyses.json', '2001', 'loinc'],
  ['an unknown field', { analyses: [{ ...analysisEntry(), restriction: {} }] }, 'analyses.json', '2001', ''],
  ['no name', { analyses: [{ ...analysisEntry(), nameRu: undefined }] }, 'analyses.json', '2001', 'nameRu'],
  ['no code', { analyses: [{ name: 'x' }] }, 'analyses.json', '#1', 'code'],
  ['no object', { analyses: [7] }, 'analyses.json', '#1', ''],
  ['a code twice', { analyses: [...two, analysisEntry()] }, 'analyses.json', '2001', 'code'],
  [
    'an unknown tube',
    { analyses: [...two.slice(1), analysisEntry({ materialId: 99 })] },
    'analyses.json',
    '2001',
    'materialId',
  ],
  [
    'a service as tube',
    { analyses: [...two.slice(1), analysisEntry({ materialId: 1 })] },
    'analyses.json',
    '2001',
    'materialId',
  ],
  [
    'an unknown category',
    { analyses: [...two.slice(1), analysisEntry({ categories: [9] })] },
    'analyses.json',
    '2001',
    'categories',
  ],
  [
    'a restriction without its rule',
    { analyses: [...two, women] },
    'analyses.json',
    '2003',
    'restrictions.sex',
  ],
  [
    'an unknown analysis',
    { profiles: [profileEntry({ labServices: ['2001', '7'] })] },
    'profiles.json',
    'P001',
    'labServices',
  ],
  [
    'an unknown assortment',
    { laboratories: [laboratoryEntry({ assortmentId: 9 })] },
    'laboratories.json',
    '1',
    'assortmentId',
  ],
  [
    'a dead price list',
    { materials: smallCatalogue().materials.with(0, materialEntry({ prices: { EUR: 2 } })) },
    'materials.json',
    '1',
    'prices.BYN',
  ],
  [
    'a laboratory that comes home at prices in another currency than the call',
    {
      assortments: [
        { id: 1, name: 'Branches', currency: 'BYN', homeCallOnly: false },
        { id: 2, name: 'Home calls', currency: 'EUR', homeCallOnly: true },
      ],
    },
    'laboratories.json',
    '2',
    'assortmentId',
  ],
  ['no list', { rules: {} }, 'rules.json', '', ''],
]

test.each(refusedCases)(
  '%s is refused with its position, and nothing is stored',
  async (_, overrides, file, entry, field) => {
    const report = await importCatalogue({
      database,
      folder: catalogueFolder({ ...smallCatalogue(), ...overrides }),
    })
    expect(report.refused).toContainEqual({ file, entry, field, reason: expect.any(String) })
    expect(report).toMatchObject({ version: null, isChanged: false })
    expect(await database.queries.select().from(analyses)).toEqual([])
  },
)

test('a missing file and one that is not JSON are refused by name', async () => {
  const { rules: _, ...entries } = smallCatalogue()
  const folder = catalogueFolder(entries)
  writeFileSync(join(folder, 'profiles.json'), '[{')
  const { refused } = await importCatalogue({ database, folder })
  expect(refused.map(({ file }) => file).toSorted()).toEqual(['profiles.json', 'rules.json'])
  expect(refused).toContainEqual({ file: 'rules.json', entry: '', field: '', reason: 'the file is missing' })
})
