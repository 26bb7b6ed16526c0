import { redirect } from 'react-router'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/rights-export'

/** Everything held about the requester, as a file. It is requested by a form, since each export is recorded. */
export async function action({ context, params: { requestId } }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const data = await desk.api.exportByRight(requestId)
  return new Response(data.body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="personal-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}

export const loader = ({ params: { requestId } }: Route.LoaderArgs) =>
  redirect(pathOf('rightsRequest', { requestId }))
