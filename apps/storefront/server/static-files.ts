import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { repositoryRoot } from '@shop/database/repository-root'
import { type Context, Hono } from 'hono'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

/** The browser's files: those under /assets have their content in their name, the few others are named at start. */
export function staticFiles(): Hono {
  const root = join(repositoryRoot, 'apps/storefront/build/client')
  const serve = (caching: string) =>
    serveStatic({
      root,
      precompressed: true,
      onFound: (_, c: Context) => void c.header('Cache-Control', caching),
    })
  const files = new Hono()
  files.use('/assets/*', serve(IMMUTABLE))
  for (const file of readdirSync(root, { withFileTypes: true })) {
    if (file.isFile() && !/\.(?:br|gz)$/.test(file.name)) files.get(`/${file.name}`, serve(AN_HOUR))
  }
  return files
}
