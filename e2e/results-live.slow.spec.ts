import { type Browser, expect, type Page, test } from '@playwright/test'
import { reportFerritin } from './laboratory-system.ts'
import { awaitedFerritin, main, readerOf } from './result-stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

/** A pending ferritin, and a page of the customer who ordered it. */
async function openAwaited(browser: Browser, scripts = true) {
  const shop = shopTogether()
  const awaited = await awaitedFerritin(shop)
  return { ...awaited, page: await readerOf(browser, { shop, customer: awaited.customer, scripts }) }
}

/** Opens a page that listens for changes; on return the server knows what the page shows. */
async function openLive(page: Page, path: string) {
  const stream = page.waitForResponse(/\/live$/)
  await openWithScripts(page, path)
  expect((await stream).headers()['content-type']).toContain('text/event-stream')
  page.on('framenavigated', () => {
    throw new Error('the page was loaded again')
  })
}

test('an open pending result turns preliminary, then final, without a reload, and then stops listening', async ({
  browser,
}) => {
  const { page, paths, ...ordered } = await openAwaited(browser)
  await openLive(page, paths.result)
  await expect(main(page)).toContainText('Not ready yet')
  await reportFerritin(ordered, { status: 'preliminary', ferritin: 13 })
  await expect(main(page)).toContainText('13.0 ng/mL')
  await expect(page.getByText('This is a preliminary result')).toBeVisible()
  const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/live'))
  await reportFerritin(ordered, { status: 'final', ferritin: 12.5 })
  await expect(main(page)).toContainText('12.5 ng/mL')
  await expect(page.getByText('This is a preliminary result')).toHaveCount(0)
  // Nothing more can change, so the stream is closed.
  await closed
})

test('the open pages of the list, of a result’s people and of a person update without a reload', async ({
  browser,
}) => {
  const { page: first, paths, ...ordered } = await openAwaited(browser)
  const [list, people, person] = await Promise.all(
    ['/test-results', paths.people, paths.person].map(async (path) => {
      const page = await first.context().newPage()
      await openLive(page, path)
      return page
    }),
  )
  const pages = [list!, people!, person!]
  for (const page of [list!, people!]) await expect(main(page)).toContainText('In progress')
  await expect(main(person!)).toContainText('Not everything is ready yet')
  await reportFerritin(ordered, { status: 'preliminary', ferritin: 13 })
  await expect(
    main(person!)
      .getByRole('listitem')
      .filter({ hasText: /Ferritin.*preliminary/i }),
  ).toHaveCount(1)
  for (const page of pages) await expect(main(page)).toContainText(/preliminary|In progress/i)
  await reportFerritin(ordered, { status: 'final', ferritin: 12.5 })
  for (const page of [list!, people!]) await expect(main(page)).toContainText('All results ready')
  await expect(main(person!)).not.toContainText('Not everything is ready yet')
  await expect(main(person!)).not.toContainText(/preliminary/i)
})

test('without scripts a pending result updates when its page is reloaded', async ({ browser }) => {
  const { page, paths, ...ordered } = await openAwaited(browser, false)
  await page.goto(paths.result)
  await expect(main(page)).toContainText('Not ready yet')
  await reportFerritin(ordered, { status: 'preliminary', ferritin: 13 })
  await page.reload()
  await expect(main(page)).toContainText('13.0 ng/mL')
  await expect(page.getByText('This is a preliminary result')).toBeVisible()
  await reportFerritin(ordered, { status: 'final', ferritin: 12.5 })
  await page.reload()
  await expect(main(page)).toContainText('12.5 ng/mL')
  await expect(page.getByText('This is a preliminary result')).toHaveCount(0)
})

test('a page in the background requests nothing, and shows what has changed once it is in the foreground', async ({
  browser,
}) => {
  const { page, paths, ...ordered } = await openAwaited(browser)
  await openLive(page, paths.result)
  const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/live'))
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await setVisibility('hidden')
  await closed
  await reportFerritin(ordered, { status: 'final', ferritin: 12.5 })
  await expect(main(page)).toContainText('Not ready yet')
  await setVisibility('visible')
  await expect(main(page)).toContainText('12.5 ng/mL')
})
