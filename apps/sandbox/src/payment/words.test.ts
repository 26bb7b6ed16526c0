import { expect, test } from 'vitest'
import { WORDS, type Words, wordsFor } from './words.ts'

test('the payment page has every text in four languages, each with its own words and letters', () => {
  expect(Object.keys(WORDS).sort()).toEqual(['be', 'en', 'pl', 'ru'])
  for (const key of Object.keys(WORDS.en!) as (keyof Words)[]) {
    const said = Object.values(WORDS).map((words) => words[key])
    expect(new Set(said).size, key).toBe(said.length)
  }
  for (const text of [...Object.values(WORDS.en!), ...Object.values(WORDS.pl!)])
    expect(text).not.toMatch(/\p{Script=Cyrillic}/u)
  for (const text of [...Object.values(WORDS.ru!), ...Object.values(WORDS.be!)])
    expect(text).not.toMatch(/\p{Script=Latin}/u)
  for (const text of Object.values(WORDS.ru!)) expect(text).not.toMatch(/[іў]/i)
  for (const text of Object.values(WORDS.be!)) expect(text).not.toMatch(/[ищъ]/i)
})

test.each([
  ['pl-PL,pl;q=0.9,en;q=0.8', 'pl'],
  ['be', 'be'],
  ['RU', 'ru'],
  ['de', 'en'],
  ['constructor', 'en'],
  [undefined, 'en'],
])('%s is answered in %s', (wanted, language) => {
  expect(wordsFor(wanted).language).toBe(language)
})
