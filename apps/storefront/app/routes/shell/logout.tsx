import { redirect } from 'react-router'
import { logOut } from '../../features/shell/log-out.server.ts'
import { LogoutPage } from '../../features/shell/logout-page.tsx'
import { localPath } from '../../local-path.ts'
import { shopContext } from '../../shop-context.server.ts'
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
