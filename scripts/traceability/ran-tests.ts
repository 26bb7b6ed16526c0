import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A test as a runner reported it. */
export interface RanTest {
  file: string
  title: string
  passed: boolean
}

interface VitestReport {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}

interface BrowserSuite {
  file: string
  suites?: BrowserSuite[]
  specs?: { title: string; tests: { status: string }[] }[]
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function browserTests({ file, suites = [], specs = [] }: BrowserSuite): RanTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status }) => ({ file: join('e2e', file), title, passed: status !== 'unexpected' })),
  )
  return [...own, ...suites.flatMap(browserTests)]
}

/** The tests of the last run, from the reports of both runners. */
export function readRanTests({ root, reports }: { root: string; reports: string }): RanTest[] {
  const vitest = read<VitestReport>(join(reports, 'vitest.json'))
  const browser = read<{ suites: BrowserSuite[] }>(join(reports, 'playwright.json'))
  const units = (vitest?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ title, status }) => ({ file: relative(root, name), title, passed: status === 'passed' })),
  )
  return [...units, ...(browser?.suites ?? []).flatMap(browserTests)]
}
