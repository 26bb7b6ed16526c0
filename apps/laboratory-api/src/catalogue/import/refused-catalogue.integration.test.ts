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
  regionEntry,
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
    'a text with NUL',
    { analyses: [{ ...analysisEntry(), name: 'Thyrotropin\u0000' }, two[1]] },
    'analyses.json',
    '2001',
    'name',
  ],
  [
    'half a surrogate pair in a list',
    { analyses: [{ ...analysisEntry(), synonyms: ['TSH', 'thyro\ud800'] }, two[1]] },
    'analyses.json',
    '2001',
    'synonyms.1',
  ],
  [
    'a service listed twice',
    { laboratories: [laboratoryEntry({ services: ['swabs', 'swabs'] })] },
    'laboratories.json',
    '1',
    'services',
  ],
  [
    'a region with the Polish name of another, as people type it',
    {
      callableRegions: [
        regionEntry({ namePl: 'Łąka' }),
        regionEntry({ id: 2, name: 'Луг', nameEn: 'Lug', namePl: 'laka' }),
      ],
    },
    'callable-regions.json',
    '2',
    'namePl',
  ],
  ['an unknown test', { reasons: [reasonEntry({ tests: ['9'] })] }, 'reasons.json', 'thyroid', 'tests'],
  [
    'an unknown profile',
    { reasons: [reasonEntry({ profiles: ['9'] })] },
    'reasons.json',
    'thyroid',
    'profiles',
  ],
  [
    'a reason without tests or profiles',
    { reasons: [reasonEntry({ tests: [], profiles: [] })] },
    'reasons.json',
    'thyroid',
    '',
  ],
  [
    'an unwanted first test',
    { reasons: [reasonEntry({ neverFirst: ['2001'] })] },
    'reasons.json',
    'thyroid',
    'neverFirst',
  ],
  [
    'a reason without a source',
    { reasons: [reasonEntry({ sources: [] })] },
    'reasons.json',
    'thyroid',
    'sources',
  ],
  [
    'a missing language',
    { reasons: [{ ...reasonEntry(), note: { en: 'x', ru: 'x', pl: 'x' } }] },
    'reasons.json',
    'thyroid',
    'note.be',
  ],
  [
    'an analysis without a price',
    { analyses: [analysisEntry({ prices: {} })] },
    'analyses.json',
    '2001',
    'prices',
  ],
  [
    'a price with three decimals',
    { analyses: [analysisEntry({ prices: { BYN: 1.005 } })] },
    'analyses.json',
    '2001',
    'prices.BYN',
  ],
  [
    'a wrong LOINC code',
    { analyses: [analysisEntry({ loinc: '3016-4' })] },
    'analyses.json',
    '2001',
    'loinc',
  ],
  ['an unknown field', { analyses: [{ ...analysisEntry(), restriction: {} }] }, 'analyses.json', '2001', ''],
  [
    'an analysis without a name',
    { analyses: [{ ...analysisEntry(), nameRu: undefined }] },
    'analyses.json',
    '2001',
    'nameRu',
  ],
  ['an analysis without a code', { analyses: [{ name: 'x' }] }, 'analyses.json', '#1', 'code'],
  ['an entry that is not an object', { analyses: [7] }, 'analyses.json', '#1', ''],
  ['a repeated code', { analyses: [...two, analysisEntry()] }, 'analyses.json', '2001', 'code'],
  [
    'an unknown tube',
    { analyses: [...two.slice(1), analysisEntry({ materialId: 99 })] },
    'analyses.json',
    '2001',
    'materialId',
  ],
  [
    'a service as a tube',
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
    'an entry of `restrictions` without its rule',
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
    'a material without a price in a charged currency',
    { materials: smallCatalogue().materials.with(0, materialEntry({ prices: { EUR: 2 } })) },
    'materials.json',
    '1',
    'prices.BYN',
  ],
  [
    'a home service with prices in a currency other than the journey’s',
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
  ['a file without a list', { rules: {} }, 'rules.json', '', ''],
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
