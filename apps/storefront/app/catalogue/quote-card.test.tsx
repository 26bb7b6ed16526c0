import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import { NotOfferedHere, QuoteBar } from './quote-card.tsx'
import type { QuoteView } from './quote-view.server.ts'

test('choosing another laboratory for a test that this one does not offer leads back to the test', () => {
  const address = '/search/analysis/7?pathnameToReturn=%2Fsearch%3FsearchNameTerm%3Dtsh'
  const shell = { laboratory: { id: '1', label: 'Minsk' } }
  const html = pageHtml(<NotOfferedHere laboratory="Minsk" />, 'en', { address, shell })
  const to = new URL(/<a [^>]*href="([^"]+)"/.exec(html)?.[1] ?? '', 'http://shop.invalid')
  expect(to.pathname).toBe('/laboratory')
  expect(to.searchParams.get('pathnameToReturn')).toBe(address)
})

test('the bar notes under the price what comes on top, and nothing where nothing does', () => {
  const price = { price: 16.9, currency: 'BYN' as const }
  const quote: QuoteView = {
    analysesTotal: price,
    companions: [],
    materials: [],
    optional: [],
    total: price,
    visit: null,
  }
  const barOf = (more: Partial<QuoteView> = {}) =>
    pageHtml(<QuoteBar quote={{ ...quote, ...more }} addPath="/add" />)
  expect(barOf()).not.toContain('muted')
  expect(barOf({ visit: { price, city: 'Minsk' } })).toMatch(/muted[^>]*>visit 16\.90.BYN, once/)
})
