import { confirmEmailByLink } from '../../features/account/confirm-email-by-link.server.ts'
import { ConfirmEmailPage } from '../../features/account/confirm-email-page.tsx'
import { shopContext } from '../../shop-context.server.ts'
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
