import { redirect } from 'react-router'
import { textsOf } from '../forms/run-form.server.ts'
import { localPath, pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/keys'

/** Turns keys without Ctrl on or off, in this browser. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  context.get(deskContext).cookies.setSingleKeys(form.get('single') === 'on')
  return redirect(localPath(textsOf(form)('to')))
}

export const loader = () => redirect(pathOf('today'))
