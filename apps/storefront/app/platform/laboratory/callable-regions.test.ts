import { expect, test } from 'vitest'
import {
  CALLABLE_REGIONS,
  findCallableRegion,
  findCallableRegionByName,
  regionName,
} from './callable-regions.ts'

test('there are 125 active places, each at 33 or 50 BYN', {
  tags: ['SPEC-3-REGION', 'SPEC-9-REGIONS-COUNT', 'SPEC-9-REGIONS-PRICES', 'SPEC-9-REGIONS-ACTIVE'],
}, () => {
  expect(CALLABLE_REGIONS).toHaveLength(125)
  for (const { id, name, isActive, price } of CALLABLE_REGIONS) {
    expect([id, name]).toEqual([expect.any(Number), expect.any(String)])
    expect(isActive).toBe(true)
    expect(price.currency).toBe('BYN')
    expect([33, 50]).toContain(price.price)
  }
})

test('they are Belarusian places near Minsk, by their Cyrillic names', {
  tags: ['SPEC-9-REGIONS-NAMES'],
}, () => {
  for (const { name } of CALLABLE_REGIONS) expect(name).toMatch(/^[\p{Script=Cyrillic} .’'-]+$/u)
  const near = ['Минск', 'Боровляны', 'Колодищи', 'Заславль', 'Фаниполь']
  expect(near.filter((name) => findCallableRegionByName(name)?.name === name)).toEqual(near)
})

test.each(['Минск', 'минск', ' МИНСК ', 'Minsk', 'minsk'])('“%s” is found', (name) => {
  expect(findCallableRegionByName(name)?.id).toBe(1)
})

test('ё and е are the same letter', () => {
  const withYo = CALLABLE_REGIONS.find(({ name }) => name.includes('ё'))!
  expect(findCallableRegionByName(withYo.name.replace('ё', 'е'))).toBe(withYo)
})

test.each(['', 'Paris', 'Мин'])('“%s” is no place', (name) => {
  expect(findCallableRegionByName(name)).toBeUndefined()
})

test('no two places share a name in either script', () => {
  for (const region of CALLABLE_REGIONS) {
    expect(findCallableRegionByName(region.name)).toBe(region)
    expect(findCallableRegionByName(region.nameEn)).toBe(region)
  }
})

test('a place is named in the letters of the reader’s language', () => {
  const minsk = findCallableRegion(1)!
  expect(['en', 'pl', 'ru', 'be'].map((locale) => regionName(minsk, locale))).toEqual([
    'Minsk',
    'Minsk',
    'Минск',
    'Минск',
  ])
})
