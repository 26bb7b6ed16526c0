// npm run check: lint, types, unused code, module boundaries, migrations and catalogue, in parallel; installs if
// needed.
import { runChecks } from './checks.mjs'
import { ensureInstalled } from './project.mjs'

await ensureInstalled()
process.exit((await runChecks()).every(Boolean) ? 0 : 1)
