import { redirect } from 'react-router'
import { DAY_SECONDS } from '../../../server/cookie-jar.ts'
import { localPath } from '../../local-path.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/cookie-consent'

const CONSENT_SECONDS = 150 * DAY_SECONDS

export function loader() {
  return redirect('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  context.get(shopContext).cookies.set('acceptCookie', 'true', CONSENT_SECONDS)
  return redirect(localPath(form.get('pathnameToReturn')?.toString()) ?? '/')
}
