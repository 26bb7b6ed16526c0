import { expect, test } from 'vitest'
import { changedTexts, typedTexts } from './changed-texts.ts'

const said = (field: string, values: { en: string; ru: string; be: string | null; pl: string | null }) => ({
  field,
  kind: 'name' as const,
  values,
  missing: [],
  entries: 1,
})
const texts = [
  said('name', { en: 'Iron', ru: 'Железо', be: null, pl: null }),
  said('synonyms', { en: 'Fe\nserum iron', ru: 'Fe', be: null, pl: null }),
]

test('only changed texts are sent, in all languages, whatever line endings the browser uses', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['name en', 'Iron'],
    ['name ru', 'Железо'],
    ['name be', ' Жалеза '],
    ['name pl', 'Żelazo'],
    ['synonyms en', 'Fe\r\nserum iron'],
    ['synonyms ru', 'Fe'],
    ['synonyms be', ''],
    ['synonyms pl', ''],
  ] as const) {
    form.set(name, value)
  }
  expect(changedTexts(texts, typedTexts(form))).toEqual([
    { field: 'name', values: { en: 'Iron', ru: 'Железо', be: 'Жалеза', pl: 'Żelazo' } },
  ])
  form.delete('name be')
  form.delete('name pl')
  expect(changedTexts(texts, typedTexts(form))).toEqual([])
})
