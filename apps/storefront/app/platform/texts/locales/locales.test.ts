import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts } from '../read-texts.ts'

const folder = import.meta.dirname
const PLURAL = /_(one|few|many|other|zero|two)$/
const FORMS: Record<string, string[]> = {
  en: ['one', 'other'],
  ru: ['few', 'many', 'one', 'other'],
  pl: ['few', 'many', 'one', 'other'],
  be: ['few', 'many', 'one', 'other'],
}

function textsOf(locale: string, file: string): Map<string, string> {
  return textsIn(JSON.parse(readFileSync(join(folder, locale, file), 'utf8')))
}

/** By path: `.results.word.low` */
function textsIn(content: unknown): Map<string, string> {
  const texts = new Map<string, string>()
  function walk(value: unknown, path: string) {
    if (typeof value === 'string') texts.set(path, value)
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, `${path}.${key}`)
  }
  walk(content, '')
  return texts
}

const stems = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))].sort()

/** The variables of each text, over all its plural forms. */
function variablesByStem(texts: Map<string, string>): Record<string, string[]> {
  const groups = Map.groupBy(texts, ([key]) => key.replace(PLURAL, ''))
  const variables = (text: string) => [...text.matchAll(/\{\{\s*([\w.]+)/g)].map(([, name]) => name!)
  return Object.fromEntries(
    [...groups].map(([stem, forms]) => [
      stem,
      [...new Set(forms.flatMap(([, text]) => variables(text)))].sort(),
    ]),
  )
}

function pluralForms(texts: Map<string, string>): Map<string, string[]> {
  const plural = [...texts.keys()].filter((key) => PLURAL.test(key))
  const groups = Map.groupBy(plural, (key) => key.replace(PLURAL, ''))
  return new Map([...groups].map(([stem, keys]) => [stem, keys.map((key) => PLURAL.exec(key)![1]!)]))
}

const files = globSync('**/*.json', { cwd: join(folder, 'en') })

test.each(files.flatMap((file) => ['ru', 'pl', 'be'].map((locale) => [file, locale] as const)))(
  '%s says in %s everything that it says in English, with the same variables',
  (file, locale) => {
    const english = textsOf('en', file)
    const texts = textsOf(locale, file)
    expect(stems(texts)).toEqual(stems(english))
    expect(variablesByStem(texts)).toEqual(variablesByStem(english))
  },
)

test.each(files.flatMap((file) => Object.keys(FORMS).map((locale) => [file, locale] as const)))(
  '%s in %s has every plural form of the language',
  (file, locale) => {
    for (const [stem, forms] of pluralForms(textsOf(locale, file))) {
      // "zero" is no form of these languages: it says "nothing" in words of its own where somebody wants that.
      expect(forms.filter((form) => form !== 'zero').sort(), stem).toEqual(FORMS[locale])
    }
  },
)

test('every text that the code names is there', () => {
  const { synlab: ofPartner, ...all } = readTexts('synlab').en
  const known = new Set(
    Object.entries(all).flatMap(([namespace, texts]) =>
      stems(textsIn(texts)).map((stem) => `${namespace}:${stem.slice(1)}`),
    ),
  )
  const partnerKeys = new Set(Object.keys(ofPartner!))
  const namespaces = [...new Set([...known].map((key) => key.split(':')[0]))]
  const exists = (key: string) => [...known].some((one) => one === key || one.startsWith(`${key}.`))
  const isThere = (key: string) =>
    partnerKeys.has(key) ||
    (key.includes(':') ? exists(key) : namespaces.some((namespace) => exists(`${namespace}:${key}`)))
  const app = join(folder, '..')
  const missing = globSync('**/*.{ts,tsx}', { cwd: app })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(app, file), 'utf8')
      const named = [
        ...code.matchAll(/\bt\(\s*'([\w.:]+)'/g),
        ...code.matchAll(/\bkey: '([\w:]+[.:][\w.]+)'/g),
      ]
      return named
        .map(([, key]) => key!)
        .filter((key) => !isThere(key))
        .map((key) => `${file}: ${key}`)
    })
  expect(missing).toEqual([])
})

test('the texts that the specification quotes are quoted', () => {
  expect(JSON.parse(readFileSync(join(folder, 'en/messages.json'), 'utf8'))).toMatchObject({
    notAuthorized: 'Not authorized',
    suchUserExists: 'Such user exists',
    duplicatingFieldsFound: 'Duplicating fields found',
    unknownError: 'Unknown error',
    errorOccurred: 'Error occurred',
    emailConfirmationTokenNotFound: 'Email confirmation token not found',
    emailIsAlreadyConfirmed: 'Email is already confirmed',
    failedToChangePassword: 'Failed to change password, see console',
    userProfileUpdated: 'User profile has been successfully updated',
    passwordChanged: 'Your password has been successfully changed',
    laboratoryRequired: 'Laboratory is required',
    geolocationFailed: 'Geolocation failed',
    noCallableLabs: 'No callable labs available',
  })
})
