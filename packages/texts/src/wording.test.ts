import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { unitText } from '@shop/domain/unit-text'
import { expect, test } from 'vitest'
import { sourceTexts } from './compiled-messages.ts'

const OTHERS = LOCALES.filter((locale) => locale !== 'en')
const english = sourceTexts('en')

/** A text without the names of its values and without the syntax around its forms. */
function words(text: string): string {
  return text.replace(/\{\w+, plural,|\b(?:zero|one|two|few|many|other) \{|=\d+ \{|\{\w+\}|[{}]/g, ' ')
}

/** The first letters in a text that its language does not have. */
function lettersAtFault(text: string, locale: Locale): string | null {
  const mixed = /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u
  const foreign = { ru: /[іўІЎ]/, be: /[ищъИЩЪ]/, en: /\p{Script=Cyrillic}/u, pl: /\p{Script=Cyrillic}/u }
  return (mixed.exec(text) ?? foreign[locale].exec(text))?.[0] ?? null
}

const ofCyrillic: Locale[] = ['ru', 'be']

test.each(ofCyrillic)('no word of %s mixes Cyrillic with Latin letters', (locale) => {
  for (const [key, text] of Object.entries(sourceTexts(locale)))
    expect(words(text), key).not.toMatch(
      /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u,
    )
})

test.each(['en', 'pl'] as const)('%s has no Cyrillic letters', (locale) => {
  for (const [key, text] of Object.entries(sourceTexts(locale))) {
    expect(text, key).not.toMatch(/\p{Script=Cyrillic}/u)
  }
})

test('Russian and Belarusian texts have no letters that only the other language has', () => {
  for (const [key, text] of Object.entries(sourceTexts('ru'))) expect(text, key).not.toMatch(/[іўІЎ]/)
  for (const [key, text] of Object.entries(sourceTexts('be'))) expect(text, key).not.toMatch(/[ищъИЩЪ]/)
})

/** International words, names and units: rightly the same as in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  ru: ['results.pdf'],
  be: ['results.pdf'],
  pl: [
    'account.login.exampleUnit.mIuPerL',
    'account.login.exampleUnit.ngPerMl',
    'catalogue.home.tries.2',
    'desk:audit.actor.job',
    'desk:audit.kind.machine',
    'desk:money.test',
    'desk:nav.machine',
    'desk:role.administrator',
    'desk:status',
    'forms.person.email',
    'laboratories.kilometres',
    'order.confirm.email',
    'reported:cfuPerGram',
    'results.pdf',
    'results.share.address',
    'results.share.pin',
    'shell.menu.label',
  ],
}

test.each(OTHERS)('no text of %s was left in English', (locale) => {
  const same = Object.entries(sourceTexts(locale))
    .filter(([key, text]) => text === english[key] && /\p{L}/u.test(words(text)))
    .map(([key]) => key)
  expect(same.sort()).toEqual(SAME[locale])
})

/** Words that both languages write alike. */
const ALIKE = new Set(
  `пароль ваш код заказ заказы ттг глюкоза комплекс комплексы норма нормы для дата кв муж экраны выезды каталог км без платы за
  выезд пол п назад загрузка меню возврат журнал доступ файл файлы вы ключ нг мл мме л статус выдача валюта рост мутная`.split(
    /\s+/,
  ),
)

test('no Belarusian text repeats the Russian one, except for words that both write alike', () => {
  const russian = sourceTexts('ru')
  const repeated = Object.entries(sourceTexts('be')).filter(
    ([key, text]) =>
      text === russian[key] &&
      (
        words(text)
          .toLowerCase()
          .match(/\p{Script=Cyrillic}+/gu) ?? []
      ).some((word) => !ALIKE.has(word)),
  )
  expect(repeated.map(([key]) => key)).toEqual([])
})

test.each(LOCALES)('the units in the picture beside the login are those of results in %s', (locale) => {
  const texts = sourceTexts(locale)
  expect(texts['account.login.exampleUnit.ngPerMl']).toBe(unitText('ng/mL', locale))
  expect(texts['account.login.exampleUnit.mIuPerL']).toBe(unitText('m[IU]/L', locale))
})

const root = join(import.meta.dirname, '../../..')
const PARTNERS = readdirSync(join(root, 'partners')).map((slug) => {
  const { texts } = JSON.parse(readFileSync(join(root, 'partners', slug, 'partner.json'), 'utf8'))
  return { slug, texts: texts as Record<Locale, Record<string, string | null>> }
})

test.each(PARTNERS)(
  '$slug says everything about itself in four languages, each in its own words',
  ({ texts }) => {
    expect(Object.keys(texts).sort()).toEqual([...LOCALES].sort())
    for (const [key, said] of Object.entries(texts.en)) {
      const all = LOCALES.map((locale) => texts[locale][key])
      if (said === null) expect(all, key).toEqual(LOCALES.map(() => null))
      else expect(new Set(all).size, key).toBe(LOCALES.length)
    }
    for (const locale of LOCALES)
      expect(Object.keys(texts[locale]).sort()).toEqual(Object.keys(texts.en).sort())
  },
)

test.each(
  PARTNERS.flatMap(({ slug, texts }) => LOCALES.map((locale) => ({ slug, locale, own: texts[locale] }))),
)('$slug is described in letters of $locale, with correct typography', ({ locale, own }) => {
  for (const [key, text] of Object.entries(own)) {
    if (text === null) continue
    expect(text, key).toBe(text.trim() || 'not empty')
    expect(lettersAtFault(text, locale), key).toBeNull()
  }
  const { 'a unit that may be wrapped to a new line': _, ...faults } = FAULTS
  expect(
    faultsIn(
      Object.entries(own).map(([key, text]) => [key, text ?? '-'] as const),
      locale,
      faults,
    ),
  ).toEqual([])
})

/** Texts in files of their own: the article on preparation and the legal documents. */
const LONG_TEXTS = ['apps/storefront/app/catalogue/article', 'apps/laboratory-api/legal-documents'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((path) => {
      const locale = LOCALES.find((known) => new RegExp(`(?:^|[./])${known}\\.(?:json|md)$`).test(path))
      return locale ? [{ folder, path, locale, text: readFileSync(join(root, folder, path), 'utf8') }] : []
    }),
)

test('the article and each legal document exist in every language, each in its own words', () => {
  const groups = Map.groupBy(
    LONG_TEXTS,
    ({ folder, path, locale }) => `${folder}/${path.replace(`${locale}.`, '')}`,
  )
  expect(groups.size).toBeGreaterThan(5)
  for (const [name, texts] of groups) {
    expect(texts.map(({ locale }) => locale).sort(), name).toEqual([...LOCALES].sort())
    const long = texts.map(({ text }) => text.split('\n').filter((line) => line.length > 80))
    expect(new Set(long.flat()).size, name).toBe(long.flat().length)
  }
})

test.each(LONG_TEXTS)('$path in $folder is in letters of its language', ({ locale, text }) => {
  expect(lettersAtFault(text, locale)).toBeNull()
})

test('only the docs, not readers, are told what a lawyer must still review', () => {
  const said = /lawyer|юрист|prawnik|юрыст/i
  for (const { path, text } of LONG_TEXTS) expect(text, path).not.toMatch(said)
  for (const locale of LOCALES) expect(Object.values(sourceTexts(locale)).join('\n')).not.toMatch(said)
  const docs = readFileSync(join(root, 'docs/operations/mail-and-personal-data.md'), 'utf8')
  expect(docs).toContain('A lawyer must review')
})

test.each(LOCALES)('no text of %s is empty or has spaces around it', (locale) => {
  for (const [key, text] of Object.entries(sourceTexts(locale)))
    expect(text, key).toBe(text.trim() || 'not empty')
})

const UNITS = 'km|км|ml|мл|mg|мг|kg|кг|min|мин|хв|h|ч|гадз|BYN|EUR'

/** Typographic faults that readers have found, by what is wrong. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  'a straight quote': /["']/,
  'a hyphen for a dash': / --? /,
  'two spaces': / {2}/,
  'a space before a full stop': / [,.;:!?](?!\S)/,
  'three dots for an ellipsis': /\.\.\./,
  'a unit that may be wrapped to a new line': new RegExp(`[\\d}] (?:${UNITS})(?![\\p{L}\\d])`, 'u'),
}
/** Quotation marks of other languages. */
const FOREIGN_QUOTES: Readonly<Record<Locale, RegExp>> = {
  en: /[«»„]/,
  pl: /[«»“]/,
  // Quotes inside quotes are „like this“.
  ru: /(?<!„[^“]*)“|”/,
  be: /(?<!„[^“]*)“|”/,
}

function faultsIn(texts: Iterable<readonly [string, string]>, locale: Locale, faults = FAULTS): string[] {
  const all = Object.entries({ ...faults, 'quotation marks of another language': FOREIGN_QUOTES[locale] })
  return [...texts].flatMap(([key, text]) =>
    all.flatMap(([fault, pattern]) => (pattern.test(text) ? [`${key} has ${fault}: ${text}`] : [])),
  )
}

/** `?` and `/` are keys there; the other one is a sentence of the specification. */
const SET_OTHERWISE = ['desk:today.keys', 'messages:autoAssignedClosestLab']

test.each(LOCALES)('the texts of %s have correct typography', (locale) => {
  const texts = Object.entries(sourceTexts(locale)).filter(([key]) => !SET_OTHERWISE.includes(key))
  expect(faultsIn(texts, locale)).toEqual([])
})

/** What people type, codes and units are exempt. */
const NOT_SHOWN = /synonyms|words|asks|ucumUnit|loinc|\.code$/i

function* stringsOf(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) yield* stringsOf(inner, `${path}.${key}`)
  }
}

test.each(['analyses', 'profiles', 'categories', 'reasons', 'materials', 'laboratories', 'translations'])(
  'the catalogue’s %s have correct typography',
  (file) => {
    const read = JSON.parse(readFileSync(join(root, `catalogue/${file}.json`), 'utf8'))
    const texts = [...stringsOf(read)].filter(([path]) => !NOT_SHOWN.test(path))
    expect(texts.length).toBeGreaterThan(20)
    // Units follow a plain space in its data: names are compared and searched.
    const { 'a unit that may be wrapped to a new line': _, ...faults } = FAULTS
    for (const locale of LOCALES) {
      const own = texts.filter(([path]) => languageOf(path) === locale)
      expect(faultsIn(own, locale, faults)).toEqual([])
    }
  },
)

/** By `nameRu`, `names.pl`; English if the path names no language, or for a name in the language of its place. */
function languageOf(path: string): Locale {
  const [, suffix = '', key = ''] = /(Ru|Pl|Be|En)?(?:\.(ru|pl|be|en))?(?:\.\d+)?$/.exec(path) ?? []
  return LOCALES.find((locale) => locale === (key || suffix.toLowerCase())) ?? 'en'
}

/** The words of reference ranges, with their translations. */
function wordsOfRanges(): Record<Locale, string | undefined>[] {
  const read = (file: string) => JSON.parse(readFileSync(join(root, `catalogue/${file}.json`), 'utf8'))
  const translations: { en: string; pl?: string; be?: string }[] = read('translations')
  const byEnglish = new Map(translations.map((one) => [one.en, one]))
  const analyses: {
    resultDefinition: { components: { referenceRanges: { text?: string; textRu?: string }[] }[] }
  }[] = read('analyses')
  return analyses
    .flatMap(({ resultDefinition }) =>
      resultDefinition.components.flatMap(({ referenceRanges }) => referenceRanges),
    )
    .flatMap(({ text: en, textRu: ru }) =>
      en === undefined ? [] : [{ en, ru, pl: byEnglish.get(en)?.pl, be: byEnglish.get(en)?.be }],
    )
}

test.each(LOCALES)('in %s a report says what the page of its test gives as the range', (locale) => {
  const own = sourceTexts(locale)
  const reported = Object.entries(english).filter(([key]) => key.startsWith('reported:'))
  const known = new Map(reported.map(([key, text]) => [text, own[key]]))
  const ranges = wordsOfRanges().filter(({ en }) => known.has(en!))
  expect(ranges.length).toBeGreaterThan(50)
  for (const range of ranges) expect(range[locale], range.en).toBe(known.get(range.en!))
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
