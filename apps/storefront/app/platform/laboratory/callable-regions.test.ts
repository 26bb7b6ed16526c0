import type { CallableRegion } from '@shop/contract/laboratories'
import { expect, test } from 'vitest'
import { callableRegions } from './callable-regions.ts'
import { findByName } from './place-names.ts'

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
const REGIONS = callableRegions([MINSK, ZASLAVL, BERYOZA], null)
const find = (name: string) => findByName(name, REGIONS.byName)

test.each(['Минск', 'минск', ' МИНСК ', 'Minsk', 'minsk'])('“%s” is found', (name) => {
  expect(find(name)).toBe(MINSK)
})

test('ё and е count as the same letter', () => {
  expect(find('Береза')).toBe(BERYOZA)
})

test.each(Object.values(ZASLAVL.names))('“%s” is found with or without diacritics', (name) => {
  expect(find(name)).toBe(ZASLAVL)
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace('ł', 'l')
  expect(find(plain)).toBe(ZASLAVL)
})

test.each(['', 'Paris', 'Мин'])('“%s” does not match a place', (name) => {
  expect(find(name)).toBeUndefined()
})

test('a place’s first name takes precedence over the same name of another in another language', () => {
  const named = { ...MINSK, id: 2, names: { ...MINSK.names, pl: 'Заславль' } }
  expect(findByName('Заславль', callableRegions([named, ZASLAVL], null).byName)).toBe(ZASLAVL)
})
