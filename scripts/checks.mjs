// The static checks, by name.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, node, root } from './project.mjs'

export const bin = (name) => join(root, 'node_modules/.bin', name)

/** Types of the routes' parameters and data. */
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

/** They read the routes' types. */
const CHECKS_WITH_ROUTE_TYPES = [
  ['types', bin('tsc'), ['--noEmit', ...ONE_CHECKER]],
  ['types of the desk', bin('tsc'), ['--noEmit', ...ONE_CHECKER, '-p', 'apps/desk']],
  ['unused code', bin('knip'), []],
]
const CHECKS = [
  ...CHECKS_WITH_ROUTE_TYPES,
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
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

/**
 * The checks of these names, in which `types` stands for `types of the desk`, too; all if there is no name. Throws if
 * there is no such check.
 */
function checksNamed(names) {
  const like = (name) => CHECKS.filter(([check]) => check === name || check.startsWith(`${name} `))
  const unknown = names.find((name) => like(name).length === 0)
  if (unknown !== undefined) {
    throw new Error(`No check ${unknown}; there are ${CHECKS.map(([check]) => check).join(', ')}`)
  }
  return names.length === 0 ? CHECKS : names.flatMap(like)
}

/** Runs the checks of these names, or all, in parallel; returns which passed. */
export async function runChecks(...names) {
  const checks = checksNamed(names)
  const before = checks.some((check) => CHECKS_WITH_ROUTE_TYPES.includes(check)) ? ROUTE_TYPES : []
  return [...(await Promise.all(before.map(runCheck))), ...(await Promise.all(checks.map(runCheck)))]
}
