import { expect, test } from 'vitest'
import { PAGES_OF_A_PART, sitemapXml } from './sitemap-xml.ts'

const SHOP = { publicUrl: 'https://shop.example', locales: ['en', 'ru'], defaultLocale: 'en' }
const addressesIn = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)

test('every page is listed once in every language, with links to the others', () => {
  const xml = sitemapXml({ ...SHOP, paths: ['/', '/profiles'] }, null)
  expect(addressesIn(xml)).toEqual([
    'https://shop.example/',
    'https://shop.example/?locale=ru',
    'https://shop.example/profiles',
    'https://shop.example/profiles?locale=ru',
  ])
  expect(xml).toContain('hreflang="ru" href="https://shop.example/profiles?locale=ru"')
})

test('too many pages for one sitemap make an index of parts, in which each is listed once', () => {
  const sitemap = {
    ...SHOP,
    paths: Array.from({ length: 40_000 }, (_, index) => `/search/analysis/${index}`),
  }
  const index = sitemapXml(sitemap, null)
  expect(index).toContain('<sitemapindex')
  const parts = addressesIn(index)
  expect(parts).toHaveLength(40_000 / PAGES_OF_A_PART)
  expect(parts[1]).toBe('https://shop.example/sitemap.xml?part=2')
  const all = parts.flatMap((_, number) => {
    const xml = sitemapXml(sitemap, number + 1)
    const addresses = addressesIn(xml)
    expect(addresses.length).toBeLessThanOrEqual(50_000)
    expect(xml!.length).toBeLessThan(50_000_000)
    return addresses
  })
  expect(new Set(all).size).toBe(40_000 * SHOP.locales.length)
  expect(all).toHaveLength(40_000 * SHOP.locales.length)
  for (const made of [0, parts.length + 1]) expect(sitemapXml(sitemap, made)).toBeNull()
})
