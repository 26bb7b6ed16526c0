import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { LOCALES } from '@shop/domain/locale'
import { faultsOf, NARROWEST, tooWide } from './audits.ts'
import { type Cast, castEverybody } from './cast.ts'
import { checkEnglish, checkWords, goToExtremes, NARROW, WIDE } from './screen-checks.ts'
import { addressOf, becomeViewer, openScreen, SCREENS } from './screens.ts'
import { filledFolder, SLOW_CLOCK, startProcess } from './shop-process.ts'

/**
 * One each for all screens of a worker: the browser's cached scripts and styles are loaded and compiled only once,
 * and a process is started only once.
 */
let visitor: BrowserContext | undefined
let visitorPage: Page | undefined
let reader: Page | undefined

/** A separate shop for each worker, which always has the same date and time. */
const test = base.extend<{ visitor: BrowserContext; reader: Page }, { cast: Cast }>({
  visitor: async ({ browser }, use) => {
    visitor ??= await browser.newContext()
    await use(visitor)
  },
  /** Without scripts: the texts and their widths come from the server, and scripts take most of a page's time. */
  reader: async ({ browser }, use) => {
    reader ??= await browser.newPage({ javaScriptEnabled: false, viewport: NARROWEST })
    await use(reader)
    // A page that reloads itself would interrupt the navigation to the next screen.
    await reader.goto('about:blank')
  },
  page: async ({ visitor }, use) => {
    visitorPage ??= await visitor.newPage()
    const page = visitorPage
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await use(page)
    // What a screen leaves in its tab must not reach the next one.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => sessionStorage.clear())
  },
  cast: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const { url, stop } = await startProcess('shop', {
        PORT: String(await freePort()),
        DATA_DIR: filledFolder(),
        ...SLOW_CLOCK,
      })
      await use(await castEverybody({ url, sandbox: `${url}/sandbox` }))
      await stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

for (const screen of SCREENS) {
  test(`${screen.name} looks as agreed, is accessible, wide and narrow, light and dark, and fits its texts in every language`, async ({
    page,
    visitor,
    reader,
    cast,
  }) => {
    await becomeViewer(visitor, { cast, screen })
    await openScreen(page, { cast, screen })
    await checkEnglish(page, screen.name.replaceAll(/\W+/g, '-'), screen.covered)
    await checkWords(page, 'en')
    await page.setViewportSize(NARROW)
    await goToExtremes(page)
    expect.soft(await tooWide(page), 'the longest name and price fit').toEqual([])

    for (const locale of LOCALES.filter((each) => each !== 'en')) {
      const staged = { cast, screen, locale }
      // A state that only scripts produce is checked with them.
      const other = screen.prepare ? page : reader
      await becomeViewer(other.context(), staged)
      await (screen.prepare ? openScreen(page, staged) : reader.goto(addressOf(staged)))
      await checkWords(other, locale)
    }
  })
}

test('a page that is loading is accessible', async ({ page, visitor, cast }) => {
  const screen = SCREENS.find(({ name }) => name === 'documents')!
  await becomeViewer(visitor, { cast, screen })
  await openScreen(page, { cast, screen })
  await page.route('**/support.data*', () => {})
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to our support team' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})
