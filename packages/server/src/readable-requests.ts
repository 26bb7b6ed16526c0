import { Problem, problemResponse } from '@shop/contract/problem'
import { createMiddleware } from 'hono/factory'
import { DATA_SUFFIX, pageAsked } from './page-asked.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:;|$)/i

/** The longest form or call; files and reports have limits of their own. */
export const BODY_LIMIT_BYTES = 100_000

/** Refuses what is sent to a page and is no form: pages then read theirs without a failure. `isNoForm`: paths that read none. */
export const readableForms = (isNoForm: (path: string) => boolean) =>
  createMiddleware(async (c, next) => {
    if (READING.has(c.req.method) || isNoForm(c.req.path)) return next()
    if (!FORM.test(c.req.header('Content-Type') ?? '')) {
      return problemResponse(new Problem('unsupported_media_type'))
    }
    const isReadable = await c.req.raw
      .clone()
      .formData()
      .then(
        () => true,
        () => false,
      )
    return isReadable ? next() : problemResponse(new Problem('malformed_request'))
  })

/**
 * The router writes a path that it cannot decode to the console, and a path may hold a secret. No screen has such a path: it
 * is asked for another that names none.
 */
export function withReadablePath(request: Request): Request {
  const { pathname, origin } = new URL(request.url)
  try {
    decodeURIComponent(pathname)
    return request
  } catch {
    const { headers, signal } = request
    const { isData } = pageAsked(request.url)
    return new Request(`${origin}/unreadable${isData ? DATA_SUFFIX : ''}`, { headers, signal })
  }
}
