import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/robots'

/** Pages of one's own say `noindex` themselves; these are not worth a visit. */
const NOT_WORTH_A_VISIT = [
  '/api/',
  '/add-to-cart/',
  '/order/',
  '/orders',
  '/patients',
  '/settings',
  '/test-results',
]

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(shopContext)
  const lines = [
    'User-agent: *',
    ...NOT_WORTH_A_VISIT.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
