import { loadProfile } from '../../features/catalogue/load-profile.server.ts'
import { ProfileCardPage } from '../../features/catalogue/profile-card-page.tsx'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/profile-card'

export function loader({ context, params }: Route.LoaderArgs) {
  return loadProfile({ shop: context.get(shopContext), profileId: params.profileId })
}

export default function ProfileCard({ loaderData }: Route.ComponentProps) {
  return <ProfileCardPage {...loaderData} />
}
