import { describeError } from '@shop/server/log'
import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isReplaced, noteFailure } from './session/answer-failures.server.ts'
import { deskContext } from './session/desk-context.server.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (isReplaced(loadContext)) return new Response(null, { status, headers })
  const { nonce } = loadContext.get(deskContext)
  const page = await renderToReadableStream(
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
    { nonce, signal: request.signal },
  )
  await page.allReady
  return new Response(page, { status, headers })
}

/** Thrown responses are not faults; any other error is logged without its message, which may contain personal data. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error) || noteFailure(context, error)) return
  context.get(deskContext).logger.error(describeError(error), 'page failed')
}
