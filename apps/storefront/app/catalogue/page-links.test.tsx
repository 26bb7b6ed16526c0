import { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import { PageLinks } from './page-links.tsx'

function linksOf(page: number, pageCount: number, locale: (typeof LOCALES)[number] = 'en') {
  return pageHtml(<PageLinks slug="hormones" page={page} pageCount={pageCount} />, locale)
}

test.each(LOCALES)(
  'in %s the neighbouring pages are labelled links and the current one is marked',
  (locale) => {
    const html = linksOf(30, 60, locale)
    const addresses = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
    const page = (number: number) => `/categories/hormones${number > 1 ? `?page=${number}` : ''}`
    expect(addresses).toEqual([29, 1, 28, 29, 30, 31, 32, 60, 31].map(page))
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    expect(html).toMatch(/rel="prev"/)
    expect(html).toMatch(/rel="next"/)
    expect(html).not.toContain('catalogue.pages')
  },
)

test('a single page has no links, the first none to a previous page and the last none to a next one', () => {
  expect(linksOf(1, 1)).toBe('')
  expect(linksOf(1, 3)).not.toContain('rel="prev"')
  expect(linksOf(3, 3)).not.toContain('rel="next"')
})
