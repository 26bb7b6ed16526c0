interface Sitemap {
  publicUrl: string
  paths: readonly string[]
  locales: readonly string[]
  defaultLocale: string
}

/** The sitemap: every page in every language, each naming the others. */
export function sitemapXml({ publicUrl, paths, locales, defaultLocale }: Sitemap): string {
  const address = (path: string, locale: string) =>
    escapeXml(`${publicUrl}${path}${locale === defaultLocale ? '' : `?locale=${locale}`}`)
  const entries = paths.flatMap((path) => {
    const alternates = locales
      .map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(path, locale)}"/>`)
      .join('')
    return locales.map((locale) => `<url><loc>${address(path, locale)}</loc>${alternates}</url>`)
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
