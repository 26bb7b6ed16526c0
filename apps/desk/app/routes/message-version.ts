import { deskContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/message-version'

/** Asked by the page of a message while it is open. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  return Response.json(await desk.api.messageVersion(params.messageId))
}
