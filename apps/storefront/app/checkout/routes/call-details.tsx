import { revalidateAfterRefusal } from '../../platform/forms/revalidate-after-refusal.ts'
import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { forViewerWithForm } from '../../platform/session/for-viewer-with-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { readCallDetails, saveCallDetails } from '../call-details.server.ts'
import { CallDetailsPage } from '../call-details-page.tsx'
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
