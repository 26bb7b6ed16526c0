import { shopContext } from '../../platform/session/shop-context.server.ts'
import { confirmEmailByLink } from '../confirm-email-by-link.server.ts'
import { ConfirmEmailPage } from '../confirm-email-page.tsx'
import type { Route } from './+types/confirm-email'

export function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  return {
    token: query.get('token'),
    isConfirmed: query.has('confirmed'),
    isLoggedIn: context.get(shopContext).token !== undefined,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return confirmEmailByLink({ shop: context.get(shopContext), form: await request.formData() })
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmEmailPage {...loaderData} failure={actionData} />
}
