import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { SharePage } from '../share-page.tsx'
import { actOnShares, readShares } from '../share-view.server.ts'
import type { Route } from './+types/share'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readShares(shop, params))
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => actOnShares(shop, params, form))
}

export default function Share({ loaderData, actionData }: Route.ComponentProps) {
  return <SharePage view={loaderData} fresh={actionData ?? null} />
}
