// npm run check: lint, types, unused code, module boundaries, migrations and catalogue, in parallel; installs if
// needed. With names (`npm run check -- lint types`), only those.
import { runChecks } from './checks.mjs'
import { ensureInstalled } from './project.mjs'

await ensureInstalled()
process.exit((await runChecks(...process.argv.slice(2))).every(Boolean) ? 0 : 1)
