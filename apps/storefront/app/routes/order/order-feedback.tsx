import { readFeedback, saveFeedback } from '../../features/order/feedback.server.ts'
import { FeedbackPage } from '../../features/order/feedback-page.tsx'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order-feedback'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)

  return forViewer(shop, request, () => readFeedback(shop))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => saveFeedback(shop, form))
}

export default function OrderFeedback({ loaderData, actionData }: Route.ComponentProps) {
  return <FeedbackPage view={loaderData} failure={actionData} />
}
