import { HomePage } from '../../features/catalogue/home-page.tsx'
import { loadHome } from '../../features/catalogue/load-home.server.ts'
import { packed, unpacked } from '../../packed.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/home'

export async function loader({ context }: Route.LoaderArgs) {
  return packed(await loadHome({ shop: context.get(shopContext) }))
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...unpacked(loaderData)} />
}
