import { shopContext } from '../../platform/session/shop-context.server.ts'
import { resetPassword } from '../reset-password.server.ts'
import { ResetPasswordPage } from '../reset-password-page.tsx'
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
