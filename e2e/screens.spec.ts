import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { LOCALES } from '@shop/domain/locale'
import { faultsOf, NARROWEST, tooWide } from './audits.ts'
import { type Cast, castEverybody } from './cast.ts'
import { checkEnglish, checkWords, goToExtremes, NARROW, WIDE } from './screen-checks.ts'
import { addressOf, becomeViewer, openScreen, SCREENS } from './screens.ts'
import { filledFolder, SLOW_CLOCK, startProcess } from './shop-process.ts'

/**
 * One of each for all screens of a worker: what a browser keeps of scripts and styles is fetched and compiled
 * once, and a process is started once.
 */
let visitor: BrowserContext | undefined
let visitorPage: Page | undefined
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
    // A page that renews itself would cut off the way to the next screen.
    await reader.goto('about:blank')
  },
  page: async ({ visitor }, use) => {
    visitorPage ??= await visitor.newPage()
    const page = visitorPage
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await use(page)
    // What a screen leaves in its tab is not the next one's.
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
  test(`${screen.name} looks as agreed, is accessible, wide and narrow, light and dark, and fits its words in every language`, async ({
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
  expect(await faultsOf(page)).toEqual([])
})
