import { createHash } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import { createMiddleware } from 'hono/factory'
import type { Api, ApiEnv } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { apiDescription } from './description.ts'
import { docsPage, docsScript, readViewerFile } from './docs-page.ts'

// The only page of the API that runs scripts, all served by the API; the viewer sets inline styles.
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Loosens the policy of replies for the viewer; register it before the general headers. */
export const docsHeaders = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  c.res.headers.set('Content-Security-Policy', DOCS_POLICY)
})

/** `openapi.json`, and its viewer `docs`, served only where its host has no page with a session (`showsViewer`). */
export function registerOpenApiRoutes(api: Api, context: ApiContext): void {
  let described: { body: string; etag: string } | undefined
  function describe() {
    const body = JSON.stringify(apiDescription(api, context))
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
  }
  api.get('/openapi.json', (c) => {
    // By the first call every area has registered its routes.
    described ??= describe()
    const headers = { ETag: described.etag, 'Cache-Control': 'no-cache' }
    if (c.req.header('If-None-Match') === described.etag) return c.body(null, 304, headers)
    return c.body(described.body, 200, { ...headers, 'Content-Type': 'application/json' })
  })
  if (!context.settings.showsViewer) return
  api.get('/docs', (c) => c.html(docsPage(context.partner.brand)))
  api.get('/docs/start.js', (c) =>
    c.body(docsScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  )
  api.get('/docs/:file', async (c) => {
    const file = await readViewerFile(c.req.param('file'))
    if (!file) throw new Problem('not_found')
    return c.body(file.content, 200, {
      'Content-Type': file.contentType,
      'Cache-Control': 'public, max-age=86400',
    })
  })
}
