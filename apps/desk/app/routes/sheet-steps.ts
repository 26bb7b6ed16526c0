import { data } from 'react-router'
import { deskContext } from '../session/desk-context.server.ts'
import { changeVisit } from '../visits/change-visit.server.ts'
import type { Route } from './+types/sheet-steps'

/** One press on the nurse's sheet, sent by its script: the same use case as the sheet's form. */
export async function action({ context, request }: Route.ActionArgs) {
  const { problem } = await changeVisit(context.get(deskContext), await request.formData())
  // A sheet that was kept earlier knows no other status of a refusal.
  return Response.json({ problem }, { status: problem ? 409 : 200 })
}

export function loader() {
  throw data(null, { status: 404 })
}
