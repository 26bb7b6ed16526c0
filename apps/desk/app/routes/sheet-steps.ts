import { data } from 'react-router'
import { deskContext } from '../session/desk-context.server.ts'
import { changeVisit } from '../visits/change-visit.server.ts'
import type { Route } from './+types/sheet-steps'

/** One press of the nurse's sheet, told by its script: the same use case as the sheet's form. */
export async function action({ context, request }: Route.ActionArgs) {
  const { problem } = await changeVisit(context.get(deskContext), await request.formData())
  // A sheet that was kept before knows no other refusal.
  return Response.json({ problem }, { status: problem ? 409 : 200 })
}

export function loader() {
  throw data(null, { status: 404 })
}
