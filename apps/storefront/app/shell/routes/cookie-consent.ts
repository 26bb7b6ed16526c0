import { redirect } from 'react-router'
import { localPath } from '../../platform/navigation/local-path.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/cookie-consent'

export function loader() {
  return redirect('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  context.get(shopContext).cookies.set('acceptCookie', 'true')
  return redirect(localPath(form.get('pathnameToReturn')?.toString()) ?? '/')
}
