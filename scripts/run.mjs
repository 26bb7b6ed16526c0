// Runs a TypeScript file of the project with the project's Node, installing first if needed: node
// scripts/run.mjs <file> [arguments]. `--inspect…` is for that Node: in NODE_OPTIONS, npm itself would take the port.
import { ensureBuilt, ensureInstalled, node, run } from './project.mjs'

const [file, ...args] = process.argv.slice(2)
await ensureInstalled()
if (/^benchmarks\/|^scripts\/(?:test-|artefact)/.test(file)) await ensureBuilt()
const isForNode = (arg) => arg.startsWith('--inspect')
process.exit(await run(node, [...args.filter(isForNode), file, ...args.filter((arg) => !isForNode(arg))]))
