import { LOCALES, type Locale } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { flatTexts, SOURCES } from './compiled-messages.ts'

const OTHERS = LOCALES.filter((locale) => locale !== 'en')
const english = flatTexts(SOURCES.en)

/** A text without the names of its values and the syntax around its forms. */
function words(text: string): string {
  return text.replace(/\{\w+, plural,|\b(?:zero|one|two|few|many|other) \{|=\d+ \{|\{\w+\}|[{}]/g, ' ')
}

const ofCyrillic: Locale[] = ['ru', 'be']

test.each(ofCyrillic)('no word of %s mixes Cyrillic with Latin letters', (locale) => {
  for (const [key, text] of Object.entries(flatTexts(SOURCES[locale])))
    expect(words(text), key).not.toMatch(
      /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u,
    )
})

test.each(['en', 'pl'] as const)('%s has no Cyrillic letters, but for the example of a search', (locale) => {
  for (const [key, text] of Object.entries(flatTexts(SOURCES[locale]))) {
    if (key !== 'catalogue.search.placeholder') expect(text, key).not.toMatch(/\p{Script=Cyrillic}/u)
  }
})

test('Russian and Belarusian are told apart by the letters that only one of them has', () => {
  for (const [key, text] of Object.entries(flatTexts(SOURCES.ru))) expect(text, key).not.toMatch(/[іўІЎ]/)
  for (const [key, text] of Object.entries(flatTexts(SOURCES.be))) expect(text, key).not.toMatch(/[ищъИЩЪ]/)
})

/** International words, names and units: rightly the same in both. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  ru: ['results.pdf'],
  be: ['results.pdf'],
  pl: [
    'catalogue.home.tries.2',
    'desk:login.email',
    'desk:role.administrator',
    'forms.person.email',
    'laboratories.email',
    'laboratories.kilometres',
    'order.confirm.email',
    'results.pdf',
    'results.share.address',
    'results.share.pin',
    'shell.kilometres',
    'shell.menu.label',
  ],
}

test.each(OTHERS)('no text of %s was left in English', (locale) => {
  const same = Object.entries(flatTexts(SOURCES[locale]))
    .filter(([key, text]) => text === english[key] && /\p{L}/u.test(words(text)))
    .map(([key]) => key)
  expect(same.sort()).toEqual(SAME[locale])
})

test.each(LOCALES)('no text of %s is empty or stands between blanks', (locale) => {
  for (const [key, text] of Object.entries(flatTexts(SOURCES[locale])))
    expect(text, key).toBe(text.trim() || 'not empty')
})

/** Words of the specification. */
const QUOTED = [
  'messages:analysisAddedToCart',
  'shell.menu.login',
  'shell.menu.register',
  'shell.menu.signOut',
]

test('people log in and out, and have e-mails and accounts, not letters and registrations', () => {
  const wrong = Object.entries(english).filter(
    ([key, text]) =>
      !QUOTED.includes(key) &&
      /\b(?:sign(?:ed|s)? (?:in|out|up)|log-?off|letters?\b(?!,)|register(?:ed)?|mailbox|shall|analys[ie]s)\b/i.test(
        words(text),
      ),
  )
  expect(wrong.map(([key]) => key).sort()).toEqual([])
})
