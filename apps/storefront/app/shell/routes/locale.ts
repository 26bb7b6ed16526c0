import { redirect } from 'react-router'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { rememberLocale } from '../remember-locale.server.ts'
import type { Route } from './+types/locale'

export function loader() {
  return redirect('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { form } = await readForm(shop, request)
  return redirect(rememberLocale({ shop, form }))
}
