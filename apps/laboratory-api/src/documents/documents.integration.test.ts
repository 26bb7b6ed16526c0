import { documentSchema, documentSummarySchema } from '@shop/contract/documents'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { loadPartner } from '@shop/server/partner'
import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { loadLegalDocuments } from './legal-documents.ts'

const shop = apiOfFile()

const SLUGS = [
  'public-offer',
  'personal-data-policy',
  'health-data-consent',
  'payment-and-refund-rules',
  'cookie-rules',
]

test('the documents in force are listed in the language of the request', async () => {
  for (const [locale, title] of [
    ['en', 'Public offer'],
    ['pl', 'Regulamin'],
    ['ru', 'Публичная оферта'],
    ['be', 'Публічная аферта'],
  ] as const) {
    const documents = documentSummarySchema
      .array()
      .parse(await shop.api.client(undefined, locale).documents())
    expect(documents.map(({ slug }) => slug)).toEqual(SLUGS)
    expect([locale, documents[0]?.title]).toEqual([locale, title])
  }
})

test('the offer and the consent must be accepted', async () => {
  const documents = await shop.api.client().documents()
  const required = documents.filter(({ requiresAcceptance }) => requiresAcceptance)
  expect(required.map(({ slug }) => slug)).toEqual(['public-offer', 'health-data-consent'])
})

test('a version that only informs has its own number and date, and needs no new acceptance', () => {
  const { documents } = shop.api.context
  const policyOn = (day: string) => documents.find(day, 'personal-data-policy', 'en')
  expect(policyOn('2026-11-22')).toMatchObject({ version: '1.0', date: '2026-01-01' })
  expect(policyOn('2026-11-23')).toMatchObject({
    version: '1.1',
    date: '2026-11-23',
    requiresAcceptance: false,
  })
  expect(policyOn('2026-11-22')!.html).toContain('30 days in the shop')
  expect(policyOn('2026-11-23')!.html).toContain('until the matter is closed, and 30 days after')
  expect(documents.toAccept('2026-11-23')).toEqual(documents.toAccept('2026-11-22'))
})

test('the policy states, in every language, the years that the operator has set, and none that are not set', () => {
  const partner = loadPartner('synlab')
  const policy = (kept: { results: number | null; orders: number | null }, locale: Locale = 'en') =>
    loadLegalDocuments(partner, kept).find('2026-11-26', 'personal-data-policy', locale)!.html
  const none = policy({ results: null, orders: null })
  expect(none).not.toContain('30 days before')
  const results = policy({ results: 5, orders: null })
  expect(results).toContain('Results are deleted 5 years after')
  expect(results).not.toContain('What an order says')
  const words = {
    en: ['5 years', '21 years'],
    pl: ['5 lat', '21 lat'],
    ru: ['5 лет', '21 год'],
    be: ['5 гадоў', '21 год'],
  }
  for (const locale of LOCALES) {
    const html = policy({ results: 5, orders: 21 }, locale)
    for (const years of words[locale])
      expect([locale, html]).toEqual([locale, expect.stringContaining(`${years} `)])
  }
})

test('the policy names, in every language, what is planned to be repeated and the e-mail about it', () => {
  const { documents } = shop.api.context
  const words = {
    en: 'by an e-mail that names no test',
    pl: 'e-mailem, który nie wymienia badań',
    ru: 'письмом, в котором исследования не названы',
    be: 'лістом, у якім аналізы не названы',
  }
  for (const locale of LOCALES) {
    const policyOn = (day: string) => documents.find(day, 'personal-data-policy', locale)!.html
    expect(policyOn('2026-11-28')).not.toContain(words[locale])
    expect(policyOn('2026-11-29')).toContain(words[locale])
  }
})

test('every document is complete in every language, with headings that can be linked to', async () => {
  for (const locale of LOCALES) {
    for (const slug of SLUGS) {
      const document = documentSchema.parse(await shop.api.client(undefined, locale).document(slug))
      expect(document.html).toMatch(/<h2 id="[\p{L}\p{N}-]+">/u)
      expect(document.html).not.toMatch(/\{\{|undefined|\bTBD\b/)
      const ids = [...document.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const cyrillic = /[а-я]{4}/i.test(document.html)
      expect([slug, locale, cyrillic]).toEqual([slug, locale, locale === 'ru' || locale === 'be'])
      // Letters that only the other of the two languages has.
      if (locale === 'be') expect(document.html).not.toMatch(/[ищъ]/i)
      if (locale === 'ru') expect(document.html).not.toMatch(/[іў]/i)
    }
  }
})

test('each document names its publisher and says that this is a demonstration', async () => {
  for (const slug of SLUGS) {
    const { html } = await shop.api.client().document(slug)
    expect(html).toContain('This shop is a demonstration.')
  }
  const { html } = await shop.api.client().document('public-offer')
  expect(html).toContain('Norma Laboratories LLC (demonstration company)')
})

test('an unknown document is not found', async () => {
  await expect(shop.api.client().document('no-such-document')).rejects.toMatchObject({ status: 404 })
})
