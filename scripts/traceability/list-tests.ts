import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { type BrowserReport, browserTests, type KnownTest } from './proofs.ts'

/** The browser tests that Playwright finds, without running them. */
export function listBrowserTests(root: string): KnownTest[] {
  const playwright = spawnSync(
    join(root, 'node_modules/.bin/playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '--list', '--reporter', 'json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 },
  )
  if (playwright.status !== 0) throw new Error(playwright.stderr || playwright.stdout)
  const { suites }: BrowserReport = JSON.parse(playwright.stdout)
  return suites.flatMap(browserTests)
}

/** The tests that both runners find, without running them. */
export async function listTests(root: string): Promise<KnownTest[]> {
  const vitest = await createVitest('test', {
    root,
    watch: false,
    project: ['unit', 'integration-embedded*'],
  })
  const { testModules, unhandledErrors } = await vitest.collect([], { staticParse: false })
  const units = testModules.flatMap((module) => {
    const [error] = [...module.errors(), ...unhandledErrors]
    if (error) throw error
    return [...module.children.allTests()].map((test) => ({
      file: relative(root, module.moduleId),
      title: test.name,
      tags: test.options.tags ?? [],
      outcome: 'skipped' as const,
    }))
  })
  await vitest.close()
  return [...units, ...listBrowserTests(root)]
}
