import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { LOCALES } from '@shop/domain/locale'
import { matchPath } from 'react-router'
import { isBackPathKeyRejected } from '../apps/storefront/app/platform/navigation/back-path.ts'
import { localPath, screenAt } from '../apps/storefront/app/platform/navigation/local-path.ts'
import { NAVIGATION } from '../apps/storefront/app/platform/navigation/navigation.ts'
import { foreignTexts, NARROWEST, tooWide, tooWideWhenNarrow, wrongRings } from './audits.ts'
import {
  addressOf,
  becomeViewer,
  type Cast,
  castEverybody,
  LONG_FIRST,
  LONG_LAST,
  openScreen,
  SCREENS,
} from './screens.ts'
import { filledFolder, startProcess } from './shop-process.ts'
import { STREET } from './stage.ts'

/** One of each for all screens of a worker: what a browser keeps of scripts and styles is fetched and compiled once. */
let visitor: BrowserContext | undefined
let reader: Page | undefined

/** A shop of its own for each worker, whose day and hour are always the same. */
const test = base.extend<{ visitor: BrowserContext; reader: Page }, { cast: Cast }>({
  visitor: async ({ browser }, use) => {
    visitor ??= await browser.newContext()
    await use(visitor)
  },
  /** Without scripts: the words and the room that they take are the server's, and scripts cost most of a page's time. */
  reader: async ({ browser }, use) => {
    reader ??= await browser.newPage({ javaScriptEnabled: false, viewport: NARROWEST })
    await use(reader)
  },
  page: async ({ visitor }, use) => {
    const page = await visitor.newPage()
    await use(page)
    await page.close()
  },
  cast: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const { url, stop } = await startProcess('shop', {
        PORT: String(await freePort()),
        DATA_DIR: filledFolder(),
        NODE_OPTIONS: `--import ${join(import.meta.dirname, 'slow-clock.ts')}`,
      })
      await use(await castEverybody({ url, sandbox: `${url}/sandbox` }))
      await stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 360, height: 740 }

/** Nothing is fetched for it and only faults are told. No frames of other sites: axe need not open a page to put them together. */
const FAULTS: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'], preload: false }
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options(FAULTS)

/** axe leaves the newest criterion out unless asked. */
const everyRule = (page: Page) =>
  axeOf(page).options({ ...FAULTS, rules: { 'target-size': { enabled: true } } })

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} (${failureSummary?.slice(0, 200)})`,
    ),
  )
}

/** Where a page scrolls to when it gets narrow is chance: what has the focus is shown, else the beginning. */
async function scrollToState(page: Page) {
  await page.evaluate(() => {
    const { activeElement, body } = document
    if (activeElement && activeElement !== body) activeElement.scrollIntoView({ block: 'center' })
    else window.scrollTo(0, 0)
  })
}

/** Links of the page that ask for a way back which the shop would reject. */
async function wrongWaysBack(page: Page): Promise<string[]> {
  const links = page.locator('a[href*="backPathKey"], a[href*="pathnameToReturn"]')
  const urls = await links.evaluateAll((anchors) =>
    anchors.map((anchor) => (anchor as HTMLAnchorElement).href),
  )
  return urls.filter((href) => {
    const { pathname, searchParams } = new URL(href)
    const key = screenAt(pathname)
    const params = key && matchPath(NAVIGATION[key].path, pathname)?.params
    const asked = searchParams.get('pathnameToReturn')
    return !params || isBackPathKeyRejected(params, searchParams) || (asked !== null && !localPath(asked))
  })
}

/** Every price becomes one of six digits, every surname one of eighty letters. */
async function goToExtremes(page: Page) {
  await page.evaluate((surname) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue =
        text.nodeValue?.replaceAll(/\d+\.\d\d\b/g, '987,654.30').replaceAll(/Kovaleva?/g, surname) ?? ''
    }
  }, LONG_LAST)
}

async function checkEnglish(page: Page, picture: string) {
  await scrollToState(page)
  await expect.soft(page).toHaveScreenshot(`${picture}-1280.png`)
  expect.soft(await wrongWaysBack(page), 'links lead back to where the shop can lead').toEqual([])
  expect.soft(await violationsOf(everyRule(page)), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  const colours = axeOf(page).withRules('color-contrast')
  expect.soft(await violationsOf(colours), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(NARROW)
  await scrollToState(page)
  await expect.soft(page).toHaveScreenshot(`${picture}-360.png`)
  expect.soft(await wrongRings(page), 'one ring around what has the focus').toEqual([])
}

async function checkWords(page: Page, locale: string) {
  expect
    .soft(
      await foreignTexts(page, [LONG_FIRST, LONG_LAST, STREET]),
      `every text says its language in ${locale}`,
    )
    .toEqual([])
  expect.soft(await tooWideWhenNarrow(page), `nothing is wider than 320 px in ${locale}`).toEqual([])
}

for (const screen of SCREENS) {
  test(`${screen.name} looks as agreed, is accessible, wide and narrow, light and dark, and fits its words in every language`, async ({
    page,
    visitor,
    reader,
    cast,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(WIDE)
    await becomeViewer(visitor, { cast, screen })
    await openScreen(page, { cast, screen })
    await checkEnglish(page, screen.name.replaceAll(/\W+/g, '-'))
    await checkWords(page, 'en')
    await page.setViewportSize(NARROW)
    await goToExtremes(page)
    expect.soft(await tooWide(page), 'the longest name and sum fit').toEqual([])

    for (const locale of LOCALES.filter((each) => each !== 'en')) {
      const staged = { cast, screen, locale }
      // A state that only scripts bring about is seen with them.
      const other = screen.prepare ? page : reader
      await becomeViewer(other.context(), staged)
      await (screen.prepare ? openScreen(page, staged) : reader.goto(addressOf(staged)))
      await checkWords(other, locale)
    }
  })
}

test('a page on its way is accessible', async ({ page, visitor, cast }) => {
  const screen = SCREENS.find(({ name }) => name === 'documents')!
  await becomeViewer(visitor, { cast, screen })
  await openScreen(page, { cast, screen })
  await page.route('**/support.data*', () => {})
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to our support team' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  expect(await violationsOf(everyRule(page))).toEqual([])
})
