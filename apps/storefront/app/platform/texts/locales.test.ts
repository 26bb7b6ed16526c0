import { LOCALES } from '@shop/domain/locale'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import browserI18next from './browser/i18next.ts'
import { createI18n } from './create-i18n.ts'
import type { Texts } from './merge-texts.ts'
import { readTexts } from './read-texts.ts'

const PARTNER = 'synlab'
const texts: Record<string, Texts> = readTexts(PARTNER)
const PLURAL = /_(?:zero|one|two|few|many|other)$/

/** Every text of a language by its full key: `common:shell.back`. */
function leaves(locale: string): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string' || Array.isArray(value)) found.set(key, value)
    else for (const [name, part] of Object.entries(value as object)) walk(part, `${key}.${name}`)
  }
  for (const [namespace, entries] of Object.entries(texts[locale] ?? {})) {
    for (const [name, part] of Object.entries(entries)) walk(part, `${namespace}:${name}`)
  }
  return found
}

const placeholders = (value: unknown) =>
  [...new Set(JSON.stringify(value).match(/\{\{[^}]+\}\}/g) ?? [])].sort()

test.each(LOCALES)('%s has every text that English has, and no other', (locale) => {
  const keys = (of: string) =>
    [...new Set([...leaves(of).keys()].map((key) => key.replace(PLURAL, '')))].sort()
  expect(keys(locale)).toEqual(keys('en'))
})

test.each(LOCALES)('%s has each plural form that its language knows', (locale) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const keys = [...leaves(locale).keys()]
  const counted = new Set(keys.filter((key) => /_other$/.test(key)).map((key) => key.replace(PLURAL, '')))
  const missing = [...counted].flatMap((key) => forms.map((form) => `${key}_${form}`))
  expect(missing.filter((key) => !keys.includes(key))).toEqual([])
})

test.each(LOCALES)('%s names the same values in its texts as English does', (locale) => {
  const english = leaves('en')
  const different = [...leaves(locale)].filter(([key, value]) => {
    const other = english.get(key)
    return (
      other !== undefined && !PLURAL.test(key) && String(placeholders(value)) !== String(placeholders(other))
    )
  })
  expect(different.map(([key]) => key)).toEqual([])
})

/** Any name in a text has a value. */
const values = new Proxy({} as Record<string, unknown>, {
  get: (_, name) => (name === 'count' ? undefined : `<${String(name)}>`),
})
const named = (text: unknown) =>
  Object.fromEntries(
    placeholders(text).map((name) => [name.slice(2, -2).trim(), values[name.slice(2, -2).trim()]]),
  )

function browserI18n(locale: string, own: Texts) {
  const instance = browserI18next.createInstance()
  instance.init({
    lng: locale,
    resources: { [locale]: own },
    defaultNS: 'common',
    interpolation: { defaultVariables: { partner: own[PARTNER]?.name } },
  })
  return instance
}

test.each(LOCALES)('in %s the browser says what the server says', (locale) => {
  const own = texts[locale]!
  const instance = createI18n(locale, own, PARTNER)
  const server = (key: string, given: Record<string, unknown>) => instance.t(key, given)
  const browser = browserI18n(locale, own).getFixedT(null)
  expect(i18next).not.toBe(browserI18next)
  for (const [key, text] of leaves(locale)) {
    const { partner: _, ...given } = named(text)
    const plain = { ...given, returnObjects: true }
    const short = key.replace(/^common:/, '')
    expect(browser(short, plain), key).toEqual(server(short, plain))
    const counted = short.replace(PLURAL, '')
    for (const count of counted === short ? [] : [0, 1, 2, 5, 11, 21, 101, 1.5]) {
      expect(browser(counted, { ...given, count }), `${key} ${count}`).toBe(
        server(counted, { ...given, count }),
      )
    }
  }
})

test('a text that is missing is its key, on both sides', () => {
  const own = texts.en!
  for (const key of ['shell.nothing.here', 'messages:nothing', 'nothing']) {
    expect(browserI18n('en', own).getFixedT(null)(key)).toBe(createI18n('en', own, PARTNER).t(key))
  }
})
