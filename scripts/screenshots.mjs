// npm run screenshots: retakes the pictures of all screens, mails and papers that have changed, so that the change can be
// reviewed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, root, run } from './project.mjs'
import { shrinkPng } from './screenshots/shrink-png.mjs'

const folder = join(root, 'e2e/screenshots')

await ensureInstalled()
await ensureBrowser()
await ensureBuilt()
const code = await run(join(root, 'node_modules/.bin/playwright'), [
  'test',
  '--config',
  'e2e/playwright.config.ts',
  '--update-snapshots=changed',
  'screens.slow.spec.ts', // and desk-screens.slow.spec.ts
  'mails.slow.spec.ts',
  'papers.slow.spec.ts',
  ...process.argv.slice(2),
])
for (const name of readdirSync(folder)) {
  const file = join(folder, name)
  const picture = readFileSync(file)
  const smaller = shrinkPng(picture)
  if (smaller !== picture) writeFileSync(file, smaller)
}
process.exit(code)
