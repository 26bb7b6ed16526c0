// npm run check: lint, types, unused code, module boundaries, catalogue, side by side; installs if needed.
import { spawn } from 'node:child_process'
import { CHECKS, ROUTE_TYPES } from './checks.mjs'
import { ensureInstalled, environment, root } from './project.mjs'

/** Runs a check quietly; what it said is printed when it is through, so that the outputs do not mix. */
function check([name, program, args]) {
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: { ...environment, FORCE_COLOR: '1' } })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part))
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(said))
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      process.stdout.write(`— ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`)
      resolve(code === 0)
    })
  })
}

await ensureInstalled()
const hasRouteTypes = await check(ROUTE_TYPES)
const results = await Promise.all(CHECKS.map(check))
process.exit(hasRouteTypes && results.every(Boolean) ? 0 : 1)
