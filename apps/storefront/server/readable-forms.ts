import { Problem, problemResponse } from '@shop/contract/problem'
import { createMiddleware } from 'hono/factory'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:;|$)/i

/** Refuses what is sent to a page and is no form: pages then read theirs without a failure. The local API reads JSON. */
export const readableForms = createMiddleware(async (c, next) => {
  if (READING.has(c.req.method) || c.req.path.startsWith('/api/')) return next()
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
