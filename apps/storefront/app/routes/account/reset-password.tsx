import { resetPassword } from '../../features/account/reset-password.server.ts'
import { ResetPasswordPage } from '../../features/account/reset-password-page.tsx'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/reset-password'

export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') }
}

export async function action({ context, request }: Route.ActionArgs) {
  return resetPassword({ shop: context.get(shopContext), form: await request.formData() })
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPasswordPage {...loaderData} failure={actionData} />
}
