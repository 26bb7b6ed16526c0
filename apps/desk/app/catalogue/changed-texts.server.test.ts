import { expect, test } from 'vitest'
import { changedTexts, readMarks, typedTexts } from './changed-texts.server.ts'

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

/** The form of the texts as it was read, with the line endings of a browser. */
function readForm(): FormData {
  const form = new FormData()
  for (const [name, mark] of Object.entries(readMarks(texts))) form.set(name, mark)
  for (const { field, values } of texts) {
    for (const [locale, text] of Object.entries(values)) {
      form.set(`${field} ${locale}`, (text ?? '').replaceAll('\n', '\r\n'))
    }
  }
  return form
}

test('a text that was left as it was read does not undo what a colleague made of it in the meantime', () => {
  const form = readForm()
  form.set('synonyms be', 'Fe\r\nжалеза')
  form.set('note', 'Iron in Belarusian')
  const typed = typedTexts(form)
  expect(typed).toEqual({ 'synonyms be': 'Fe\nжалеза', note: 'Iron in Belarusian' })
  const now = said('synonyms', { en: 'Fe\nserum iron', ru: 'Fe', be: null, pl: 'żelazo' })
  expect(changedTexts([now], typed)).toEqual([
    { field: 'synonyms', values: { en: 'Fe\nserum iron', ru: 'Fe', be: 'Fe\nжалеза', pl: 'żelazo' } },
  ])
})

test('a text that was emptied was typed', () => {
  const form = readForm()
  form.set('name ru', '')
  expect(typedTexts(form)).toEqual({ 'name ru': '' })
})
