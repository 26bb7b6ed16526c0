import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router'
import { answerFailures } from '../session/answer-failures.server.ts'
import { ErrorPage } from '../shell/error-page.tsx'
import type { Route } from './+types/bounded'

export const middleware: Route.MiddlewareFunction[] = [answerFailures]

/** Around every screen, below the root: if a screen or a form fails, the root still has its texts. */
export default function Bounded() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
}
