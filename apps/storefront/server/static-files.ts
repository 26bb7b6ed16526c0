import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { PARTNER_IMAGES, type Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
import { partnerFolder } from '@shop/server/partner'
import { projectFiles } from '@shop/server/project-files'
import { Hono, type MiddlewareHandler } from 'hono'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

const ownBuild = import.meta.env?.PROD
  ? join(projectFiles, '../..')
  : join(projectFiles, 'apps/storefront/build')
/** The files built for browsers. */
export const clientFiles = join(ownBuild, 'client')

interface StaticFiles {
  /** The partner's path segment; its pictures are served. */
  slug: string
  partner: Partner
  locale: Locale
  /** The folder of the build; tests pass their own. */
  build?: string
}

/**
 * The browser's files. Those under /assets have a hash of their content in their name; the few others are listed at
 * start.
 */
export function staticFiles({ slug, partner, locale, build = ownBuild }: StaticFiles): Hono {
  const manifest = JSON.stringify(webManifest(partner, locale))
  const built = join(build, 'client')
  // Files of the previous build: its pages may still be open, or come from a process that still runs it.
  const before = join(build, 'before')
  const serve = (root: string, caching: string): MiddlewareHandler => {
    const find = serveStatic({ root, precompressed: true })
    return async (c, next) => {
      const found = await find(c, next)
      // On the answer itself: a header that is set on the context after the body was made may be lost.
      if (found instanceof Response) found.headers.set('Cache-Control', caching)
      return found
    }
  }
  const files = new Hono()
  // In development there may be no build: Vite serves the browser's files.
  const named = existsSync(built) ? readdirSync(built, { withFileTypes: true }) : []
  if (named.length > 0) files.use('/assets/*', serve(built, IMMUTABLE))
  if (named.length > 0 && existsSync(before)) files.use('/assets/*', serve(before, IMMUTABLE))
  for (const file of named) {
    if (file.isFile() && !/\.(?:br|gz)$/.test(file.name)) files.get(`/${file.name}`, serve(built, AN_HOUR))
  }
  for (const image of PARTNER_IMAGES) files.get(`/${image}`, serve(partnerFolder(slug), AN_HOUR))
  files.get('/manifest.webmanifest', (c) => {
    c.header('Content-Type', 'application/manifest+json; charset=utf-8')
    c.header('Cache-Control', AN_HOUR)
    return c.body(manifest)
  })
  return files
}

/** What a browser that installs the shop displays about it. */
function webManifest({ brand, colour, texts }: Partner, locale: Locale): Record<string, unknown> {
  return {
    name: brand,
    short_name: brand,
    description: texts[locale].about,
    lang: locale,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#f9f8f5',
    theme_color: colour,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  }
}
