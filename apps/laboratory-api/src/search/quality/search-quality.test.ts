import { join } from 'node:path'
import { projectFiles } from '@shop/server/project-files'
import { beforeAll, expect, test } from 'vitest'
import { readSearchEntries } from '../../catalogue/file-entries.ts'
import {
  createEverydaySearch,
  type EverydaySearch,
  measureEveryday,
  readEveryday,
} from './measure-everyday.ts'
import { measureNonsense, readNonsense } from './measure-nonsense.ts'
import { measureQuality, readQualityQueries, shareFound } from './measure-quality.ts'

const LEAST_SHARE = 0.97
const LEAST_OF_KIND = 0.9
const LEAST_USEFUL = 0.9
/** The share of the tuning nonsense that may get an answer: real words on other subjects, `cat food`. */
const MOST_ANSWERED = 0.02

let search: EverydaySearch
beforeAll(async () => {
  search = await createEverydaySearch(await readSearchEntries(join(projectFiles, 'catalogue')))
})

test('patients find what they mean among the first three results', async () => {
  const queries = await readQualityQueries()
  const entries = search.catalogue.analyses
  const known = new Set(entries.map(({ code }) => code))
  const unknown = Object.values(queries).flatMap((list) =>
    list.flatMap(({ expected }) => expected.filter((code) => !known.has(code))),
  )
  expect(unknown).toEqual([])
  const qualities = measureQuality(search.index, entries, queries, search.reasonOf)
  expect(qualities.reduce((sum, { asked }) => sum + asked, 0)).toBeGreaterThan(220)
  expect(shareFound(qualities)).toBeGreaterThanOrEqual(LEAST_SHARE)
  const weak = qualities.filter(({ asked, found }) => found / asked < LEAST_OF_KIND)
  expect(weak).toEqual([])
})

test('held-out names are found as well, in four languages', async () => {
  const queries = await readQualityQueries('names-held-out')
  const tunedBy = ['queries', 'names-tuning'] as const
  const seen = (await Promise.all(tunedBy.map(readQualityQueries))).flatMap((kinds) =>
    Object.values(kinds).flatMap((list) => list.map(({ query }) => query.toLowerCase())),
  )
  const asked = Object.values(queries).flatMap((list) => list.map(({ query }) => query.toLowerCase()))
  expect(asked.length).toBeGreaterThan(200)
  expect(asked.filter((query) => seen.includes(query))).toEqual([])
  const qualities = measureQuality(search.index, search.catalogue.analyses, queries, search.reasonOf)
  expect(shareFound(qualities)).toBeGreaterThanOrEqual(LEAST_SHARE)
})

test.each(['everyday-tuning', 'everyday-held-out'] as const)(
  'people who do not know the name of a test get answers, without harmful first ones: %s',
  async (name) => {
    const { asked, useful, harmful, byLanguage } = measureEveryday(search, await readEveryday(name))
    expect(asked).toBeGreaterThan(200)
    expect(harmful).toEqual([])
    expect(useful / asked).toBeGreaterThanOrEqual(LEAST_USEFUL)
    const weak = Object.entries(byLanguage).filter(([, part]) => part.useful / part.asked < LEAST_USEFUL)
    expect(weak).toEqual([])
  },
)

test.each([
  ['почему я устаю', ['P033', '1001']],
  ['кровь ребёнку в садик', ['P035', '1001']],
  ['аллергия на кота', ['5301']],
  ['why am I tired', ['P033', '1001']],
  ['tarczyca', ['P004', '2001']],
  ['próby wątrobowe', ['P006', '1201']],
  ['STD', ['3068']],
  ['чекап', ['P001']],
  ['стомленасць', ['P033', '1001']],
  ['Morfologia', ['1001']],
  ['Badanie moczu', ['7001']],
  ['cukier', ['P009', '1220']],
  ['nerki', ['P007', '1216']],
  ['малокровие', ['P010', '1001']],
  ['glandular fever', ['3032']],
  ['german measles', ['3024']],
  ['before surgery', ['P011', '1001']],
])('%s is first answered with %j', (question, codes) => {
  expect(search.ask(question)[0]).toEqual(expect.arrayContaining(codes))
})

test('words that match only by accident find nothing', () => {
  for (const term of ['пицца с доставкой', 'пицца', 'start', 'family'])
    expect([term, search.ask(term)]).toEqual([term, []])
})

test('meaningless terms find nothing', () => {
  const nonsense = ['qqqqqqqq', 'zzzz', 'asdfghjk', 'йцукен', 'блаблабла', '12345678', '%%%']
  const talk = ['cześć', 'привет', 'прывітанне', 'hello', 'вакансии водитель такси']
  for (const term of [...nonsense, ...talk]) {
    expect([term, search.ask(term)]).toEqual([term, []])
  }
})

test('made-up words, alone or beside a common word, and goods of other shops find nothing, also when held out from tuning', async () => {
  const terms = await readNonsense('nonsense-held-out')
  const { asked, answered } = measureNonsense(search, terms)
  expect(asked).toBeGreaterThan(60)
  expect(Object.keys(terms)).toEqual(['nonsense', 'mixed', 'foreign'])
  for (const languages of Object.values(terms))
    expect(Object.keys(languages)).toEqual(['ru', 'pl', 'be', 'en'])
  expect(answered).toEqual([])
  const tuning = await readNonsense('nonsense-tuning')
  const seen = Object.values(tuning).flatMap((languages) => Object.values(languages).flat())
  const held = Object.values(terms).flatMap((languages) => Object.values(languages).flat())
  expect(held.filter((term) => seen.includes(term))).toEqual([])
  const tuned = measureNonsense(search, tuning)
  expect(tuned.answered.length / tuned.asked).toBeLessThan(MOST_ANSWERED)
})

test('a made-up word beside the first word of a name finds nothing; beside a whole name it does no harm', () => {
  for (const term of [
    'дрыгоножка вторая',
    'витамин хрюкостяг',
    'гормон хрюндель',
    'хухры мухры',
    'wynik meczu legii',
  ])
    expect([term, search.ask(term)]).toEqual([term, []])
  expect(search.ask('ттг хрюмзик')[0]).toEqual(['2001'])
  expect(search.ask('хрюмзик ферритин')[0]).toEqual(['1252'])
  expect(search.ask('witamina b12 grzdylak')[0]).toEqual(['4003'])
})
