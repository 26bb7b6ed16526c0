import { loadProfiles } from '../../features/catalogue/load-profiles.server.ts'
import { ProfilesPage } from '../../features/catalogue/profiles-page.tsx'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/profiles'

export function loader({ context }: Route.LoaderArgs) {
  return loadProfiles({ shop: context.get(shopContext) })
}

export default function Profiles({ loaderData }: Route.ComponentProps) {
  return <ProfilesPage {...loaderData} />
}
