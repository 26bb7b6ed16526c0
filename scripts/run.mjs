// Runs a TypeScript file of the project on its own Node version, installing first if needed: node
// scripts/run.mjs <file> [arguments]. `--inspect…` goes to Node: set in NODE_OPTIONS, npm itself would take its port.
import { ensureBuilt, ensureInstalled, node, run } from './project.mjs'

const [file, ...args] = process.argv.slice(2)
await ensureInstalled()
if (/^benchmarks\/|^scripts\/(?:test-|artefact)/.test(file)) await ensureBuilt()
const isForNode = (arg) => arg.startsWith('--inspect')
process.exit(await run(node, [...args.filter(isForNode), file, ...args.filter((arg) => !isForNode(arg))]))
