import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import { searchEntry } from './testing/search-entries.ts'

const tsh = searchEntry({
  code: '2001',
  loinc: '3016-3',
  names: ['Thyroid-stimulating hormone', 'Тиреотропный гормон (ТТГ)'],
  synonyms: ['TSH', 'ТТГ'],
  isPopular: true,
})
const receptors = searchEntry({
  code: '2008',
  names: ['TSH receptor antibodies', 'Антитела к рецепторам ТТГ'],
})
const b12 = searchEntry({ code: '4003', names: ['Vitamin B12', 'Витамин B12'], synonyms: ['кобаламин'] })
const vitaminD = searchEntry({
  code: '4001',
  names: ['Vitamin D, 25-OH', 'Витамин D (25-ОН)'],
  synonyms: ['витамин Д'],
})
const ca125 = searchEntry({ code: '2105', names: ['CA 125', 'CA 125'], synonyms: ['СА-125'] })
const bloodCount = searchEntry({
  code: '1001',
  names: ['Complete blood count', 'Общий анализ крови'],
  components: ['Haemoglobin', 'Гемоглобин'],
  componentLoincs: ['718-7'],
})
const glycated = searchEntry({
  code: '1221',
  names: ['Glycated haemoglobin', 'Гликированный гемоглобин (HbA1c)'],
})
const ferritin = searchEntry({ code: '1252', names: ['Ferritin', 'Ферритин'] })
const amylase = searchEntry({ code: '1220', names: ['Amylase', 'Амилаза'], synonyms: ['ферменты'] })
const antithrombin = searchEntry({ code: '1106', names: ['Antithrombin III', 'Антитромбин III'] })
const antibodies = searchEntry({
  code: '2206',
  names: ['Cardiolipin antibodies', 'Антитела к кардиолипину'],
  isPopular: true,
})
const lh = searchEntry({ code: '2013', names: ['Lutropin', 'Лютропин'] })
const potassium = searchEntry({
  code: '1258',
  names: ['Potassium', 'Калий'],
  synonyms: ['K', 'NH'],
  isPopular: true,
})
const afp = searchEntry({ code: '2103', names: ['Alpha-fetoprotein', 'Альфа-фетопротеин'] })
const lpa = searchEntry({ code: '1235', names: ['Lipoprotein (a)', 'Липопротеин (а)'], synonyms: ['Lp(a)'] })
const budgerigar = searchEntry({
  code: '5307',
  names: ['Budgerigar feathers', 'Перо волнистого попугая', 'Pióra papużki falistej'],
})
const entries = [
  ...[tsh, receptors, b12, vitaminD, ca125, bloodCount, glycated, ferritin, amylase, afp, lpa],
  ...[budgerigar, antithrombin, antibodies, lh, potassium],
]
const all = new Set(entries.map(({ id }) => id))

let index: SearchIndex
beforeAll(async () => {
  index = await createSearchIndex(entries)
})
const find = (term: string, offeredIds: ReadonlySet<number> = all) =>
  index.search(term, { limit: 10, offeredIds })

test.each([
  ['its abbreviation', 'TSH', tsh],
  ['its abbreviation in Russian', 'ттг', tsh],
  ['the transliterated abbreviation', 'ttg', tsh],
  ['the other layout', 'nnu', tsh],
  ['the other layout the other way', 'еыр', tsh],
  ['its code', '2001', tsh],
  ['its LOINC code', '3016-3', tsh],
  ['words in any order', 'hormone thyroid', tsh],
  ['beginnings', 'тире горм', tsh],
  ['a mistake', 'тиротропный', tsh],
  ['Russian spelt by ear', 'тириатропный гармон', tsh],
  ['a component', 'тромбоциты', null],
  ['the LOINC code of a component', '718-7', bloodCount],
  ['a lookalike letter', 'в12', b12],
  ['a space inside', 'B 12', b12],
  ['no space', 'ca125', ca125],
  ['no hyphen', 'альфафетопротеин', afp],
  ['no brackets', 'lpa', lpa],
  ['another case in Polish', 'papużka falista', budgerigar],
  ['another case in Polish, without its accents', 'papuzka falista', budgerigar],
  ['two beginnings of one name', 'alph feto', afp],
  ['a name beside a word of no name', 'ттг ультрачувствительный', tsh],
  ['lookalike letters and a hyphen', 'са-125', ca125],
  ['an inflected form', 'витамина д', vitaminD],
  ['a joined abbreviation apart', 'hb a1c', glycated],
  ['words of a question', 'how much is a vitamin d test', vitaminD],
])('the search finds by %s: %s', (_, term, expected) => {
  expect(find(term)[0]).toBe(expected?.id)
})

test('the name itself ranks before names that contain it, and those before entries that contain it elsewhere', () => {
  expect(find('ттг').slice(0, 2)).toEqual([tsh.id, receptors.id])
  expect(find('гемоглобин')).toEqual([glycated.id, bloodCount.id])
})

test('a name of several words, even misspelt, comes before the reason’s tests, but never an analysis that must not be first', () => {
  const about = (neverFirst: number[]) => ({
    analysisIds: [b12.id, vitaminD.id, ca125.id],
    neverFirstAnalysisIds: new Set(neverFirst),
  })
  const ask = (term: string, neverFirst: number[] = []) =>
    index.search(term, { limit: 3, offeredIds: all, reason: about(neverFirst) })
  expect(ask('тиротропный гармон')[0]).toBe(tsh.id)
  expect(ask('тиротропный гармон', [tsh.id])).toEqual([b12.id, vitaminD.id, ca125.id])
  expect(ask('гармон')).toEqual([b12.id, vitaminD.id, ca125.id])
})

test('an unknown word beside a whole name still finds it; beside the first word of a name it finds nothing', async () => {
  const pap = searchEntry({ names: ['PAPP-A', 'Вторая проба триместра'] })
  const others = Array.from({ length: 40 }, (_, number) => searchEntry({ names: [`Анализ номер ${number}`] }))
  const strange = await createSearchIndex([...entries, ...others, pap], (word) => word === 'весной')
  const offeredIds = new Set([...all, pap.id, ...others.map(({ id }) => id)])
  const ask = (term: string) => strange.search(term, { limit: 3, offeredIds })
  expect(ask('вторая дрыгоножка')).toEqual([])
  expect(ask('дрыгоножка ттг')[0]).toBe(tsh.id)
  expect(ask('дрыгоножка')).toEqual([])
})

test('several names ask for several tests', () => {
  expect(find('ттг в12 ca125').slice(0, 3).toSorted()).toEqual([tsh.id, b12.id, ca125.id].toSorted())
})

test('only offered analyses are found, and no more than the limit', () => {
  expect(find('ттг', new Set([receptors.id]))).toEqual([receptors.id])
  expect(index.search('витамин', { limit: 1, offeredIds: all })).toHaveLength(1)
})

test.each([
  '',
  ' ',
  'x',
  '!!!',
  '—',
  'zzzqqq',
  '🧪',
  'а'.repeat(500),
  '\u0000',
  "';--",
  '(((',
  'ё '.repeat(300),
])('the term %j causes no error', (term) => {
  expect(Array.isArray(find(term))).toBe(true)
})

test('for any term each id is found once, and a repeat finds the same ids', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (term) => {
      const found = find(term)
      expect(new Set(found).size).toBe(found.length)
      expect(find(term)).toEqual(found)
    }),
  )
})

test('an empty catalogue finds nothing', async () => {
  const empty = await createSearchIndex([])
  expect(empty.search('ттг', { limit: 10, offeredIds: new Set() })).toEqual([])
})

test.each(['ferr', 'ферр', 'ferri'])(
  '%s finds words spelt so, not every word that begins with the same sound',
  (term) => {
    expect(find(term)).toEqual([ferritin.id])
  },
)

test.each(['фер', 'fermenty'])('%s still matches by sound', (term) => {
  expect(find(term)).toContain(amylase.id)
})

test.each([
  ['antith', antithrombin],
  ['лютр', lh],
  ['лютропин', lh],
])('%s ranks words with this beginning first', (term, meant) => {
  expect(find(term)[0]).toBe(meant.id)
})

test('a word that begins a name is not read in the other layout as well', () => {
  expect(find('лютр')).toEqual([lh.id])
})
