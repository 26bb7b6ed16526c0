import { revalidateAfterRefusal } from '../../platform/forms/revalidate-after-refusal.ts'
import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { readDataConfirmed } from '../data-confirmed.server.ts'
import { DataConfirmedPage } from '../data-confirmed-page.tsx'
import { submitOrder } from '../submit-order.server.ts'
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
