import { readNurseCheckout, saveNurseCheckout } from '../../features/order/nurse-checkout.server.ts'
import { NurseCheckoutPage } from '../../features/order/nurse-checkout-page.tsx'
import { forViewer } from '../../for-viewer.server.ts'
import { revalidateAfterRefusal } from '../../revalidate-after-refusal.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/nurse-checkout-date'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return forViewer(shop, request, () => readNurseCheckout(shop, query))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => saveNurseCheckout(shop, form))
}

export const shouldRevalidate = revalidateAfterRefusal

export default function NurseCheckoutDate({ loaderData, actionData }: Route.ComponentProps) {
  return <NurseCheckoutPage view={loaderData} failure={actionData} />
}
