import { LOCALES, type Locale } from '@shop/domain/locale'
import { loadLegalDocuments } from '@shop/laboratory-api/documents/legal-documents'
import { loadPartner } from '@shop/server/partner'
import { expect, test } from 'vitest'
import { COOKIE_SECONDS, type CookieName, createCookieJar } from './cookie-jar.ts'

const rules = loadLegalDocuments(loadPartner('synlab'))

/** A duration as the rules write it: `30 days`, `один год`. */
function inWords(seconds: number, language: Locale): string {
  const days = seconds / 86_400
  if (days === 365) return { en: 'one year', ru: 'один год', pl: 'rok', be: 'год' }[language]
  const [value, unit] = days >= 1 ? [days, 'day'] : [seconds / 60, 'minute']
  const text = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  // The rules say “days”; the Belarusian locale data use the word for periods of twenty-four hours.
  return text.replace('сутак', 'дзён')
}

test.each(LOCALES)(
  'the cookie rules in %s list every cookie that is set, and how long it is kept',
  { tags: ['SPEC-9-CONSENT-DAYS'] },
  (locale) => {
    const { html = '' } = rules.find('2026-11-25', 'cookie-rules', locale) ?? {}
    const rows = [
      ...html.matchAll(/<tr>\s*<td><code>(\w+)<\/code><\/td>\s*<td>.*?<\/td>\s*<td>(.*?)<\/td>/gs),
    ]
    expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(COOKIE_SECONDS).sort())
    for (const [, name, kept] of rows) {
      expect(kept, name).toContain(inWords(COOKIE_SECONDS[name as keyof typeof COOKIE_SECONDS], locale))
    }
  },
)

test('the mark of a logout without an answer lasts as long as the session that it ends', () => {
  expect(COOKIE_SECONDS.leaving).toBe(COOKIE_SECONDS.authToken)
})

test('a cookie is out of reach of scripts, other sites and plain connections, and lasts as long as the table says', {
  tags: ['ASVS-3.3.1', 'ASVS-3.3.2', 'ASVS-3.3.4'],
}, () => {
  const jar = createCookieJar('__Host-locale=ru; __Host-sharedResultKey=one', true)
  expect([jar.get('locale'), jar.get('authToken')]).toEqual(['ru', undefined])
  jar.set('activeLaboratoryId', '21')
  jar.clear('sharedResultKey')
  expect([jar.get('activeLaboratoryId'), jar.get('sharedResultKey')]).toEqual(['21', undefined])
  expect(jar.headers()).toEqual([
    '__Host-activeLaboratoryId=21; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-sharedResultKey=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
})

test('every cookie that the shop sets over https, consent included, is Secure and of this host alone', {
  tags: ['ASVS-3.3.1', 'ASVS-3.3.3'],
}, () => {
  const jar = createCookieJar(undefined, true)
  const names = Object.keys(COOKIE_SECONDS) as CookieName[]
  for (const name of names) jar.set(name, '1')
  expect(jar.headers()).toHaveLength(names.length)
  for (const header of jar.headers()) expect(header).toMatch(/^__Host-\w+=1; .*; Path=\/; .*Secure;/)
  // A visitor who accepted before the name had its prefix is not asked again; the old cookie expires on its own.
  const before = createCookieJar('acceptCookie=true', true)
  expect(before.get('acceptCookie')).toBe('true')
  expect(before.headers()).toEqual([])
})

test('over https a cookie is of this host alone, and its old name is read until it is written again', {
  tags: ['ASVS-3.3.3'],
}, () => {
  const jar = createCookieJar('authToken=Bearer%20old; locale=ru; __Host-locale=pl', true)
  expect([jar.get('authToken'), jar.get('locale')]).toEqual(['Bearer old', 'pl'])
  jar.set('authToken', 'Bearer new')
  expect(jar.get('authToken')).toBe('Bearer new')
  jar.clear('locale')
  expect(jar.get('locale')).toBeUndefined()
  const END = 'Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
  expect(jar.headers()).toEqual([
    '__Host-authToken=Bearer%20new; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    `authToken=; ${END}`,
    `__Host-locale=; ${END}`,
    `locale=; ${END}`,
  ])
})

test('over plain http names have no prefix, because browsers would refuse it', () => {
  const jar = createCookieJar('authToken=Bearer%20one; __Host-locale=pl', false)
  expect([jar.get('authToken'), jar.get('locale')]).toEqual(['Bearer one', undefined])
  jar.set('authToken', 'Bearer two')
  expect(jar.headers()).toEqual(['authToken=Bearer%20two; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax'])
})
