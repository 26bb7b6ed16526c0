import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { textsIn } from '../../../storefront/app/testing/page-html.tsx'
import { fieldWords, valueWords } from './field-words.ts'

const inWords = (field: string, locale: Locale = 'en') => fieldWords(field, textsIn(locale))

test.each([
  ['prices.BYN', 'en', 'Price, BYN', undefined],
  ['price.price', 'en', 'Price', undefined],
  ['price.currency', 'pl', 'Cena, waluta', undefined],
  ['nameBe', 'en', 'Name', 'be'],
  ['names.pl', 'be', 'Назва', 'pl'],
  ['preparation.notesRu', 'en', 'Preparation, instructions', 'ru'],
  ['openingHours.monday.open', 'ru', 'Часы работы, понедельник, открытие', undefined],
  ['restrictions.minAgeYears', 'pl', 'Ograniczenia, wiek minimalny, lata', undefined],
  ['minAgeYears', 'pl', 'Wiek minimalny, lata', undefined],
  ['resultDefinition.components', 'en', 'Measured value', undefined],
  ['sharesTube.group', 'en', 'Tube group', undefined],
  ['be', 'en', 'Text', 'be'],
] as const)('%s is shown in words at a desk in %s: %s', (field, locale, words, language) => {
  expect(inWords(field, locale)).toEqual({ words, language })
})

test('an unknown field keeps its name', () => {
  expect(inWords('taxGroup').words).toBe('taxGroup')
  expect(inWords('openingHours.holidays').words).toBe('Opening hours, holidays')
  expect(inWords('toString').words).toBe('toString')
})

test('whether something is so is shown in words', () => {
  const values = ['true', 'false', '7', null].map((value) =>
    valueWords({ field: 'hidden', value }, textsIn('pl')),
  )
  expect(values).toEqual(['tak', 'nie', '7', null])
})

test.each([
  ['prices.BYN', '34.5', '34,50'],
  ['price.price', '1200', '1200,00'],
  ['prices.BYN', null, null],
  ['prices.BYN', '-', '-'],
  ['execPeriodDays', '34.5', '34.5'],
])('the value of %s, %s, is shown as %s', (field, value, words) => {
  expect(valueWords({ field, value }, textsIn('pl'))).toBe(words)
})

const CATALOGUE = join(import.meta.dirname, '../../../../catalogue')
const FILES =
  /^(?:analyses|profiles|categories|materials|rules|laboratories|callable-regions|reasons|translations)\.json$/

function fieldsOf(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path.join('.')]
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]))
}

test('every field of the demo catalogue has its words', () => {
  const files = readdirSync(CATALOGUE).filter((name) => FILES.test(name))
  const fields = files.flatMap((name) =>
    (JSON.parse(readFileSync(join(CATALOGUE, name), 'utf8')) as object[]).flatMap((entry) => fieldsOf(entry)),
  )
  const said = [...new Set(fields)].filter((field) => !/^(?:code|id|en)$/.test(field))
  const isSaid = (field: string) =>
    /^§(?:, (?:§|[A-Z]{3}))?(?:, §)?$/.test(fieldWords(field, { t: () => '§' }).words)
  expect(said.filter((field) => !isSaid(field))).toEqual([])
  expect(files).toHaveLength(9)
})
