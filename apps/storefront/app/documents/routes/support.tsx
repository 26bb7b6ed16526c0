import { shopContext } from '../../platform/session/shop-context.server.ts'
import { readSupport } from '../read-support.server.ts'
import { sendSupportMessage } from '../send-support-message.server.ts'
import { SupportPage } from '../support-page.tsx'
import type { Route } from './+types/support'

export async function loader({ context, request }: Route.LoaderArgs) {
  return readSupport({ shop: context.get(shopContext), query: new URL(request.url).searchParams })
}

export async function action({ context, request }: Route.ActionArgs) {
  return sendSupportMessage({ shop: context.get(shopContext), form: await request.formData() })
}

export default function Support({ loaderData, actionData }: Route.ComponentProps) {
  return <SupportPage {...loaderData} failure={actionData} />
}
