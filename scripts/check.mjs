// npm run check: lint, types, unused code, module boundaries, catalogue, side by side; installs if needed.
import { runChecks } from './checks.mjs'
import { ensureInstalled } from './project.mjs'

await ensureInstalled()
process.exit((await runChecks()).every(Boolean) ? 0 : 1)
