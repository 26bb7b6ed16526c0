import { redirect } from 'react-router'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { rememberLocale } from '../remember-locale.server.ts'
import type { Route } from './+types/locale'

export function loader() {
  return redirect('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return redirect(rememberLocale({ shop: context.get(shopContext), form }))
}
