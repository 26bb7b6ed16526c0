import { redirect } from 'react-router'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/logout'

export async function action({ context }: Route.ActionArgs) {
  const { api, cookies } = context.get(deskContext)
  // Whatever the main API replies, this browser forgets the session.
  await api.staffLogout().catch(() => {})
  cookies.end()
  // Sheets kept on this device, and what was pressed on them, are removed with the session.
  return redirect(pathOf('login'), { headers: { 'Clear-Site-Data': '"storage"' } })
}

export const loader = () => redirect(pathOf('today'))
