import { data, redirect } from 'react-router'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { localPath } from '../../platform/navigation/local-path.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/cookie-consent'

export function loader() {
  return redirect('/')
}

/** Answers a form that says no page to return to, as the banner's own with scripts, with what it has done. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { form } = await readForm(shop, request)
  shop.cookies.set('acceptCookie', 'true')
  const back = form.get('pathnameToReturn')
  return back === null ? data({ isAccepted: true }) : redirect(localPath(back.toString()) ?? '/')
}
