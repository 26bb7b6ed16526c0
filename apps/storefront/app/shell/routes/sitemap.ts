import { listPublicPages } from '../../catalogue/list-public-pages.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { sitemapXml } from '../sitemap-xml.ts'
import type { Route } from './+types/sitemap'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { publicUrl, env } = shop
  const paths = await listPublicPages(shop)
  return new Response(
    sitemapXml({ publicUrl, paths, locales: env.locales, defaultLocale: env.defaultLocale }),
    {
      headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
    },
  )
}
