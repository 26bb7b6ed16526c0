import { type Browser, expect, type Page, test } from '@playwright/test'
import { reportFerritin } from './laboratory-system.ts'
import { awaitedFerritin, main, readerOf } from './result-stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

/** Ferritin that is awaited, and a page of who ordered it. */
async function openAwaited(browser: Browser, scripts = true) {
  const shop = shopTogether()
  const awaited = await awaitedFerritin(shop)
  return { ...awaited, page: await readerOf(browser, { shop, customer: awaited.customer, scripts }) }
}

/** Opens a page that is told of changes; when this returns the server knows what the page shows. */
async function openLive(page: Page, path: string) {
  const told = page.waitForResponse(/\/live$/)
  await openWithScripts(page, path)
  expect((await told).headers()['content-type']).toContain('text/event-stream')
  page.on('framenavigated', () => {
    throw new Error('the page was loaded again')
  })
}

test('an awaited result that stays open turns preliminary, then final, by itself, and is told of no more', async ({
  browser,
}) => {
  const { page, paths, ...ordered } = await openAwaited(browser)
  await openLive(page, paths.result)
  await expect(main(page)).toContainText('Not ready yet')
  await reportFerritin(ordered, { status: 'preliminary', ferritin: 13 })
  await expect(main(page)).toContainText('13.0 ng/mL')
  await expect(page.getByText('This is a preliminary report')).toBeVisible()
  const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/live'))
  await reportFerritin(ordered, { status: 'final', ferritin: 12.5 })
  await expect(main(page)).toContainText('12.5 ng/mL')
  await expect(page.getByText('This is a preliminary report')).toHaveCount(0)
  // Nothing is to come any more: the stream is closed.
  await closed
})

test('the list, a result’s people and a person’s page that stay open turn by themselves', async ({
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
  for (const page of [list!, people!]) await expect(main(page)).toContainText('Complete')
  await expect(main(person!)).not.toContainText('Not everything is ready yet')
  await expect(main(person!)).not.toContainText(/preliminary/i)
})

test('without scripts an awaited result turns when its page is loaded again', async ({ browser }) => {
  const { page, paths, ...ordered } = await openAwaited(browser, false)
  await page.goto(paths.result)
  await expect(main(page)).toContainText('Not ready yet')
  await reportFerritin(ordered, { status: 'preliminary', ferritin: 13 })
  await page.reload()
  await expect(main(page)).toContainText('13.0 ng/mL')
  await expect(page.getByText('This is a preliminary report')).toBeVisible()
  await reportFerritin(ordered, { status: 'final', ferritin: 12.5 })
  await page.reload()
  await expect(main(page)).toContainText('12.5 ng/mL')
  await expect(page.getByText('This is a preliminary report')).toHaveCount(0)
})

test('a page in the background asks nobody, and shows what has changed when it comes to the fore', async ({
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
