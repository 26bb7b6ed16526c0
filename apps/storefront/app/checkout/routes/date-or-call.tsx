import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { chooseKind, readDateOrCall } from '../date-or-call.server.ts'
import { DateOrCallPage } from '../date-or-call-page.tsx'
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
