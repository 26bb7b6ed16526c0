import { chooseKind, readDateOrCall } from '../../features/order/date-or-call.server.ts'
import { DateOrCallPage } from '../../features/order/date-or-call-page.tsx'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/date-or-call'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readDateOrCall(shop))
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => chooseKind(shop, form))
}

export default function DateOrCall({ loaderData }: Route.ComponentProps) {
  return <DateOrCallPage {...loaderData} />
}
