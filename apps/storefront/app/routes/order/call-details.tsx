import { readCallDetails, saveCallDetails } from '../../features/order/call-details.server.ts'
import { CallDetailsPage } from '../../features/order/call-details-page.tsx'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/call-details'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return forViewer(shop, request, () => readCallDetails(shop, query))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => saveCallDetails(shop, form))
}

export default function CallDetails({ loaderData, actionData }: Route.ComponentProps) {
  return <CallDetailsPage view={loaderData} failure={actionData} />
}
