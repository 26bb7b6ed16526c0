import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { pathOf } from '../navigation.ts'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'

/** Everything held about who asks, as a file. It is asked for by a form: that it was fetched is written down. */
export async function action({ context, params: { requestId = '' } }: ActionFunctionArgs) {
  const desk = context.get(deskContext)
  const data = await answered(desk, desk.api.exportByRight(requestId))
  return new Response(data.body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="personal-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}

export const loader = ({ params: { requestId = '' } }: LoaderFunctionArgs) =>
  redirect(pathOf('rightsRequest', { requestId }))
