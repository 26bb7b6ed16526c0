import { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { CALLABLE_REGIONS, findCallableRegionByName, regionName } from './callable-regions.ts'

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

test('ё and е count as the same letter', () => {
  const withYo = CALLABLE_REGIONS.find(({ name }) => name.includes('ё'))!
  expect(findCallableRegionByName(withYo.name.replace('ё', 'е'))).toBe(withYo)
})

test.each([
  ['ru', 'Заславль'],
  ['en', 'Zaslavl'],
  ['pl', 'Zasław'],
  ['be', 'Заслаўе'],
] as const)(
  'in %s a place has its name in that language, and is found by it with or without diacritics',
  (locale, name) => {
    const region = findCallableRegionByName(name)!
    expect(region.name).toBe('Заславль')
    expect(regionName(region, locale)).toBe(name)
    expect(findCallableRegionByName(name.normalize('NFD').replace(/\p{M}/gu, '').replace('ł', 'l'))).toBe(
      region,
    )
  },
)

test('each place has a distinct name in each language, in that language’s script', () => {
  for (const locale of LOCALES) {
    const names = CALLABLE_REGIONS.map((region) => regionName(region, locale))
    expect(new Set(names).size, locale).toBe(CALLABLE_REGIONS.length)
    for (const name of names)
      expect(name).toMatch(
        locale === 'ru' || locale === 'be' ? /^[\p{Script=Cyrillic} ’-]+$/u : /^[\p{Script=Latin} -]+$/u,
      )
  }
})

test.each(['', 'Paris', 'Мин'])('“%s” does not match a place', (name) => {
  expect(findCallableRegionByName(name)).toBeUndefined()
})
