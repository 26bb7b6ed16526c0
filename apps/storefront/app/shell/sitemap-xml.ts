import { html } from 'hono/html'

interface Sitemap {
  publicUrl: string
  paths: readonly string[]
  locales: readonly string[]
  defaultLocale: string
}

/**
 * A sitemap may have 50,000 addresses and 50 MB. A part of this many pages, each in every language, stays far
 * below both and is made quickly.
 */
export const PAGES_OF_A_PART = 2_500
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The sitemap: all pages, or the index of its parts if there are too many. Null if there is no such part. */
export function sitemapXml(sitemap: Sitemap, part: number | null): string | null {
  const { publicUrl, paths } = sitemap
  const parts = Math.max(1, Math.ceil(paths.length / PAGES_OF_A_PART))
  if (part !== null && !(part >= 1 && part <= parts)) return null
  if (part === null && parts > 1) return indexXml(`${publicUrl}/sitemap.xml`, parts)
  const first = ((part ?? 1) - 1) * PAGES_OF_A_PART
  return urlsXml({ ...sitemap, paths: paths.slice(first, first + PAGES_OF_A_PART) })
}

function indexXml(address: string, parts: number): string {
  const entries = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${escapeXml(`${address}?part=${index + 1}`)}</loc></sitemap>`,
  )
  return [HEAD, `<sitemapindex xmlns="${NAMESPACE}">`, ...entries, '</sitemapindex>', ''].join('\n')
}

/** Every page in every language, each with links to the others. */
function urlsXml({ publicUrl, paths, locales, defaultLocale }: Sitemap): string {
  const address = (path: string, locale: string) =>
    escapeXml(`${publicUrl}${path}${locale === defaultLocale ? '' : `?locale=${locale}`}`)
  const entries = paths.flatMap((path) => {
    const alternates = locales
      .map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(path, locale)}"/>`)
      .join('')
    return locales.map((locale) => `<url><loc>${address(path, locale)}</loc>${alternates}</url>`)
  })
  const start = `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`
  return [HEAD, start, ...entries, '</urlset>', ''].join('\n')
}

const escapeXml = (text: string) => String(html`${text}`)
