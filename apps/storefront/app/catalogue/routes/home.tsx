import { shopContext } from '../../platform/session/shop-context.server.ts'
import { HomePage } from '../home-page.tsx'
import { loadHome } from '../load-home.server.ts'
import type { Route } from './+types/home'

export function loader({ context }: Route.LoaderArgs) {
  return loadHome({ shop: context.get(shopContext) })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}
