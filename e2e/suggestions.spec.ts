import { expect, type Page, type Route, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { BRANCH, settleIn } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'
import { wordsIn } from './words.ts'

const t = wordsIn('en')
const label = t('catalogue.search.label')
const SUGGESTIONS = /\/search\/suggestions\?/
const LIST_FILE = /\/assets\/suggestions-[^/]*\.js$/

/** Every kind of page, with the button that opens its field, if any. */
const PAGES = [
  { path: '/' },
  { path: '/search' },
  { path: '/search?searchNameTerm=iron' },
  { path: '/profiles' },
  { path: '/categories/allergology', button: t('catalogue.search.submit') },
  { path: '/search/analysis/1', button: t('catalogue.search.submit') },
  { path: '/profiles/1', button: t('catalogue.search.submit') },
  { path: '/add-to-cart/analysis/1', button: t('catalogue.search.submit') },
  { path: '/order/cart', button: t('catalogue.search.submit') },
  { path: '/articles/getting-ready-for-analyses', button: t('catalogue.search.submit') },
  { path: '/documents', button: t('shell.menu.label') },
  { path: '/login', button: t('shell.menu.label') },
  { path: '/laboratories', button: t('shell.menu.label') },
  { path: '/nowhere', button: t('shell.menu.label') },
]

test.beforeEach(async ({ context }) => {
  await settleIn(context, shopTogether(), BRANCH)
})

const fieldOf = (page: Page) => page.getByRole('combobox', { name: label })
const listOf = (page: Page) => page.getByRole('listbox', { name: t('catalogue.search.suggestions.label') })

async function open(page: Page, path = '/') {
  await openWithScripts(page, shopTogether().url + path)
  return { field: fieldOf(page), list: listOf(page) }
}

/** Stops the page's clock. */
async function stopClock(page: Page) {
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** The requested terms. */
function recordTerms(page: Page): string[] {
  const terms: string[] = []
  page.on('request', (request) => {
    if (SUGGESTIONS.test(request.url()))
      terms.push(new URL(request.url()).searchParams.get('searchNameTerm')!)
  })
  return terms
}

test('typing offers reasons and tests, and the keys choose among them', async ({ page }) => {
  const { field, list } = await open(page)
  await field.fill('tired')
  await expect(list.getByRole('option').first()).toContainText(t('catalogue.search.suggestions.reason'))
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(field).toHaveAttribute('aria-controls', (await list.getAttribute('id'))!)
  const chosen = list.locator('[aria-selected="true"]')
  const isActive = async (index: number) => {
    const option = list.getByRole('option').nth(index)
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!)
    await expect(chosen).toHaveCount(1)
    await expect(field).toBeFocused()
  }
  await field.press('ArrowDown')
  await isActive(0)
  expect(await faultsOf(page, undefined, 'main')).toEqual([])
  await field.press('ArrowDown')
  await isActive(1)
  // Home and End move the cursor in the typed text again.
  await field.press('Home')
  await expect(chosen).toHaveCount(0)
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0)
  await field.press('ArrowUp')
  await isActive((await list.getByRole('option').count()) - 1)
  await field.press('End')
  await expect(chosen).toHaveCount(0)
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe('tired'.length)
  // Going up from the first option returns to the field.
  await field.press('ArrowDown')
  await field.press('ArrowUp')
  await expect(chosen).toHaveCount(0)
  // Escape keeps the typed text, and an arrow reopens the list.
  await field.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(field).toHaveValue('tired')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).not.toHaveAttribute('aria-controls')
  await field.press('ArrowDown')
  await isActive(0)
  await field.press('Tab')
  await expect(list).toHaveCount(0)
})

test('on a phone the list leaves room for the keyboard, and the arrow keys scroll the chosen option into view', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { field, list } = await open(page, '/search/analysis/1')
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('catalogue.search.submit'), exact: true })
    .click()
  await expect(field).toBeFocused()
  await field.fill('tired')
  await expect(list).toBeVisible()
  const { y, height } = (await list.boundingBox())!
  expect(y + height).toBeLessThan(740 * 0.65)
  const last = list.getByRole('option').last()
  await expect(last).not.toBeInViewport()
  await field.press('ArrowUp')
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(field).toBeFocused()
})

test('a suggestion leads to its page by key and by click; Enter without a choice searches', {
  tag: '@slow',
}, async ({ page }) => {
  const { field } = await open(page)
  const ferritin = page.getByRole('heading', { level: 1, name: 'Ferritin' })
  await field.fill('ferrit')
  await page.getByRole('option', { name: /^Ferritin/ }).click()
  await expect(ferritin).toBeVisible()
  await page.goBack()
  await field.fill('ferrit')
  await expect(page.getByRole('option').first()).toHaveText(/^Ferritin/)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(ferritin).toBeVisible()
  await page.goBack()
  await field.fill('ferrit')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?searchNameTerm=ferrit/)
})

test('a screen reader announces how many suggestions there are, or that there are none', {
  tag: '@slow',
}, async ({ page }) => {
  const { field, list } = await open(page)
  await field.fill('ferrit')
  await expect(list).toBeVisible()
  const count = await list.getByRole('option').count()
  const said = (text: string) => page.getByRole('status').filter({ hasText: text })
  await expect(said(t('catalogue.search.suggestions.count', { count }))).toBeAttached()
  await field.fill('qqqqqqqq')
  await expect(said(t('catalogue.search.suggestions.count', { count: 0 }))).toBeAttached()
  await expect(list).toHaveCount(0)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
})

test('suggestions are requested 100 ms after the last key, once per pause', { tag: '@slow' }, async ({
  page,
}) => {
  await page.clock.install()
  const { field, list } = await open(page)
  const terms = recordTerms(page)
  await field.focus()
  // The code that requests them is loaded at the first focus.
  await expect(page.locator('main p.visually-hidden[role=status]')).toBeAttached()
  await stopClock(page)
  for (const key of 'ferr') {
    await field.press(key)
    await page.clock.runFor(99)
  }
  expect(terms).toEqual([])
  const asked = page.waitForRequest(SUGGESTIONS)
  await page.clock.runFor(1)
  await asked
  await expect(list).toBeVisible()
  await page.clock.runFor(10_000)
  expect(terms).toEqual(['ferr'])
  await field.press('i')
  await page.clock.runFor(100)
  await expect.poll(() => terms).toEqual(['ferr', 'ferri'])
  // A single letter requests nothing.
  await field.fill('f')
  await page.clock.runFor(10_000)
  await expect(list).toHaveCount(0)
  expect(terms).toEqual(['ferr', 'ferri'])
})

test('an older answer never replaces a newer one', { tag: '@slow' }, async ({ page }) => {
  await page.clock.install()
  const { field, list } = await open(page)
  const older: Route[] = []
  await page.route(SUGGESTIONS, (route) => {
    const term = new URL(route.request().url()).searchParams.get('searchNameTerm')
    if (term !== 'vit') return route.continue()
    older.push(route)
  })
  await field.focus()
  // The code that requests them is loaded at the first focus.
  await expect(page.locator('main p.visually-hidden[role=status]')).toBeAttached()
  await stopClock(page)
  await field.pressSequentially('vit')
  await page.clock.runFor(100)
  await expect.poll(() => older.length).toBe(1)
  await field.fill('ferrit')
  await page.clock.runFor(100)
  await expect(list.getByRole('option').first()).toHaveText(/^Ferritin/)
  const late = [{ kind: 'analysis', text: 'Too late', to: '/' }]
  // By now the page has dropped this request; otherwise its answer would be shown.
  await older[0]!.fulfill({ json: late }).catch(() => {})
  await page.clock.runFor(10_000)
  await expect(list.getByRole('option').first()).toHaveText(/^Ferritin/)
  await expect(page.getByText('Too late')).toHaveCount(0)
})

test('without suggestions the field still searches', { tag: '@slow' }, async ({ page }) => {
  const { field, list } = await open(page)
  await page.route(SUGGESTIONS, (route) => route.abort())
  await field.fill('ferrit')
  await page.waitForEvent('requestfailed', (request) => SUGGESTIONS.test(request.url()))
  await expect(list).toHaveCount(0)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?searchNameTerm=ferrit/)
})

test('on the search page the keys control the list while it is open, and the results after the search', {
  tag: '@slow',
}, async ({ page }) => {
  const { field, list } = await open(page, '/search')
  await field.fill('ferrit')
  await expect(list).toBeVisible()
  await expect(page).toHaveURL(/searchNameTerm=ferrit/)
  await field.press('ArrowDown')
  await expect(field).toBeFocused()
  await field.press('ArrowUp')
  await field.press('Enter')
  await expect(list).toHaveCount(0)
  await field.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Ferritin', exact: true })).toBeFocused()
})

test('text typed before the list has loaded gets suggestions, even if the page has already searched for it', {
  tag: '@slow',
}, async ({ page }) => {
  const searched = Promise.withResolvers<void>()
  await page.route(LIST_FILE, async (route) => {
    await searched.promise
    await route.continue()
  })
  const { field, list } = await open(page, '/search')
  await field.fill('ferrit')
  await expect(page.getByRole('heading', { level: 1, name: /ferrit/ })).toBeAttached()
  searched.resolve()
  await expect(list).toBeVisible()
})

test('every page has the same field, and its list is loaded when the field is used', {
  tag: '@slow',
}, async ({ page }) => {
  test.slow()
  for (const { path, button } of PAGES) {
    await test.step(path, async () => {
      let fetched = 0
      const count = (request: { url(): string }) => {
        if (LIST_FILE.test(request.url())) fetched += 1
      }
      page.on('request', count)
      const { field, list } = await open(page, path)
      expect(fetched).toBe(0)
      if (button) await page.getByRole('banner').getByRole('button', { name: button, exact: true }).click()
      await field.fill('ferrit')
      await expect(list.getByRole('option').first()).toHaveText(/^Ferritin/)
      expect(fetched).toBe(1)
      page.off('request', count)
      // A new page closes the panel that contained the field.
      await list.getByRole('option').first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Ferritin' })).toBeVisible()
      await expect(fieldOf(page)).toHaveCount(0)
    })
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  for (const { path, button } of PAGES) {
    test(`the field of ${path} is a plain form`, { tag: '@slow' }, async ({ page }) => {
      await page.goto(shopTogether().url + path)
      if (button) await page.getByRole('banner').getByRole('button', { name: button, exact: true }).click()
      await expect(fieldOf(page)).toHaveCount(0)
      const field = page.getByRole('searchbox', { name: label })
      await field.fill('ferritin')
      await field.press('Enter')
      await expect(page).toHaveURL(/\/search\?searchNameTerm=ferritin$/)
      await expect(page.getByRole('link', { name: 'Ferritin', exact: true })).toBeVisible()
    })
  }
})
