import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { forViewerWithForm } from '../../platform/session/for-viewer-with-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { readFeedback, saveFeedback } from '../feedback.server.ts'
import { FeedbackPage } from '../feedback-page.tsx'
import type { Route } from './+types/order-feedback'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readFeedback(shop, request))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewerWithForm({ shop, request, form, work: () => saveFeedback(shop, form) })
}

export default function OrderFeedback({ loaderData, actionData }: Route.ComponentProps) {
  return <FeedbackPage view={loaderData} failure={actionData} />
}
