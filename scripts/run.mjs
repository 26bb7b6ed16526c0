// Runs a TypeScript file of the project on its own Node version, installing first if needed: node
// scripts/run.mjs <file> [arguments]
import { ensureBuilt, ensureInstalled, node, run } from './project.mjs'

const [file, ...args] = process.argv.slice(2)
await ensureInstalled()
if (/^benchmarks\/|^scripts\/(?:test-|artefact)/.test(file)) await ensureBuilt()
process.exit(await run(node, [file, ...args]))
