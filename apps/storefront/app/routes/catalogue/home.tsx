import { HomePage } from '../../features/catalogue/home-page.tsx'
import { loadHome } from '../../features/catalogue/load-home.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/home'

export function loader({ context }: Route.LoaderArgs) {
  return loadHome({ shop: context.get(shopContext) })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}
