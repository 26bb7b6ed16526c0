// npm run db:generate -- <name>: writes a migration for each application whose tables have changed.
import { join } from 'node:path'
import { ensureInstalled, root, run } from './project.mjs'

const [name = 'change'] = process.argv.slice(2)
await ensureInstalled()
for (const application of ['laboratory-api', 'sandbox', 'storefront']) {
  const cwd = join(root, 'apps', application)
  const code = await run(join(root, 'node_modules/.bin/drizzle-kit'), ['generate', '--name', name], { cwd })
  if (code !== 0) process.exit(code)
}
