import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isSlow } from '../slow-tests.mjs'

type Outcome = 'passed' | 'failed' | 'skipped'

/** A test as a runner knows it. */
export interface KnownTest {
  /** Path from the root of the repository. */
  file: string
  title: string
  tags: readonly string[]
  outcome: Outcome
}

/** A test that names a statement by its tag. */
export interface Proof {
  id: string
  file: string
  title: string
  /** Failed if it failed anywhere, skipped if it ran nowhere. */
  outcome: Outcome
  /** `npm test` leaves it to `npm run test:all`. */
  isSlow: boolean
}

interface VitestReport {
  testResults: { name: string; assertionResults: { title: string; status: string; tags: string[] }[] }[]
}

interface BrowserSuite {
  file: string
  suites?: BrowserSuite[]
  specs?: { title: string; tags: string[]; tests: { status: string }[] }[]
}

export interface BrowserReport {
  suites: BrowserSuite[]
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

const outcomeOfBrowserTest = (status: string): Outcome =>
  status === 'skipped' ? 'skipped' : status === 'unexpected' ? 'failed' : 'passed'
const outcomeOfUnit = (status: string): Outcome =>
  status === 'passed' || status === 'failed' ? status : 'skipped'

/** The tests of a suite in Playwright's report. */
export function browserTests({ file, suites = [], specs = [] }: BrowserSuite): KnownTest[] {
  const own = specs.flatMap(({ title, tags, tests }) =>
    tests.map(({ status }) => ({
      file: join('e2e', file),
      title,
      tags,
      outcome: outcomeOfBrowserTest(status),
    })),
  )
  return [...own, ...suites.flatMap(browserTests)]
}

/** The tests of the last run, from the reports of both runners. */
export function readRanTests({ root, reports }: { root: string; reports: string }): KnownTest[] {
  const vitest = read<VitestReport>(join(reports, 'vitest.json'))
  const browser = read<BrowserReport>(join(reports, 'playwright.json'))
  const units = (vitest?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, tags }) => ({
      file: relative(root, name),
      title,
      tags,
      outcome: outcomeOfUnit(status),
    })),
  )
  return [...units, ...(browser?.suites ?? []).flatMap(browserTests)]
}

/** The first one counts for a test that runs several times. */
const OUTCOMES: readonly Outcome[] = ['failed', 'passed', 'skipped']

const byPlace = (one: Proof, other: Proof) =>
  one.file < other.file ? -1 : one.file > other.file ? 1 : one.title < other.title ? -1 : 1

/** What the tests prove by their tags with these prefixes, sorted; a test that runs on both databases counts once. */
export function findProofs(tests: readonly KnownTest[], prefixes: readonly string[]): Proof[] {
  const claims = tests.flatMap(({ file, title, tags, outcome }) =>
    tags
      .map((tag) => tag.replace(/^@/, ''))
      .filter((id) => prefixes.some((prefix) => id.startsWith(`${prefix}-`)))
      .map((id) => ({ id, file, title, outcome, isSlow: isSlow({ file, tags }) })),
  )
  const proofs = Map.groupBy(claims, ({ id, file, title }) => [id, file, title].join('\n'))
  return [...proofs.values()]
    .map((same) => {
      const { id, file, title } = same[0]!
      const outcome = OUTCOMES.find((one) => same.some((claim) => claim.outcome === one))!
      return { id, file, title, outcome, isSlow: same.every((claim) => claim.isSlow) }
    })
    .sort(byPlace)
}
