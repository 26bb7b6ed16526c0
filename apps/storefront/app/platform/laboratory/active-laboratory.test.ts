import { type CallableRegion, laboratoryFromWire, type WireLaboratory } from '@shop/contract/laboratories'
import type { Locale } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { createTestShop } from '../../testing/test-shop.ts'
import type { Shop } from '../session/shop-context.server.ts'
import { activeLaboratory, laboratoryInWords, laboratoryLabel } from './active-laboratory.server.ts'
import { callableRegions } from './callable-regions.ts'

const laboratory = (id: number, city: string) => ({
  id,
  address: { city, address: 'улица Ленина, 1', latitude: 53.9, longitude: 27.6 },
  aboutLink: null,
  email: null,
  type: 'PHYSICAL',
})

test('details come from the laboratory’s own call, and from another call as soon as another id is stored', {
  tags: ['SPEC-4-LAB-DETAILS', 'SPEC-4-LAB-REFETCHED', 'SPEC-7-LABORATORY'],
}, async () => {
  const { shop, calls } = createTestShop({
    'GET laboratories/3': laboratory(3, 'Брест'),
    'GET laboratories/4': laboratory(4, 'Гродно'),
  })
  const stored = async (activeLaboratoryId: string) => activeLaboratory({ ...shop, activeLaboratoryId })
  expect((await stored('3'))?.cityName).toBe('Брест')
  expect((await stored('3'))?.cityName).toBe('Брест')
  expect((await stored('4'))?.cityName).toBe('Гродно')
  expect(calls.map(({ call }) => call)).toEqual(['GET laboratories/3', 'GET laboratories/4'])
})

test('a stored laboratory that no longer exists, or never did, counts as no choice', async () => {
  const { shop, calls } = createTestShop({})
  for (const activeLaboratoryId of ['5', '../users/current']) {
    expect(await activeLaboratory({ ...shop, activeLaboratoryId })).toBeNull()
  }
  expect(calls.map(({ call }) => call)).toEqual(['GET laboratories/5'])
})

function wireLaboratory(overrides: Partial<WireLaboratory> = {}): WireLaboratory {
  return {
    id: 1,
    address: { city: 'Минск', address: 'улица Белорусская, 17А', latitude: 53.9, longitude: 27.5 },
    aboutLink: null,
    email: null,
    type: 'PHYSICAL',
    assortmentId: 1,
    openingHours: {
      monday: null,
      tuesday: null,
      wednesday: null,
      thursday: null,
      friday: null,
      saturday: null,
      sunday: null,
    },
    closures: [],
    ...overrides,
  }
}

test('a laboratory that comes home is labelled “Вызов” and its city', {
  tags: ['SPEC-2-LAB-CALLABLE-LABEL'],
}, () => {
  expect(laboratoryLabel(laboratoryFromWire(wireLaboratory({ type: 'HOME_SERVICE' })))).toBe('Вызов, Минск')
})

test('in a sentence home visits and their town have the reader’s words, and a branch its sign', () => {
  const region = { id: 1, name: 'Мінск', names: { en: 'Minsk', ru: 'Минск', pl: 'Mińsk', be: 'Мінск' } }
  const regions = callableRegions([region as unknown as CallableRegion], null)
  const home = laboratoryFromWire(wireLaboratory({ type: 'HOME_SERVICE' }))
  const inWords = (locale: Locale) =>
    laboratoryInWords(home, { locale, env: { partner: 'synlab' } } as unknown as Shop, regions)
  expect(inWords('en')).toBe('Home visits, Minsk')
  expect(inWords('pl')).toBe('Wizyty domowe, Mińsk')
  const shop = { locale: 'en', env: { partner: 'synlab' } } as unknown as Shop
  expect(laboratoryInWords(home, shop, undefined)).toBe('Home visits, Минск')
  expect(laboratoryInWords(laboratoryFromWire(wireLaboratory()), shop, regions)).toBe(
    'Минск, улица Белорусская, 17А',
  )
})

test('a branch is labelled with its city and address', { tags: ['SPEC-2-LAB-BRANCH-LABEL'] }, () => {
  expect(laboratoryLabel(laboratoryFromWire(wireLaboratory()))).toBe('Минск, улица Белорусская, 17А')
})

test('missing parts are named in the words of the specification', {
  tags: ['SPEC-3-LABORATORY-NO-CITY', 'SPEC-3-LABORATORY-NO-ADDRESS'],
}, () => {
  const bare = wireLaboratory({ address: { city: null, address: null, latitude: null, longitude: null } })
  expect(laboratoryLabel(laboratoryFromWire(bare))).toBe('No city, No address')
})
