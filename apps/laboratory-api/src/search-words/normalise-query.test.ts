import { expect, test } from 'vitest'
import { normaliseQuery } from './normalise-query.ts'

test.each([
  ['  Кровь   НА всё?! ', 'кровь на всё'],
  ['«чек-ап»', 'чек-ап'],
  ['CA 19-9', 'ca 19-9'],
  ['витамин D 25-OH', 'витамин d 25-oh'],
  ['próby wątrobowe', 'próby wątrobowe'],
  ['what’s wrong with my skin', 'what’s wrong with my skin'],
  ['Кроў\nз пальца', 'кроў з пальца'],
])('%j is counted as %j', (typed, query) => {
  expect(normaliseQuery(typed)).toBe(query)
})

test.each([
  ['ab'],
  ['12345'],
  ['?!…'],
  [`почему ${'очень '.repeat(20)}плохо`],
  ['one two three four five six seven eight nine'],
])('%j is too short, too long or has no words', (typed) => {
  expect(normaliseQuery(typed)).toBeNull()
})

test.each([
  ['anna.kowalska@example.com'],
  ['+375 29 123-45-67'],
  ['результаты 12.03.1985'],
  ['https://example.com/x'],
  ['example.by'],
  ['Анна Ковалёва'],
  ['анализы анны ковалёвой'],
  ['Сергей'],
  ['Ганна Кавалёва'],
  ['Уладзіміру'],
  ['Ковалёв Иван Петрович'],
  ['вікторыя сяргееўна'],
  ['Zofia Nowak'],
  ['wyniki Katarzyny Wójcik'],
  ['John Smith'],
  ['Ковалёв И. П.'],
])('%j may identify a person', (typed) => {
  expect(normaliseQuery(typed)).toBeNull()
})

test('names of tests and everyday words are not taken for names of people', () => {
  const queries = [
    'витамин',
    'тестостерон',
    'аллергия на кота',
    'вера',
    'тарчица',
    'badanie na borelioze',
    'heart',
  ]
  for (const query of queries) expect(normaliseQuery(query), query).toBe(query)
})
