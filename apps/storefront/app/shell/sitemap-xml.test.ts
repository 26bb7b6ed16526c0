import { expect, test } from 'vitest'
import { sitemapXml } from './sitemap-xml.ts'

test('every page stands there once in every language, naming the others', () => {
  const xml = sitemapXml({
    publicUrl: 'https://shop.example',
    paths: ['/', '/profiles'],
    locales: ['en', 'ru'],
    defaultLocale: 'en',
  })
  expect(xml.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>https://shop.example/</loc>',
    '<loc>https://shop.example/?locale=ru</loc>',
    '<loc>https://shop.example/profiles</loc>',
    '<loc>https://shop.example/profiles?locale=ru</loc>',
  ])
  expect(xml).toContain('hreflang="ru" href="https://shop.example/profiles?locale=ru"')
})
