import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, devices, type Locator, type Page } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { castEverybody } from '../e2e/cast.ts'
import { becomeViewer, openScreen, SCREENS, type Screen } from '../e2e/screens.ts'
import { SLOW_CLOCK, startProcess } from '../e2e/shop-process.ts'
import { chromiumLaunch, ensureBrowser } from '../scripts/browser.mjs'
import { median } from './shop-process.ts'

// How long after a press or a key the next picture comes, on every screen of the whole way, on a phone whose processor is four
// times slower: the browser's own Event Timing of real touches and keys. Names of screens as arguments choose among them.

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const GOAL = 100
/** Not the next picture, but the one of the page behind the link. */
const ARRIVES = 'follow, page'
const SCREENS_OF_THE_WAY = [
  'home',
  'search',
  'search found',
  'analysis',
  'profiles',
  'profile',
  'category',
  'add to cart as a guest',
  'cart of a guest',
  'login',
  'register',
  'branches',
  'support',
  'laboratory',
  'shared result',
  'home of a family',
  'add to cart',
  'cart',
  'date or call',
  'call details',
  'visit time',
  'feedback',
  'data confirmed',
  'order to be paid',
  'order',
  'another time for a visit',
  'results',
  'timeline',
  'analyses by parts of the body',
  'result',
  'result of many values',
  'share',
  'patients',
  'new patient',
  'settings',
  'support with questions',
]

/** What people do on a page, in an order in which each leaves the next possible; `most`: how many of a kind. */
const DEEDS: { name: string; of: string; most: number; how: (control: Locator) => Promise<unknown> }[] = [
  {
    name: 'type',
    of: 'main :is(input:is([type=search], [type=text], [type=email], [type=tel], :not([type])), textarea)',
    most: 2,
    how: async (control) => {
      await tap(control)
      for (const key of 'ferr') {
        await control.page().keyboard.press(key)
        await control.page().waitForTimeout(120)
      }
    },
  },
  { name: 'choose', of: 'main input:is([type=radio], [type=checkbox]):enabled', most: 3, how: tap },
  {
    name: 'open',
    of: 'main :is(summary, button:is([type=button], [popovertarget], [aria-expanded]):not([aria-disabled]))',
    most: 3,
    how: tap,
  },
  { name: 'menu', of: 'header [popovertarget]', most: 1, how: tap },
  { name: 'send', of: 'main form button:not([type=button])', most: 1, how: tap },
  { name: 'follow', of: 'main a[href^="/"]:not([download])', most: 1, how: tap },
]

/** A bare touch: what Playwright looks up in the page before its own would be counted with it. */
async function tap(control: Locator) {
  await control.scrollIntoViewIfNeeded({ timeout: 3_000 })
  const box = await control.boundingBox()
  if (!box) throw new Error('Nothing to touch')
  await control.page().waitForTimeout(300)
  await control.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

interface Slow {
  name: string
  duration: number
  /** Before the handlers, in them, from them to the picture. */
  parts: number[]
}

declare global {
  interface Window {
    /** The slowest interaction since it was last asked for. */
    slowest: Slow | null
    /** Milliseconds from the last press to the first picture of another page. */
    arrived: number | null
  }
}

/** In the page, before its own scripts. */
function watch() {
  window.slowest = null
  window.arrived = null
  let pressed = 0
  let heading: Element | null = null
  const headingNow = () => document.querySelector('main h1')
  addEventListener(
    'click',
    ({ timeStamp }) => {
      pressed = timeStamp
      heading = headingNow()
    },
    true,
  )
  new MutationObserver(() => {
    if (!pressed || !headingNow() || headingNow() === heading) return
    const from = pressed
    pressed = 0
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.arrived = performance.now() - from
      }),
    )
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (!entry.interactionId || entry.duration <= (window.slowest?.duration ?? 0)) continue
      const parts = [
        entry.processingStart - entry.startTime,
        entry.processingEnd - entry.processingStart,
        entry.startTime + entry.duration - entry.processingEnd,
      ]
      window.slowest = { name: entry.name, duration: entry.duration, parts: parts.map(Math.round) }
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** What the page took since it was last asked; what is quicker than 16 ms the browser does not tell. */
async function takeSlowest(page: Page): Promise<Slow> {
  await page.waitForTimeout(400)
  const slowest = await page.evaluate(() => {
    const { slowest } = window
    window.slowest = null
    return slowest
  })
  return slowest ?? { name: '', duration: 16, parts: [] }
}

async function openSlowly(context: BrowserContext, staged: Parameters<typeof openScreen>[1]): Promise<Page> {
  await becomeViewer(context, staged)
  const page = await context.newPage()
  await page.addInitScript(watch)
  await openScreen(page, staged)
  // What is sent changes nothing for the next round; the page shows that it is on its way.
  await page.route('**', (route) => (route.request().method() === 'POST' ? undefined : route.fallback()))
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.waitForTimeout(1_000)
  await page.evaluate(() => {
    window.slowest = null
  })
  return page
}

type Tell = (deed: string, slow: Slow) => void

/** Where the page behind the link was fetched ahead, or comes at all. */
async function tellArrival(page: Page, tell: Tell): Promise<void> {
  const arrived = await page
    .waitForFunction(() => window.arrived, undefined, { timeout: 3_000 })
    .then((found) => found.jsonValue())
    .catch(() => null)
  if (arrived !== null) tell(ARRIVES, { name: 'press', duration: Math.round(arrived), parts: [] })
}

async function measure(page: Page, tell: Tell): Promise<void> {
  for (const { name, of, most, how } of DEEDS) {
    const controls = page.locator(of).filter({ visible: true })
    const count = Math.min(await controls.count(), most)
    for (let index = 0; index < count; index++) {
      const done = await how(controls.nth(index)).then(
        () => true,
        () => false,
      )
      if (!done) continue
      tell(name, await takeSlowest(page))
      if (name === 'follow') await tellArrival(page, tell)
      await page.keyboard.press('Escape')
      await takeSlowest(page)
    }
  }
}

const wanted = process.argv.slice(2)
const screens = SCREENS_OF_THE_WAY.filter((name) => wanted.length === 0 || wanted.includes(name)).map(
  (name): Screen => SCREENS.find((screen) => screen.name === name)!,
)
await ensureBrowser()
const folder = mkdtempSync(join(tmpdir(), 'interactions-'))
const settings = { PORT: String(await freePort()), DATA_DIR: folder, ...SLOW_CLOCK }
const shop = await startProcess('shop', settings)
const browser = await chromium.launch(chromiumLaunch())
try {
  const cast = await castEverybody({ url: shop.url, sandbox: `${shop.url}/sandbox` })
  const { defaultBrowserType: _, ...phone } = devices['Moto G4']
  const context = await browser.newContext(phone)
  console.log(`Worst (median) milliseconds to the next picture; load ${loadavg()[0]?.toFixed(1)}`)
  const columns = [...DEEDS.map(({ name }) => name), ARRIVES]
  console.log(`| Screen | ${columns.join(' | ')} |`)
  for (const screen of screens) {
    const found = new Map<string, Slow[]>()
    for (let round = 0; round < ROUNDS; round++) {
      const page = await openSlowly(context, { cast, screen })
      await measure(page, (deed, slow) => found.set(deed, [...(found.get(deed) ?? []), slow]))
      await page.close()
    }
    const cells = columns.map((name) => {
      const durations = (found.get(name) ?? []).map(({ duration }) => duration)
      return durations.length > 0 ? `${Math.max(...durations)} (${median(durations)})` : ''
    })
    console.log(`| ${screen.name} | ${cells.join(' | ')} |`)
    for (const [deed, slow] of found) {
      const worst = slow.toSorted((left, right) => right.duration - left.duration)[0]!
      if (worst.duration > GOAL) console.log(`  ${deed}: ${worst.name} ${worst.parts.join(' + ')}`)
    }
  }
} finally {
  await browser.close()
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
}
