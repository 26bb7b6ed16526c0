import { wireLaboratorySchema } from '@shop/contract/laboratories'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { importCatalogue } from '../catalogue/import/import-catalogue.ts'
import {
  catalogueFolder,
  laboratoryEntry,
  regionEntry,
  smallCatalogue,
} from '../catalogue/testing/catalogue-files.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let database: TestDatabase
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase('tables')
  const laboratories = [
    laboratoryEntry({ services: ['bloodCollection', 'cardPayment'] }),
    laboratoryEntry({ id: 2, isCallable: true, email: null, aboutLink: null }),
    laboratoryEntry({ id: 3, isActive: false }),
    laboratoryEntry({ id: 4 }),
  ]
  const callableRegions = [regionEntry(), regionEntry({ id: 2, isActive: false })]
  const all = smallCatalogue({ laboratories, callableRegions })
  await importCatalogue({ database, folder: catalogueFolder(all) })
  // The fourth is closed by the second import.
  const folder = catalogueFolder({ ...all, laboratories: laboratories.slice(0, 3) })
  await importCatalogue({ database, folder })
  api = await createTestApi({ database })
})
afterAll(async () => {
  await api.close()
  await database.close()
})

test('only open laboratories are listed: neither switched off nor withdrawn', {
  tags: ['SPEC-7-LABORATORIES'],
}, async () => {
  const laboratories = z.array(wireLaboratorySchema).parse(await api.client().laboratories())
  expect(laboratories.map(({ id }) => id)).toEqual([1, 2])
})

test('a branch is physical, a home service is callable by region', {
  tags: ['SPEC-3-LABORATORY-SERVER', 'SPEC-3-LABORATORY-STRATEGY', 'SPEC-7-LABORATORY'],
}, async () => {
  expect(await api.client().laboratory(1)).toEqual({
    id: 1,
    address: { city: 'Минск', address: 'улица Сурганова, 1', latitude: 53.9, longitude: 27.5 },
    aboutLink: 'https://example.com/minsk',
    email: 'minsk@example.com',
    type: 'PHYSICAL',
    assortmentId: 1,
    openingHours: laboratoryEntry().openingHours,
    services: ['bloodCollection', 'cardPayment'],
    closures: [],
  })
  expect(await api.client().laboratory(2)).toMatchObject({
    type: 'HOME_SERVICE',
    assortmentId: 2,
    callable: { strategy: 'REGION' },
    email: null,
  })
})

test.each(['en', 'ru', 'pl', 'be'])('places are spelt as on their signs for %s', async (locale) => {
  const { address } = await api.client(undefined, locale).laboratory(1)
  expect(address).toMatchObject({ city: 'Минск', address: 'улица Сурганова, 1' })
})

test.each(['3', '4', '99', 'abc', '0', '1.5'])('laboratory %s is not found', async (id) => {
  const response = await api.request('GET', `/laboratories/${id}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not_found' })
})

test('a closed laboratory offers nothing', async () => {
  const response = await api.request('GET', '/labService?laboratoryId=3')
  expect(response.status).toBe(422)
})

test('the list is not sent again to a client that has it, and costs no statement', async () => {
  const first = await api.request('GET', '/laboratories')
  const headers = { 'If-None-Match': first.headers.get('ETag')! }
  const statements = await database.statementsOf(async () => {
    expect((await api.request('GET', '/laboratories', { headers })).status).toBe(304)
  })
  expect(statements).toEqual([])
})

test('regions that are switched off are known but not offered', async () => {
  const known = [...api.context.catalogue.current().callableRegions.values()]
  expect(known.map(({ id, isOffered }) => [id, isOffered])).toEqual([
    [1, true],
    [2, false],
  ])
  // Belarusian readers get the Russian name, Polish ones the English, of a region without their own.
  const names = { en: 'Minsk', ru: 'Минск', pl: 'Minsk', be: 'Минск' }
  const price = { price: 33, currency: 'BYN' }
  expect(await api.client().callableRegions()).toEqual([
    { id: 1, name: 'Минск', names, price, isActive: true },
  ])
})
