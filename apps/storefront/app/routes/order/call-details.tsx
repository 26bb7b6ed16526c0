import { readCallDetails, saveCallDetails } from '../../features/order/call-details.server.ts'
import { CallDetailsPage } from '../../features/order/call-details-page.tsx'
import { forViewer } from '../../for-viewer.server.ts'
import { forViewerWithForm } from '../../for-viewer-with-form.server.ts'
import { revalidateAfterRefusal } from '../../revalidate-after-refusal.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/call-details'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readCallDetails(shop, request))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewerWithForm({ shop, request, form, work: () => saveCallDetails(shop, form) })
}

export const shouldRevalidate = revalidateAfterRefusal

export default function CallDetails({ loaderData, actionData }: Route.ComponentProps) {
  return <CallDetailsPage view={loaderData} failure={actionData} />
}
