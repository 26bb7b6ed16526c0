import type { Texts } from '@shop/texts/create-texts'
import { expect, test } from 'vitest'
import { askedPlace, placeName, placeOptions } from './day-place.ts'
import { laboratoryOption } from './laboratory-name.tsx'

const texts = { t: (key: string) => key } as Texts
const MINSK = [
  { id: 1, city: 'Минск', address: 'пр. Независимости, 116Б', visitKind: 'branch' },
  { id: 2, city: 'Минск', address: 'ул. Притыцкого, 60', visitKind: 'branch' },
] as const
const BREST = { id: 9, city: 'Брест', address: 'ул. Советская, 1', visitKind: 'branch' } as const
const regions = [{ id: 3, name: 'Tsnyanka', visits: 2 }]

test('a place in the address is a laboratory, a city, or one place of home visits; nonsense means everywhere', () => {
  expect(askedPlace('2')).toEqual({ laboratoryId: 2 })
  expect(askedPlace('city:Минск')).toEqual({ city: 'Минск' })
  expect(askedPlace('home:3')).toEqual({ callableRegionId: 3 })
  for (const nonsense of [null, '', 'city:', 'home:', 'home:x', '-1', '1.5', '1e99', 'elsewhere']) {
    expect(askedPlace(nonsense), String(nonsense)).toEqual({})
  }
})

test('cities with several visible laboratories are offered, and places of home visits with their number', () => {
  const places = placeOptions({ laboratories: [...MINSK, BREST], regions, place: '' }, texts)
  expect(places.map(({ label }) => label)).toEqual([
    'desk:today.everywhere',
    'desk:today.cities',
    'desk:today.laboratories',
    'laboratories.visits',
  ])
  expect(places[1]).toMatchObject({ options: [{ value: 'city:Минск', label: 'Минск', lang: 'ru' }] })
  expect(places[3]).toMatchObject({ options: [{ value: 'home:3', label: 'Tsnyanka (2)' }] })
})

test('home visits that start from the address of a branch are told apart from it, in the language of the desk', () => {
  const laboratories = [MINSK[0], { ...MINSK[0], id: 21, visitKind: 'homeCall' }] as const
  const optionsAt = (language: Texts['language']) => {
    const group = placeOptions({ laboratories, regions: [], place: '' }, { ...texts, language })[2]
    return group && 'options' in group ? group.options : []
  }
  const branch = { value: '1', label: 'Минск, пр. Независимости, 116Б', lang: 'ru' }
  const homeVisits = { value: '21', label: 'Минск, пр. Независимости, 116Б · laboratories.visits' }
  expect(optionsAt('pl')).toEqual([branch, homeVisits])
  expect(optionsAt('ru')).toEqual([branch, { ...homeVisits, lang: 'ru' }])
})

test('laboratories that staff know by their number are offered with it', () => {
  const option = laboratoryOption(BREST, texts, { hasId: true })
  expect(option).toEqual({ value: '9', label: '9: Брест, ул. Советская, 1', lang: 'ru' })
})

test('staff of a single laboratory are offered no cities, and a place chosen on another day stays chosen', () => {
  const here = placeOptions({ laboratories: [BREST], regions: [], place: '' }, texts)
  expect(here.map(({ label }) => label)).toEqual(['desk:today.everywhere', 'desk:today.laboratories'])
  const kept = placeOptions({ laboratories: [BREST], regions, place: 'home:7' }, texts)
  expect(kept.at(-1)).toMatchObject({ options: [{ value: 'home:7' }, { value: 'home:3' }] })
})

test('a chosen place is shown by name, with the language of the name', () => {
  const nameOf = (place: string) => placeName({ laboratories: [...MINSK, BREST], regions, place })
  expect(nameOf('city:Минск')).toEqual({ name: 'Минск', lang: 'ru' })
  expect(nameOf('9')).toEqual({ name: 'Брест, ул. Советская, 1', lang: 'ru' })
  expect(nameOf('home:3')).toEqual({ name: 'Tsnyanka' })
  for (const none of ['', 'elsewhere', '12', 'home:7']) expect(nameOf(none), none).toBeNull()
})
