// npm run test:unit, test:integration, test:e2e, and `npm test -- <file or part of its name>`: only some of the tests.
// Further arguments are for the runner (Vitest, or Playwright for *.spec.ts); `-t` and `-g` both select tests by name.
import { ensureBrowser } from './browser.mjs'
import { bin } from './checks.mjs'
import { ensureBuilt, ensureInstalled, run, testEnvironment } from './project.mjs'

const [set, ...rest] = process.argv.slice(2)
const env = testEnvironment()
const PROJECTS = {
  unit: ['--project', 'unit'],
  integration: ['--project', 'integration-*'],
}

const named = (flag, args) => args.map((arg) => (arg === '-t' || arg === '-g' ? flag : arg))
const isBrowserTest = (arg) => /^e2e\b|\.spec\b/.test(arg)

async function runBrowserTests(args) {
  await ensureBrowser()
  await ensureBuilt()
  return run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts', ...named('-g', args)], {
    env,
  })
}

await ensureInstalled()
const args = set === 'e2e' || PROJECTS[set] ? rest : [set, ...rest]
const code =
  set === 'e2e' || args.some(isBrowserTest)
    ? await runBrowserTests(args)
    : await run(bin('vitest'), ['run', ...(PROJECTS[set] ?? []), ...named('-t', args)], { env })
process.exit(code)
