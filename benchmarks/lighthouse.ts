import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { WireAnalysis } from '@shop/contract/catalogue'
import { freePort } from '@shop/database/testing/free-port'
import lighthouse, { type Result } from 'lighthouse'
import { reportedFerritin } from '../e2e/result-stage.ts'
import { startProcess } from '../e2e/shop-process.ts'
import { chromiumLaunch, ensureBrowser } from '../scripts/browser.mjs'
import { median } from './shop-process.ts'

// Lighthouse's four scores on its phone, for the pages that guests see first and for a patient's result.
// Network (slow 4G) and processor (four times slower) are really throttled, not simulated from a load at full
// speed. The median of the rounds counts. Arguments select pages by name.

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const GUEST = 'activeLaboratoryId=1; acceptCookie=true'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

interface Page {
  name: string
  path: string
  cookie: string
  /** Loaded by a returning visitor: the browser has the files in its cache. */
  isKept?: true
}

interface Shop {
  root: string
  /** The browser's debugging port. */
  port: number
}

interface Measured {
  scores: (number | null)[]
  lcp: number
  cls: number
  tbt: number
  /** Lighthouse's own benchmark of the machine, to compare figures of different days: higher is quicker. */
  machine: number
  /** Audits outside performance that cost points, and the element of the largest paint. */
  notes: string[]
}

function figure({ audits }: Result, audit: string): number {
  return audits[audit]?.numericValue ?? Number.NaN
}

function notesOf({ audits, categories }: Result): string[] {
  const failed = CATEGORIES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${id}`),
  )
  const largest = JSON.stringify(audits['lcp-breakdown-insight']?.details ?? '')
  const element = /"selector":"((?:[^"\\]|\\.)*)"/.exec(largest)?.[1]
  return [...failed, ...(element ? [`largest: ${element}`] : [])]
}

/** On a busy machine a trace sometimes lacks its beginning; then the load is repeated. */
async function load(page: Page, { root, port }: Shop, tries = 3): Promise<Result> {
  const run = await lighthouse(`${root}${page.path}`, {
    port,
    logLevel: 'silent',
    onlyCategories: CATEGORIES,
    throttlingMethod: 'devtools',
    disableStorageReset: page.isKept ?? false,
    extraHeaders: page.cookie ? { Cookie: page.cookie } : {},
  })
  if (run && !run.lhr.runtimeError) return run.lhr
  if (tries > 1) return load(page, { root, port }, tries - 1)
  throw new Error(`${page.path}: ${run?.lhr.runtimeError?.message}`)
}

async function measure(page: Page, shop: Shop): Promise<Measured> {
  const lhr = await load(page, shop)
  return {
    scores: CATEGORIES.map((name) => lhr.categories[name]?.score ?? null),
    lcp: figure(lhr, 'largest-contentful-paint'),
    cls: figure(lhr, 'cumulative-layout-shift'),
    tbt: figure(lhr, 'total-blocking-time'),
    machine: lhr.environment.benchmarkIndex,
    notes: notesOf(lhr),
  }
}

async function pagesOf(root: string): Promise<Page[]> {
  const offered = await fetch(`${root}/laboratory-api/labService?laboratoryId=1`)
  const [analysis] = (await offered.json()) as WireAnalysis[]
  const { customer, paths } = await reportedFerritin({ url: root, sandbox: `${root}/sandbox` })
  const cookie = `${GUEST}; authToken=${encodeURIComponent(`Bearer ${customer.token}`)}`
  const result = { path: paths.result, cookie }
  return [
    { name: 'home, first visit', path: '/', cookie: '' },
    { name: 'home', path: '/', cookie: GUEST },
    { name: 'search', path: '/search?searchNameTerm=iron', cookie: GUEST },
    { name: 'analysis', path: `/search/analysis/${analysis?.id}`, cookie: GUEST },
    { name: 'category', path: '/categories/general-blood-tests', cookie: GUEST },
    { name: 'result, first visit', ...result },
    { name: 'result', ...result, isKept: true },
  ]
}

await ensureBrowser()
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const [shopPort, port] = [await freePort(), await freePort()]
const shop = await startProcess('shop', { PORT: String(shopPort), DATA_DIR: folder }, () => {})
const launch = chromiumLaunch()
const browser = await chromium.launch({
  ...launch,
  args: [...launch.args, `--remote-debugging-port=${port}`],
})
try {
  const pages = await pagesOf(shop.url)
  const wanted = process.argv.slice(2)
  console.log(`${'page'.padEnd(20)} perf  a11y  best   seo     LCP    CLS     TBT  machine`)
  for (const page of pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const runs: Measured[] = []
    for (let round = 0; round < ROUNDS; round++) runs.push(await measure(page, { root: shop.url, port }))
    const middle = (value: (run: Measured) => number) => median(runs.map(value))
    const [{ notes }] = runs as [Measured]
    const figures = [
      ...CATEGORIES.map((_, index) => Math.round(100 * middle(({ scores }) => scores[index] ?? 0))).map(
        (score) => String(score).padStart(4),
      ),
      `${(middle(({ lcp }) => lcp) / 1000).toFixed(2)} s`,
      middle(({ cls }) => cls).toFixed(3),
      `${middle(({ tbt }) => tbt)
        .toFixed(0)
        .padStart(4)} ms`,
      middle(({ machine }) => machine)
        .toFixed(0)
        .padStart(5),
    ]
    console.log(page.name.padEnd(20), figures.join('  '))
    for (const note of notes) console.log(`  ${note}`)
  }
} finally {
  await browser.close()
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
}
