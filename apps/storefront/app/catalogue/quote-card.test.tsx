import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
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

test('the bar shows the whole price, and notes under it the test’s own and what comes on top, if anything', () => {
  const price = { price: 16.9, currency: 'BYN' as const }
  const quote: QuoteView = {
    count: 1,
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
  expect(wordsOf(barOf({ visit: { price, city: 'Minsk' } }))).toContain('+ visit 16.90 BYN')
  const blood = {
    id: 1,
    name: 'Blood collection',
    price: { price: 6.9, currency: 'BYN' as const },
    quantity: 1,
  }
  const withFee = barOf({ materials: [blood], total: { price: 23.8, currency: 'BYN' } })
  expect(wordsOf(withFee)).toMatch(/^23\.80 BYN1 test 16\.90 BYN/)
})
