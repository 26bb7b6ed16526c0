import { Problem, problemResponse, relayedProblem } from '@shop/contract/problem'
import { DATABASE_RETRY_SECONDS } from '@shop/database/statement-errors'
import { describeError } from '@shop/server/log'
import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import { keepFormForLogin } from '../forms/form-draft.server.ts'
import { LEFT } from '../forms/form-draft.ts'
import { sentForm } from '../forms/read-form.server.ts'
import { API_PATH } from '../navigation/navigation.ts'
import { isLoginNeeded, proofNeeded, readProblem } from '../problems/read-problem.server.ts'
import { bearerOf, loginPath, proofPath, signOut } from '../session/session.server.ts'
import { type Shop, shopContext } from '../session/shop-context.server.ts'

/** What a loader or an action of this request threw; the router passes no errors to middleware. */
const thrown = createContext<unknown>(null)

/** Whether the request is a call of a script, which is answered with problems and not with pages. */
const isCall = createContext(false)

/**
 * For the router's `handleError`. A missing login takes precedence over anything else that failed on the page.
 * Returns whether the error is of a call: then the middleware logs it.
 */
export function noteFailure(context: Readonly<RouterContextProvider>, error: unknown): boolean {
  const before = context.get(thrown)
  const goesFirst = isLoginNeeded(error) || (proofNeeded(error) !== null && !isLoginNeeded(before))
  if (before === null || goesFirst) context.set(thrown, error)
  return context.get(isCall)
}

/**
 * The status of a page that cannot be made; null for a fault of our own. A service behind us that fails or is silent
 * may be back in a moment, hence 503.
 */
function statusOf(error: unknown): number | null {
  const status = readProblem(error)?.status
  if (status === undefined) return null
  if (status >= 500) return 503
  return status === 429 || status === 404 ? status : null
}

/** Whether the middleware replaces this page with another answer, so that it need not be rendered. */
export function isReplaced(context: Readonly<RouterContextProvider>): boolean {
  const error = context.get(thrown)
  if (error === null) return false
  return isLoginNeeded(error) || proofNeeded(error) !== null || statusOf(error) !== null
}

/** The path to the login page and back. If a session ended, the path says so; texts typed into a form are kept. */
async function wayToLogin(shop: Shop, url: URL): Promise<string> {
  const path = loginPath(url)
  if (!shop.token) return path
  shop.logger.warn('Not authorized')
  signOut(shop)
  const way = `${path}&notAuthorized=1`
  const sent = sentForm(shop)
  return sent ? keepFormForLogin(shop, way, sent.texts) : way
}

/** The path to the page that asks for a new proof of identity, and back; texts typed into a form are kept. */
async function wayToProof(shop: Shop, url: URL, what: 'password' | 'secondFactor'): Promise<string> {
  const way = proofPath(url, what)
  const sent = sentForm(shop)
  return sent ? keepFormForLogin(shop, way, sent.texts, LEFT) : way
}

const comeBack: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next()
  if (response.status === 503 && !response.headers.has('Retry-After')) {
    response.headers.set('Retry-After', String(DATABASE_RETRY_SECONDS))
  }
  return response
}

const answer: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const response = await next()
  const error = context.get(thrown)
  if (error === null) return response
  if (isLoginNeeded(error)) return redirect(await wayToLogin(context.get(shopContext), url))
  const proof = proofNeeded(error)
  if (proof) return redirect(await wayToProof(context.get(shopContext), url, proof))
  const status = statusOf(error)
  if (status === null) return response
  context.set(thrown, null)
  throw data({ code: readProblem(error)?.code }, { status })
}

/**
 * Answers pages and data of pages whose loader or action failed: the login page when the session is over, 503 with
 * `Retry-After` when the main API or the database is away, 404 for what does not exist.
 */
export const answerFailures = [comeBack, answer]

/** Answers calls of scripts that failed, or that middleware refused, with problem+json. */
export const answerProblems: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  context.set(isCall, true)
  // The router rejects only if middleware has failed.
  const response = await next().catch((error: unknown) => {
    if (request.signal.aborted) throw error
    noteFailure(context, error)
  })
  const error = context.get(thrown)
  if (error === null) return response
  context.set(thrown, null)
  const shop = context.get(shopContext)
  // After any other refused call, such as the one of a page that stays open, that page's next request says so.
  if (isLoginNeeded(error) && `/${pattern}`.startsWith(API_PATH)) endSpentSession(shop)
  return problemResponse(asProblem(shop, error))
}

/** The main API no longer knows the token. A cookie with it is cleared; a Bearer header is up to its caller. */
function endSpentSession(shop: Shop): void {
  if (!shop.token) return
  shop.logger.warn('Not authorized')
  if (bearerOf(shop.cookies.get('authToken')) === shop.token) signOut(shop)
}

function asProblem(shop: Shop, error: unknown): Problem {
  if (error instanceof Problem) return error
  const problem = readProblem(error)
  if (!problem) {
    shop.logger.error(describeError(error), 'local API failed')
    return new Problem('internal_error')
  }
  const { errors, retryAfter, extension, isBare } = problem
  if (problem.code === 'not_ready') shop.logger.error('the database did not answer in time')
  const code = isBare && problem.code !== 'unauthorized' ? 'main_api_unavailable' : problem.code
  return relayedProblem(code, {
    ...(errors.length > 0 ? { errors: [...errors] } : {}),
    ...(retryAfter === null ? {} : { retryAfter }),
    ...(Object.keys(extension).length > 0 ? { extension } : {}),
  })
}
