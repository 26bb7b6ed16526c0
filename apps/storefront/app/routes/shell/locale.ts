import { redirect } from 'react-router'
import { rememberLocale } from '../../features/shell/remember-locale.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/locale'

export function loader() {
  return redirect('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return redirect(rememberLocale({ shop: context.get(shopContext), form }))
}
