import { API_PATH, NAVIGATION } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/robots'

/**
 * Pages behind the login say `noindex` themselves, but are not worth a crawler's visit. A path that begins with
 * another one needs no line.
 */
const OWN = Object.values(NAVIGATION)
  .filter(({ needsLogin }) => needsLogin)
  .map(({ path }) => path.replace(/:.*/, ''))
const NOT_WORTH_A_VISIT = [
  API_PATH,
  ...OWN.filter((path, index) => OWN.findIndex((begin) => path.startsWith(begin)) === index).sort(),
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
