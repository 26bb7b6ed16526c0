import type { CallableRegion } from '@shop/contract/laboratories'
import { expect, test } from 'vitest'
import { type CallableRegions, findRegionByName } from './callable-regions.ts'

const PRICE = { price: { price: 33, currency: 'BYN' }, isActive: true } as const
const MINSK: CallableRegion = {
  id: 1,
  name: 'Минск',
  names: { en: 'Minsk', ru: 'Минск', pl: 'Mińsk', be: 'Мінск' },
  ...PRICE,
}
const ZASLAVL: CallableRegion = {
  id: 9,
  name: 'Заславль',
  names: { en: 'Zaslavl', ru: 'Заславль', pl: 'Zasław', be: 'Заслаўе' },
  ...PRICE,
}
const BERYOZA: CallableRegion = {
  id: 10,
  name: 'Берёза',
  names: { en: 'Beryoza', ru: 'Берёза', pl: 'Bereza', be: 'Бяроза' },
  ...PRICE,
}
const REGIONS: CallableRegions = new Map([MINSK, ZASLAVL, BERYOZA].map((region) => [region.id, region]))

test.each(['Минск', 'минск', ' МИНСК ', 'Minsk', 'minsk'])('“%s” is found', (name) => {
  expect(findRegionByName(name, REGIONS)).toBe(MINSK)
})

test('ё and е count as the same letter', () => {
  expect(findRegionByName('Береза', REGIONS)).toBe(BERYOZA)
})

test.each(Object.values(ZASLAVL.names))('“%s” is found with or without diacritics', (name) => {
  expect(findRegionByName(name, REGIONS)).toBe(ZASLAVL)
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace('ł', 'l')
  expect(findRegionByName(plain, REGIONS)).toBe(ZASLAVL)
})

test.each(['', 'Paris', 'Мин'])('“%s” does not match a place', (name) => {
  expect(findRegionByName(name, REGIONS)).toBeUndefined()
})
