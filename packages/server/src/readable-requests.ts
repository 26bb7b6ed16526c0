import { Problem, problemResponse } from '@shop/contract/problem'
import { createMiddleware } from 'hono/factory'
import { DATA_SUFFIX, pageAsked } from './page-asked.ts'

/** Methods of requests that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:;|$)/i

/** The longest form or call; files and reports have limits of their own. */
export const BODY_LIMIT_BYTES = 100_000

/**
 * Refuses requests to a page that send something other than a readable form, so that pages never fail to read
 * theirs. `isNoForm`: paths that do not read forms.
 */
export const readableForms = (isNoForm: (path: string) => boolean) =>
  createMiddleware(async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || isNoForm(c.req.path)) return next()
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
 * The router writes a path that it cannot decode to the console, and a path may hold a secret. No screen has such a
 * path: the request is replaced by one for a fixed path that names none.
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
