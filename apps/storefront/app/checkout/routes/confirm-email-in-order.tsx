import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { changeEmailConfirmation, readEmailConfirmation } from '../email-confirmation.server.ts'
import { EmailConfirmationPage } from '../email-confirmation-page.tsx'
import type { Route } from './+types/confirm-email-in-order'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return forViewer(shop, request, () => readEmailConfirmation(shop, query))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => changeEmailConfirmation(shop, form))
}

export default function ConfirmEmailInOrder({ loaderData, actionData }: Route.ComponentProps) {
  return <EmailConfirmationPage view={loaderData} failure={actionData} />
}
