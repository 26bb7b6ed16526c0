// The static checks, by name.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, node, root } from './project.mjs'

export const bin = (name) => join(root, 'node_modules/.bin', name)

/** Types of the routes' parameters and data, needed by every check that reads the sources' types. */
const ROUTE_TYPES = ['storefront', 'desk'].map((app) => [
  `route types of the ${app}`,
  bin('react-router'),
  ['typegen', `apps/${app}`],
])

/** Several checkers would each work out the shared files: twice the CPU time. */
const ONE_CHECKER = ['--checkers', '1']

/** All sources, with those of checks and tests: none may be in a cycle. */
const CRUISED = [
  'apps',
  'packages',
  'benchmarks',
  'boundaries',
  'catalogue',
  'e2e',
  'scripts',
  'vitest.config.ts',
]

const CHECKS = [
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['--noEmit', ...ONE_CHECKER]],
  ['types of the desk', bin('tsc'), ['--noEmit', ...ONE_CHECKER, '-p', 'apps/desk']],
  ['unused code', bin('knip'), []],
  ['boundaries', bin('depcruise'), ['--config', 'boundaries.config.mjs', ...CRUISED]],
  ['boundaries past imports', bin('vitest'), ['run', '--project', 'unit', 'scripts/boundaries.test.ts']],
  ['migrations', node, ['scripts/lint-migrations.mjs']],
  ['catalogue', node, ['catalogue/check.mjs']],
]

/** Runs a check silently and prints its output when it has finished, so that outputs do not mix. */
function runCheck([name, program, args]) {
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

/** Runs all checks in parallel; returns which passed. */
export async function runChecks() {
  return [...(await Promise.all(ROUTE_TYPES.map(runCheck))), ...(await Promise.all(CHECKS.map(runCheck)))]
}
