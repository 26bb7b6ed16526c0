import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  devices,
  type Locator,
  type Page,
} from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { castEverybody } from '../e2e/cast.ts'
import { becomeViewer, openScreen, SCREENS, type Screen } from '../e2e/screens.ts'
import { SLOW_CLOCK, startProcess } from '../e2e/shop-process.ts'
import { chromiumLaunch, ensureBrowser } from '../scripts/browser.mjs'
import { median } from './shop-process.ts'

// How long the next frame takes after a tap or a key press, on every screen of the whole way to a result, on a
// phone with a processor four times slower. Measured by the clock (the browser's own Event Timing), and by all that
// the page computes for it, which other work on the machine does not disturb. Arguments select screens by name.

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const GOAL = 100
/** How many times slower the phone's processor is. */
const SLOWDOWN = 4
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

const LINKS = 'main a[href^="/"]:not([download])'

/**
 * What people do on a page, in an order in which each step leaves the next one possible; `most`: at most so many of
 * a kind.
 */
const ACTIONS: readonly { name: string; of: string; most: number; keys?: string }[] = [
  {
    name: 'type',
    of: 'main :is(input:is([type=search], [type=text], [type=email], [type=tel], :not([type])), textarea)',
    most: 2,
    keys: 'ferr',
  },
  { name: 'choose', of: 'main input:is([type=radio], [type=checkbox]):enabled', most: 3 },
  {
    name: 'open',
    of: 'main :is(summary, button:is([type=button], [popovertarget], [aria-expanded]):not([aria-disabled]))',
    most: 3,
  },
  { name: 'menu', of: 'header [popovertarget]', most: 1 },
  { name: 'send', of: 'main form button:not([type=button])', most: 1 },
  { name: 'follow', of: LINKS, most: 1 },
]

/**
 * From the press on a link to the first frame of its page; the figure after the comma is what the page computes.
 * `ahead`: the page's data came from the browser's own cache; otherwise `arrive`.
 */
const COLUMNS = [...ACTIONS.map(({ name }) => name), 'ahead', 'arrive']

type Act = () => Promise<void>

/** A tap on the middle of the control, then the keys. The control is located beforehand. */
async function actsOf(control: Locator, keys = ''): Promise<Act[]> {
  const page = control.page()
  await control.scrollIntoViewIfNeeded({ timeout: 3_000 })
  const box = await control.boundingBox()
  if (!box) return []
  await page.waitForTimeout(150)
  const touch = () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  return [touch, ...[...keys].map((key) => () => page.keyboard.press(key))]
}

interface Slow {
  name: string
  duration: number
  /** Before the handlers, in them, and from them to the frame. */
  parts: number[]
}

declare global {
  interface Window {
    /** The slowest interaction since the last reading. */
    slowest: Slow | null
    /** From the last press to the first frame of another page, in milliseconds. */
    arrival: number | null
    /** The time of that press. */
    pressed: number
    /** Whether forms are held back: once the page is in its state. */
    isMeasured: boolean
  }
}

/** Runs in the page, before its own scripts. */
function watch() {
  // Forms are never really sent, so they change nothing for the next round; the page shows them as being sent. With
  // `page.route` the browser would cache nothing, and no page fetched ahead.
  const ask = window.fetch
  window.fetch = (input, init) =>
    window.isMeasured && init?.method?.toUpperCase() === 'POST' ? new Promise(() => {}) : ask(input, init)
  window.slowest = null
  window.arrival = null
  let observer: MutationObserver | undefined
  const heading = () => document.querySelector('main h1')
  addEventListener(
    'click',
    ({ timeStamp }) => {
      observer?.disconnect()
      window.pressed = timeStamp
      const before = { pathname: location.pathname, heading: heading() }
      observer = new MutationObserver((_, own) => {
        // The address changes first; the page has arrived when its heading has changed.
        if (location.pathname === before.pathname || !heading() || heading() === before.heading) return
        own.disconnect()
        // After the frame that shows it.
        requestAnimationFrame(() => setTimeout(() => (window.arrival = performance.now() - timeStamp)))
      })
      observer.observe(document, { subtree: true, childList: true })
    },
    { capture: true },
  )
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

/** The slowest interaction since the last reading; the browser does not report any quicker than 16 ms. */
async function takeSlowest(page: Page): Promise<Slow> {
  await page.waitForTimeout(400)
  const slowest = await page.evaluate(() => {
    const { slowest } = window
    window.slowest = null
    return slowest
  })
  return slowest ?? { name: '', duration: 16, parts: [] }
}

/** The time to another page of ours, if the press led to one within two seconds. */
async function takeArrival(page: Page): Promise<Slow> {
  await page.waitForFunction(() => window.arrival !== null, null, { timeout: 2_000 }).catch(() => null)
  const { ms, isAhead } = await page.evaluate(() => {
    const data = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ startTime }) => startTime >= window.pressed)
      .find(({ name }) => new URL(name).pathname === `${location.pathname}.data`)
    return { ms: window.arrival, isAhead: data?.transferSize === 0 }
  })
  return { name: isAhead ? 'ahead' : 'arrive', duration: Math.round(ms ?? Number.NaN), parts: [] }
}

interface Meter {
  /** How many times slower the processor is. */
  slowdown: number
  measure: (page: Page, session: CDPSession, act: Act) => Promise<Slow>
}

/** By the clock: includes everything else that the machine does. */
const BY_CLOCK: Meter = {
  slowdown: SLOWDOWN,
  measure: async (page, _, act) => {
    await act()
    return takeSlowest(page)
  },
}

/**
 * All that the page's own thread computes for it, at full speed, times the phone's slowdown: the same on a busy
 * machine.
 */
const BY_PROCESSOR: Meter = {
  slowdown: 1,
  measure: async (page, session, act) => {
    const spent = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }
    const before = await spent()
    await act()
    await page.waitForTimeout(400)
    const duration = Math.round(((await spent()) - before) * 1_000 * SLOWDOWN)
    return { name: 'processor', duration, parts: [] }
  },
}

/** Aborts forms that would load another document: a page that is being left cannot be measured. */
async function holdBackDocuments(session: CDPSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const answer =
      request.method === 'POST'
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.continueRequest', { requestId })
    void answer.catch(() => null)
  })
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] })
}

async function open(context: BrowserContext, staged: Parameters<typeof openScreen>[1], { slowdown }: Meter) {
  await becomeViewer(context, staged)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.addInitScript(watch)
  await openScreen(page, staged)
  await holdBackDocuments(session)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.waitForTimeout(1_000)
  await page.evaluate(() => {
    window.slowest = null
    window.isMeasured = true
  })
  return { page, session }
}

type Report = (action: string, slow: Slow) => void

/** Tries each kind of control on the screen, and reports how long each act took. */
async function visit(
  context: BrowserContext,
  staged: Parameters<typeof openScreen>[1],
  meter: Meter,
  report: Report,
): Promise<void> {
  const { page, session } = await open(context, staged, meter)
  for (const { name, of, most, keys } of ACTIONS) {
    const controls = page.locator(of).filter({ visible: true })
    const count = Math.min(await controls.count(), most)
    for (let index = 0; index < count; index++) {
      for (const act of await actsOf(controls.nth(index), keys).catch(() => []))
        report(name, await meter.measure(page, session, act))
      await page.keyboard.press('Escape')
      await takeSlowest(page)
    }
  }
  await page.close()
}

/** Presses the first link to another page, after the pages behind the links have had time to be fetched ahead. */
async function leave(
  context: BrowserContext,
  staged: Parameters<typeof openScreen>[1],
  meter: Meter,
  report: Report,
): Promise<void> {
  const { page } = await open(context, staged, meter)
  await page.waitForTimeout(4_000)
  const links = page.locator(LINKS).filter({ visible: true })
  const first = await links.evaluateAll((anchors) =>
    (anchors as HTMLAnchorElement[]).findIndex(({ pathname }) => pathname !== location.pathname),
  )
  const [touch] = first >= 0 ? await actsOf(links.nth(first)) : []
  if (touch) {
    await touch()
    const arrival = await takeArrival(page)
    report(arrival.name, arrival)
  }
  await page.close()
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
  console.log(
    `Worst (median) milliseconds to the next picture, computed at most; load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(`| Screen | ${COLUMNS.join(' | ')} |`)
  for (const screen of screens) {
    const found = new Map<string, Slow[]>()
    const computed = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const go of [visit, leave]) {
        await go(context, { cast, screen }, BY_CLOCK, (action, slow) =>
          found.set(action, [...(found.get(action) ?? []), slow]),
        )
        await go(context, { cast, screen }, BY_PROCESSOR, (action, { duration }) =>
          computed.set(action, Math.max(computed.get(action) ?? 0, duration || 0)),
        )
      }
    }
    const cells = COLUMNS.map((name) => {
      const durations = (found.get(name) ?? [])
        .map(({ duration }) => duration)
        .filter((duration) => Number.isFinite(duration))
      return durations.length > 0
        ? `${Math.max(...durations)} (${median(durations)}), ${computed.get(name) ?? '–'}`
        : ''
    })
    console.log(`| ${screen.name} | ${cells.join(' | ')} |`)
    for (const [action, slow] of found) {
      const worst = slow.toSorted((left, right) => right.duration - left.duration)[0]!
      if (worst.duration > GOAL) console.log(`  ${action}: ${worst.name} ${worst.parts.join(' + ')}`)
    }
  }
} finally {
  await browser.close()
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
}
