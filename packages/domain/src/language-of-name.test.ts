import { expect, test } from 'vitest'
import { languageOfName } from './language-of-name.ts'

test.each([
  ['Вызов, Минск', 'en', 'ru'],
  ['Профиль 13', 'pl', 'ru'],
  ['Ферритин', 'ru', undefined],
  ['Общий анализ крови', 'be', 'ru'],
  ['Агульны аналіз крыві', 'be', undefined],
  ['Агульны аналіз крыві', 'ru', 'be'],
  ['Гемоглобин', 'be', 'ru'],
  ['Confirmed by a repeated measurement.', 'ru', 'en'],
  ['Confirmed by a repeated measurement.', 'en', undefined],
  ['HBsAg', 'be', undefined],
  ['Ferrytyna', 'pl', undefined],
])('“%s” on a page in %s is in %s', (text, page, language) => {
  expect(languageOfName(text, page)).toBe(language)
})
