import { expect, test } from 'vitest'
import { analysisEntry, profileEntry, smallCatalogue } from '../catalogue/testing/catalogue-files.ts'
import { textsOfEntry, withTexts } from './entry-texts.ts'

const component = analysisEntry().resultDefinition.components[0]!
const first = analysisEntry({
  synonymsPl: ['TSH', 'tyreotropina'],
  resultDefinition: {
    components: [
      { ...component, name: 'IgG', referenceRanges: [{ text: 'negative', textRu: 'отрицательно' }] },
    ],
  },
})
const entries = {
  ...smallCatalogue(),
  analyses: [first, analysisEntry({ code: '2002', name: 'Thyroxine', nameRu: 'Тироксин' })],
  profiles: [profileEntry()],
  translations: [{ en: 'serum', pl: 'surowica', be: 'сыроватка' }],
}
const textOf = (code: string, field: string) =>
  textsOfEntry(entries, 'analysis', code)?.find((text) => text.field === field)

test('each text of an entry has its languages, what is missing, and how many entries share it', () => {
  expect(textOf('2001', 'specimen')).toEqual({
    field: 'specimen',
    kind: 'specimen',
    values: { en: 'serum', ru: 'сыворотка', be: 'сыроватка', pl: 'surowica' },
    missing: [],
    entries: 2,
  })
  expect(textOf('2001', 'synonyms')).toMatchObject({
    values: { en: 'TSH', ru: 'ТТГ', be: null, pl: 'TSH\ntyreotropina' },
    missing: ['be'],
    entries: 1,
  })
  expect(textOf('2001', 'components.0.name')).toMatchObject({ values: { en: 'IgG' }, missing: [] })
  expect(textOf('2001', 'components.0.ranges.0.text')).toMatchObject({ kind: 'range', missing: ['be', 'pl'] })
  expect(textsOfEntry(entries, 'profile', 'P001')).toMatchObject([
    { field: 'name', values: { en: 'Thyroid', ru: 'Профиль 1. Щитовидная железа' }, missing: ['be', 'pl'] },
    { field: 'description' },
  ])
  expect(textsOfEntry(entries, 'profile', 'P404')).toBeNull()
})

test('a changed text changes its entry and its translation, and leaves the entries that were read untouched', () => {
  const before = structuredClone(entries)
  const files = withTexts(entries, {
    kind: 'analysis',
    code: '2001',
    texts: [
      { field: 'specimen', values: { en: 'blood serum', ru: 'сыворотка', be: 'сыроватка', pl: 'surowica' } },
      { field: 'synonyms', values: { en: 'TSH\n thyrotropin \n', ru: 'ТТГ', be: '', pl: '' } },
      { field: 'components.0.ranges.0.text', values: { en: 'none', ru: 'нет', be: '', pl: '' } },
    ],
  })!
  const [changed, other] = JSON.parse(files.analyses!)
  expect(changed).toMatchObject({
    specimen: 'blood serum',
    synonyms: ['TSH', 'thyrotropin'],
    synonymsPl: [],
    resultDefinition: { components: [{ referenceRanges: [{ text: 'none', textRu: 'нет' }] }] },
  })
  expect(other).toEqual(before.analyses[1])
  // The other entry still has this text, and keeps its translation.
  expect(JSON.parse(files.translations!)).toEqual([
    { en: 'serum', pl: 'surowica', be: 'сыроватка' },
    { en: 'blood serum', pl: 'surowica', be: 'сыроватка' },
  ])
  expect(entries).toEqual(before)
})

test('an emptied translation is deleted, and a text that does not exist changes nothing', () => {
  const values = { en: 'serum', ru: 'сыворотка', be: '', pl: '' }
  const change = (field: string) =>
    withTexts(entries, { kind: 'analysis', code: '2001', texts: [{ field, values }] })
  expect(JSON.parse(change('specimen')!.translations!)).toEqual([])
  expect(change('specimens')).toBeNull()
})
