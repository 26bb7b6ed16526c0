import { redirect } from 'react-router'
import { localPath } from '../../platform/navigation/local-path.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { logOut } from '../log-out.server.ts'
import { LogoutPage } from '../logout-page.tsx'
import type { Route } from './+types/logout'

export function loader({ context, request }: Route.LoaderArgs) {
  if (!context.get(shopContext).token) throw redirect('/')
  return { stay: localPath(new URL(request.url).searchParams.get('pathnameToReturn')) ?? '/' }
}

export async function action({ context }: Route.ActionArgs) {
  await logOut({ shop: context.get(shopContext) })
  return redirect('/')
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  return <LogoutPage stay={loaderData.stay} />
}
