import { revalidateAfterRefusal } from '../../platform/forms/revalidate-after-refusal.ts'
import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { forViewerWithForm } from '../../platform/session/for-viewer-with-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { readNurseCheckout, saveNurseCheckout } from '../nurse-checkout.server.ts'
import { NurseCheckoutPage } from '../nurse-checkout-page.tsx'
import type { Route } from './+types/nurse-checkout-date'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readNurseCheckout(shop, request))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewerWithForm({ shop, request, form, work: () => saveNurseCheckout(shop, form) })
}

export const shouldRevalidate = revalidateAfterRefusal

export default function NurseCheckoutDate({ loaderData, actionData }: Route.ComponentProps) {
  return <NurseCheckoutPage view={loaderData} failure={actionData} />
}
