import { listPublicPages } from '../../catalogue/list-public-pages.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { sitemapXml } from '../sitemap-xml.ts'
import type { Route } from './+types/sitemap'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { publicUrl, env } = shop
  const part = url.searchParams.get('part')
  const paths = await listPublicPages(shop)
  const xml = sitemapXml(
    { publicUrl, paths, locales: env.locales, defaultLocale: env.defaultLocale },
    part === null ? null : /^\d{1,6}$/.test(part) ? Number(part) : 0,
  )
  if (xml === null) return new Response(null, { status: 404 })
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
