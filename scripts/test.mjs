// npm test: installs if needed (a browser too), then lint, types, unused code, boundaries, catalogue, unit
// and integration tests on both databases, build, browser tests, among them a proof of every statement. Everything
// runs even if an earlier step failed; the last line counts. With --all (npm run test:all) slow tests run, too, and the
// unit and integration tests of a file in another order with each commit; --seed <number> repeats an order.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './browser.mjs'
import { browserTests, flakyLine, flakyTests } from './browser-report.mjs'
import { bin, runChecks } from './checks.mjs'
import { ensureBuilt, ensureInstalled, node, root, run, testEnvironment } from './project.mjs'
import { NOT_SLOW } from './slow-tests.mjs'

const reports = join(root, 'test-results')
const env = testEnvironment()
const isAll = process.argv[2] === '--all'
let passed = 0
let failed = 0
let flaky = []
let failedTests = []
const longTests = []
const startedAt = Date.now()

/**
 * The seed for the order of the tests within their files, so that each commit tries another. The files keep their
 * order: the longest come first, which saves time.
 */
function seedOfOrder() {
  const { seed: given } = parseArgs({ options: { seed: { type: 'string' } }, strict: false }).values
  if (given === undefined) {
    const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
    return Number.parseInt(stdout?.slice(0, 7), 16) || 21
  }
  if (/^\d{1,9}$/.test(given)) return Number(given)
  process.stderr.write('--seed needs a number\n')
  process.exit(1)
}
const seed = isAll ? seedOfOrder() : undefined

async function step(name, program, args) {
  const started = Date.now()
  process.stdout.write(`\n— ${name}\n`)
  const code = await run(program, args, { env })
  process.stdout.write(
    `— ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
  )
  return code
}

async function check(name, program, args) {
  if ((await step(name, program, args)) === 0) passed += 1
  else failed += 1
}

/** Counts the tests of a report; a runner that failed without failed tests counts as one failure. */
function count(code, report, read) {
  const counts = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  passed += counts.passed
  failed += counts.failed + (code !== 0 && counts.failed === 0 ? 1 : 0)
}

/**
 * The failed unit and integration tests, one per line: repeated at the end, for people who see only the end of
 * the output.
 */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const own = assertionResults.filter(({ status }) => status === 'failed')
    if (own.length === 0) return message ? [`${file}: ${message.split('\n')[0]}`] : []
    return own.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}: ${failureMessages[0]?.split('\n')[0]}`,
    )
  })
}

/** Notes a test that proves no statement and yet takes longer than `limit`, in milliseconds: it may be a slow one. */
function noteLong({ name, tags = [], duration = 0 }, limit) {
  if (tags.length === 0 && duration > limit) longTests.push({ name, duration })
}

if (process.argv.length > 2 && !isAll) await import('./test-some.mjs')

await ensureInstalled()
await ensureBrowser()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const checks = await runChecks()
passed += checks.filter(Boolean).length
failed += checks.filter((isPassed) => !isPassed).length

const vitestReport = join(reports, 'vitest.json')
const vitest = await step(
  `unit and integration tests${isAll ? `, in the order of seed ${seed}` : ''}`,
  bin('vitest'),
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    ...(isAll ? ['--sequence.shuffle.tests', `--sequence.seed=${seed}`] : NOT_SLOW.vitest),
  ],
)
count(vitest, vitestReport, (report) => {
  failedTests = failuresOf(report)
  for (const { name, assertionResults } of report.testResults)
    for (const test of assertionResults)
      noteLong({ ...test, name: `${relative(root, name)}: ${test.title}` }, 1000)
  return { passed: report.numPassedTests, failed: report.numFailedTests }
})

await ensureBuilt()
await check('weight of pages', node, ['scripts/check-weight.mjs'])
const browserReport = join(reports, 'playwright.json')
const browser = await step('browser tests', bin('playwright'), [
  'test',
  '--config',
  'e2e/playwright.config.ts',
  ...(isAll ? [] : NOT_SLOW.playwright),
])
count(browser, browserReport, (report) => {
  const specs = browserTests(report)
  flaky = flakyTests(specs)
  for (const { file, title, tags, tests } of specs) {
    const duration = Math.max(...tests.flatMap(({ results }) => results.map((result) => result.duration)))
    noteLong({ name: `e2e/${file}: ${title}`, tags, duration }, 2000)
  }
  return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
})

// Last, since it checks that each test that proves a statement did run and pass.
await check('traceability', node, ['scripts/traceability.ts', '--check', '--ran'])

const seconds = (duration) => (duration / 1000).toFixed(1)
process.stdout.write(`\nIt took ${seconds(Date.now() - startedAt)} s.`)
if (!isAll && longTests.length > 0) {
  process.stdout.write(' The longest tests that prove no statement, and may be slow ones:\n')
  const longest = longTests.toSorted((one, other) => other.duration - one.duration).slice(0, 5)
  for (const { name, duration } of longest) process.stdout.write(`${seconds(duration)} s  ${name}\n`)
}

for (const failure of failedTests) process.stdout.write(`\nfailed: ${failure}`)
if (isAll && failedTests.length > 0)
  process.stdout.write(
    `\nThe order of the tests was that of seed ${seed}: npm run test:all -- --seed ${seed}`,
  )
process.stdout.write(`\n${flakyLine(flaky)}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
