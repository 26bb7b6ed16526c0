import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import { NotOfferedHere } from './quote-card.tsx'

test('choosing another laboratory for a test that this one does not offer leads back to the test', () => {
  const address = '/search/analysis/7?pathnameToReturn=%2Fsearch%3FsearchNameTerm%3Dtsh'
  const shell = { laboratory: { id: '1', label: 'Minsk' } }
  const html = pageHtml(<NotOfferedHere laboratory="Minsk" />, 'en', { address, shell })
  const to = new URL(/<a [^>]*href="([^"]+)"/.exec(html)?.[1] ?? '', 'http://shop.invalid')
  expect(to.pathname).toBe('/laboratory')
  expect(to.searchParams.get('pathnameToReturn')).toBe(address)
})
