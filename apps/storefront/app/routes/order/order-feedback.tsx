import { readFeedback, saveFeedback } from '../../features/order/feedback.server.ts'
import { FeedbackPage } from '../../features/order/feedback-page.tsx'
import { forViewer } from '../../for-viewer.server.ts'
import { forViewerWithForm } from '../../for-viewer-with-form.server.ts'
import { shopContext } from '../../shop-context.server.ts'
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
