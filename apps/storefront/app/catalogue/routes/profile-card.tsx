import { shopContext } from '../../platform/session/shop-context.server.ts'
import { loadProfile } from '../load-profile.server.ts'
import { ProfileCardPage } from '../profile-card-page.tsx'
import type { Route } from './+types/profile-card'

export function loader({ context, params }: Route.LoaderArgs) {
  return loadProfile({ shop: context.get(shopContext), profileId: params.profileId })
}

export default function ProfileCard({ loaderData }: Route.ComponentProps) {
  return <ProfileCardPage {...loaderData} />
}
