// npm run test:unit, test:integration, test:e2e, and `npm test -- <file or part of its name>`: only some of the tests.
// After browser tests the last line names those that needed a second try.
// Further arguments are for the runner (Vitest, or Playwright for *.spec.ts); `-t` and `-g` both select tests by name.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { browserTests, flakyLine, flakyTests } from './browser-report.mjs'
import { bin } from './checks.mjs'
import { ensureBuilt, ensureInstalled, root, run, testEnvironment } from './project.mjs'

const [set, ...rest] = process.argv.slice(2)
const env = testEnvironment()
const report = join(root, 'test-results/playwright.json')
const PROJECTS = {
  unit: ['--project', 'unit'],
  integration: ['--project', 'integration-*'],
}

const named = (flag, args) => args.map((arg) => (arg === '-t' || arg === '-g' ? flag : arg))
const isBrowserTest = (arg) => /^e2e\b|\.spec\b/.test(arg)

async function runBrowserTests(args) {
  await ensureBrowser()
  await ensureBuilt()
  // Gone before the run, so that no earlier one is reported.
  rmSync(report, { force: true })
  const options = ['test', '--config', 'e2e/playwright.config.ts', ...named('-g', args)]
  const code = await run(bin('playwright'), options, { env })
  if (existsSync(report)) {
    const flaky = flakyTests(browserTests(JSON.parse(readFileSync(report, 'utf8'))))
    process.stdout.write(`${flakyLine(flaky)}\n`)
  }
  return code
}

await ensureInstalled()
const args = set === 'e2e' || PROJECTS[set] ? rest : [set, ...rest]
const code =
  set === 'e2e' || args.some(isBrowserTest)
    ? await runBrowserTests(args)
    : await run(bin('vitest'), ['run', ...(PROJECTS[set] ?? []), ...named('-t', args)], { env })
process.exit(code)
