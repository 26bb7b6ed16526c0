import { shopContext } from '../../platform/session/shop-context.server.ts'
import { loadProfiles } from '../load-profiles.server.ts'
import { ProfilesPage } from '../profiles-page.tsx'
import type { Route } from './+types/profiles'

export function loader({ context }: Route.LoaderArgs) {
  return loadProfiles({ shop: context.get(shopContext) })
}

export default function Profiles({ loaderData }: Route.ComponentProps) {
  return <ProfilesPage {...loaderData} />
}
