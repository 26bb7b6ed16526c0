import { readDataConfirmed } from '../../features/order/data-confirmed.server.ts'
import { DataConfirmedPage } from '../../features/order/data-confirmed-page.tsx'
import { submitOrder } from '../../features/order/submit-order.server.ts'
import { forViewer } from '../../for-viewer.server.ts'
import { revalidateAfterRefusal } from '../../revalidate-after-refusal.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/data-confirmed'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)

  return forViewer(shop, request, () => readDataConfirmed(shop))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => submitOrder(shop, form))
}

export const shouldRevalidate = revalidateAfterRefusal

export default function DataConfirmed({ loaderData, actionData }: Route.ComponentProps) {
  return <DataConfirmedPage view={loaderData} failure={actionData} />
}
