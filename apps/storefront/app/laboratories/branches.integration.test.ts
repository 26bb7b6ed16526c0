import { ApiUnreachable } from '@shop/contract/main-api-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { listPublicPages } from '../catalogue/list-public-pages.server.ts'
import { createShopMemory } from '../platform/cache/shop-memory.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { loadBranch, loadPlaces, readPlacesAround } from './branches.server.ts'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

/** Noon on a Saturday in Minsk. */
const SATURDAY_NOON = new Date('2026-11-21T09:00:00Z')

function guest(overrides: Partial<Shop> = {}): Shop {
  const env = { partner: 'synlab', defaultLocale: 'en', categoryIds: {} } as unknown as Shop['env']
  return storefront.shopOf(undefined, { env, ...overrides })
}

test('each place is listed with whether it is open now and its next free time, with one statement a minute', async () => {
  let places: Awaited<ReturnType<typeof loadPlaces>> = []
  const memory = createShopMemory(guest().now)
  const statementsOf = (work: () => Promise<unknown>) => storefront.database.statementsOf(work)
  expect(await statementsOf(() => loadPlaces(guest({ memory })))).toHaveLength(1)
  expect(
    await statementsOf(async () => {
      places = await loadPlaces(guest({ memory, now: () => SATURDAY_NOON }))
    }),
  ).toEqual([])
  expect(places.find(({ id }) => id === '1')?.nextFree).toMatch(/^\w{3} \d+\u00a0\w{3}, \d+:\d\d$/)
  expect(places).toHaveLength(23)
  expect(places.find(({ id }) => id === '1')?.open).toEqual({ isOpen: true, until: '15:00' })
  const night = await loadPlaces(guest({ now: () => new Date('2026-11-21T20:00:00Z') }))
  expect(night.find(({ id }) => id === '1')?.open).toEqual({ isOpen: false, opens: 'Sun 22\u00a0Nov, 8:00' })
})

test('a branch shows its week, its next free time and the branches near it', async () => {
  const branch = await loadBranch(guest(), '1')
  expect(branch?.week.map(({ hours }) => hours)).toEqual([
    ...Array.from({ length: 5 }, () => '7:00\u00a0–\u2060\u00a020:00'),
    '8:00\u00a0–\u2060\u00a015:00',
    '8:00\u00a0–\u2060\u00a013:00',
  ])
  expect(branch?.week.filter(({ isToday }) => isToday)).toHaveLength(1)
  expect(branch?.nextFree).toMatch(/^\w+day \d+\u00a0\w+, \d+:\d\d$/)
  expect(branch?.nearby.map(({ id }) => id)).toEqual(['3', '2', '6', '4', '5'])
  expect(branch?.structured).toMatchObject({ '@type': 'MedicalClinic', name: branch?.label })
})

test('a branch’s week leaves out the hours and days on which it is closed, and never breaks a line inside a range', async () => {
  // A Monday.
  const shop = guest({ now: () => new Date('2026-11-23T09:00:00Z') })
  const closure = (day: string, fromTime: string | null, toTime: string | null) => ({
    firstDay: day,
    lastDay: day,
    fromTime,
    toTime,
  })
  const closures = [
    closure('2026-11-24', '12:00', '13:30'),
    closure('2026-11-25', '15:00', '20:00'),
    closure('2026-11-26', null, null),
  ]
  const value = (await shop.api.laboratories()).map((wire) => (wire.id === 1 ? { ...wire, closures } : wire))
  const laboratories = async () => ({ value, etag: null })
  const createApi: Shop['createApi'] = (options) =>
    Object.assign(Object.create(shop.createApi(options)), {
      ifChanged: (etag?: string) => ({ ...shop.createApi(options).ifChanged(etag), laboratories }),
    })
  const memory = createShopMemory(shop.now)
  const branch = await loadBranch({ ...shop, createApi, memory }, '1')
  expect(branch?.week.slice(0, 5).map(({ hours }) => hours)).toEqual([
    '7:00\u00a0–\u2060\u00a020:00',
    '7:00\u00a0–\u2060\u00a012:00, 13:30\u00a0–\u2060\u00a020:00',
    '7:00\u00a0–\u2060\u00a015:00',
    null,
    '7:00\u00a0–\u2060\u00a020:00',
  ])
})

test('a branch lists its services, for search engines too, in the page’s language; home visits only in towns that have them', async () => {
  const inMinsk = await loadBranch(guest({ locale: 'pl' }), '1')
  expect(inMinsk?.services).toEqual([
    'bloodCollection',
    'broughtSamples',
    'swabs',
    'children',
    'wheelchairAccess',
    'cardPayment',
    'homeVisits',
  ])
  expect(inMinsk?.structured).toMatchObject({
    availableService: [
      { '@type': 'MedicalProcedure', name: 'Pobieramy krew' },
      { '@type': 'MedicalProcedure', name: 'Przyjmujemy próbki moczu i kału' },
      { '@type': 'MedicalProcedure', name: 'Pobieramy wymazy' },
      { '@type': 'MedicalProcedure', name: 'Pobieramy krew dzieciom w każdym wieku' },
      { '@type': 'Service', name: 'W tym mieście pielęgniarka przyjeżdża do domu' },
    ],
    amenityFeature: { '@type': 'LocationFeatureSpecification', name: 'Wejście bez schodów', value: true },
    paymentAccepted: 'Credit Card',
  })
  const inGrodno = await loadBranch(guest(), '8')
  expect(inGrodno?.services).not.toContain('homeVisits')
  const atHome = await loadBranch(guest(), '21')
  expect(atHome?.services).toEqual(['bloodCollection', 'broughtSamples', 'children'])
  expect(atHome?.structured).not.toHaveProperty('amenityFeature')
  expect(atHome?.structured).not.toHaveProperty('paymentAccepted')
})

test('if the free times cannot be read, the rest of the page is still shown', async () => {
  const shop = guest()
  const nextFreeTimes = () => Promise.reject(new ApiUnreachable(new Error('silent')))
  const createApi: Shop['createApi'] = (options) =>
    Object.assign(Object.create(shop.createApi(options)), { nextFreeTimes })
  const memory = createShopMemory(shop.now)
  expect(await loadBranch({ ...shop, createApi, memory }, '1')).toMatchObject({ id: '1', nextFree: null })
  await loadBranch(shop, '1')
  // The times known before are shown in the meantime.
  expect((await loadBranch({ ...shop, createApi }, '1'))?.nextFree).toMatch(/\d+:\d\d$/)
})

test('the chosen place is listed with the nearest branches, and with the home visits in its town', async () => {
  const around = await readPlacesAround(guest(), 1)
  expect(around).toMatchObject({ chosen: { id: '1' }, home: { id: '21', comesHome: true } })
  const others = [...around!.near, ...around!.more]
  expect(others.map(({ id }) => id).slice(0, 5)).toEqual(['3', '2', '6', '4', '5'])
  expect(others).toHaveLength(10)
  expect(await readPlacesAround(guest(), 999)).toBeNull()
})

test('the earliest free time at a branch of the town is known before one is chosen', async () => {
  const shop = guest()
  const times = [
    { laboratoryId: 1, start: '2040-03-08T12:15:00Z' },
    { laboratoryId: 2, start: '2040-03-08T09:00:00Z' },
    { laboratoryId: 3, start: null },
    // At home, and in another town.
    { laboratoryId: 21, start: '2040-03-08T06:00:00Z' },
    { laboratoryId: 8, start: '2040-03-08T07:00:00Z' },
  ]
  const createApi: Shop['createApi'] = (options) =>
    Object.assign(Object.create(shop.createApi(options)), { nextFreeTimes: async () => times })
  const around = await readPlacesAround({ ...shop, createApi, memory: createShopMemory(shop.now) }, 21)
  expect(around?.nextAtBranch).toBe('Thu 8\u00a0Mar, 12:00')
})

test.each(['0', '999', 'abc', '1.5', '-1', '1e1', '99999999999'])('there is no branch %s', async (id) => {
  expect(await loadBranch(guest(), id)).toBeNull()
})

test('search engines find every branch', async () => {
  const paths = await listPublicPages(guest())
  expect(paths).toContain('/laboratories')
  expect(paths.filter((path) => path.startsWith('/laboratories/'))).toHaveLength(23)
})
