import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { rootData } from '../texts/root-data.server.ts'
import { deskContext } from './desk-context.server.ts'

/** The main API's answer, or its silence, that ended this request; the router passes no errors to middleware. */
const failure = createContext<ApiProblem | ApiUnreachable | null>(null)

/** For the router's `handleError`: whether `answerFailures` answers the error. */
export function noteFailure(context: Readonly<RouterContextProvider>, error: unknown): boolean {
  if (!(error instanceof ApiProblem || error instanceof ApiUnreachable)) return false
  context.set(failure, error)
  return true
}

/** Whether `answerFailures` replaces this page, so that it need not be rendered. */
export const isReplaced = (context: Readonly<RouterContextProvider>): boolean => context.get(failure) !== null

/** Redirects to the login, which leads back; with `isOver` it says that the session has ended. */
export const toLogin = (screen: string, isOver: boolean) =>
  redirect(withQuery(pathOf('login'), { over: isOver ? 1 : undefined, to: screen }))

/**
 * Answers every screen, form and file whose loader, action or middleware the main API refused: with the login if the
 * session has ended, with 503 if the main API is silent, else with the page of the status.
 */
export const answerFailures: MiddlewareFunction<Response> = async ({ context }, next) => {
  // The router rejects only where nothing is rendered: for a file whose middleware has failed.
  const response = await next().catch((error: unknown) => {
    if (!noteFailure(context, error)) throw error
  })
  const error = context.get(failure)
  if (!error) return response
  context.set(failure, null)
  const desk = context.get(deskContext)
  const { cookies, logger, screen } = desk
  if (error instanceof ApiProblem && error.status === 401) {
    cookies.end()
    throw toLogin(screen, true)
  }
  if (error instanceof ApiUnreachable) logger.error('the main API is unreachable')
  // If middleware failed, no loader has run: a page gets its texts with the error.
  const isPage = response?.headers.get('Content-Type')?.startsWith('text/html')
  const status = error instanceof ApiProblem ? error.status : 503
  throw data(isPage ? rootData(desk) : null, { status })
}
