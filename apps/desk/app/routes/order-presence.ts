import { data } from 'react-router'
import { deskContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/order-presence'

/** Called by the order's page while it is open. */
export async function action({ context, params }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  return Response.json(await desk.api.reportPresence(params.orderId))
}

export function loader() {
  throw data(null, { status: 404 })
}
