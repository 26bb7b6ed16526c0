import { expect, test } from '@playwright/test'
import { analysisId, apiRoot, BRANCH, call, FERRITIN, settleIn } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

test.beforeEach(async ({ context }) => {
  await settleIn(context, shopTogether(), BRANCH)
})

const BLOOD_COUNT = '1001'
const HIDDEN = [23, 24, 25, 26, 29, 30]

test('an analysis is found by its name, its code, in Russian and with a typing mistake, and shows its price', {
  tag: ['@SPEC-1-BROWSE-ANALYSES', '@SPEC-3-ANALYSIS-FIRST-PRICE'],
}, async ({ page }) => {
  const { url } = shopTogether()
  for (const term of ['ferritin', '1252', 'ферритин', 'feritin']) {
    await page.goto(`${url}/search?searchNameTerm=${encodeURIComponent(term)}`)
    const link = page.getByRole('main').getByRole('link', { name: 'Ferritin', exact: true }).first()
    await expect(link, term).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Ferritin', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ferritin' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('16.90')
})

test('profiles are listed in their order, and each lists its analyses', {
  tag: ['@SPEC-1-BROWSE-PROFILES', '@SPEC-4-PROFILES-SORTED', '@SPEC-1-ORDER-TESTS'],
}, async ({ page }) => {
  const { url } = shopTogether()
  await page.goto(`${url}/profiles`)
  const names = await page
    .getByRole('main')
    .getByRole('link', { name: /Профиль \d+\./ })
    .allTextContents()
  const numbers = names.map((name) => Number(/Профиль (\d+)/.exec(name)?.[1]))
  expect(numbers.slice(0, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  await page.goto(`${url}/profiles/1`)
  const { labServices } = await call<{ labServices: { name: string }[] }>(
    `${apiRoot(shopTogether())}/profiles/1`,
  )
  for (const { name } of labServices) {
    await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeAttached()
  }
})

test('the start page’s categories lead to their analyses; hidden categories are in no list', {
  tag: ['@SPEC-1-BROWSE-CATEGORIES', '@SPEC-9-HIDDEN-CATEGORIES'],
}, async ({ page }) => {
  const { url } = shopTogether()
  const headers = await call<{ id: number; name: string }[]>(`${apiRoot(shopTogether())}/catalogHeaders`)
  const hidden = headers.filter(({ id }) => HIDDEN.includes(id)).map(({ name }) => name)
  expect(hidden).toHaveLength(6)
  await page.goto(`${url}/search`)
  const listed = await page.getByRole('main').getByRole('link').allTextContents()
  for (const name of hidden) expect(listed.filter((text) => text.startsWith(name))).toEqual([])
  await page.goto(url)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Hormones/ })
    .first()
    .click()
  await expect(page).toHaveURL(`${url}/categories/hormones`)
  await expect(page.getByRole('heading', { level: 1, name: 'Hormones' })).toBeVisible()
  const tests = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tests' })
  await expect(tests).toHaveClass(/active/)
  // Tests come first, then the profiles that contain many of them.
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(titles.at(-1)).toBe('Profiles with these tests')
})

test('without scripts, profiles are filtered by purpose, and their cards lead to the comparison', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await settleIn(context, shopTogether(), BRANCH)
  const page = await context.newPage()
  await page.goto(`${shopTogether().url}/profiles`)
  const chip = page.getByRole('main').getByRole('link', { name: /^Thyroid, hormones/ })
  await chip.click()
  await expect(page).toHaveURL(/\/profiles\?for=thyroid$/)
  await expect(chip).toHaveAttribute('aria-current')
  const pair = page.getByRole('region', { name: 'How they differ' }).getByRole('columnheader')
  await expect(pair).toContainText(['Профиль 4', 'Профиль 5'])
  const compare = page.getByRole('main').getByRole('link', { name: 'Compare with similar profiles' })
  await compare.first().click()
  await expect(page.getByRole('heading', { name: 'Compared with similar profiles' })).toBeInViewport()
  await context.close()
})

test('a profile names its contents at the top, and leads to its comparison', async ({ page }) => {
  await page.goto(`${shopTogether().url}/profiles/1`)
  const head = page.locator('main header').first()
  await expect(head).toContainText(/\s· \+\d+/)
  await head.getByRole('link', { name: 'Compare with similar profiles' }).click()
  await expect(page.getByRole('heading', { name: 'Compared with similar profiles' })).toBeInViewport()
})

const PARTS = [
  [['@SPEC-9-ALLERGOLOGY-PARTS', '@SPEC-9-SLUGS-CONFIGURED'], 'allergology', /^allergology-/],
  [['@SPEC-9-DIAGNOSTICS-PARTS', '@SPEC-9-SLUGS-CONFIGURED'], 'diagnostics', /^diagnostics-/],
] as const

for (const [tag, slug, part] of PARTS) {
  test(`${slug} has five parts, each a group on its page`, { tag: [...tag] }, async ({ page, request }) => {
    const { url } = shopTogether()
    const script = await (await request.get(`${url}/public-env.js`)).text()
    const { categoryIds } = JSON.parse(script.replace('window.publicEnv = ', '')) as {
      categoryIds: Record<string, string>
    }
    const ids = Object.entries(categoryIds).flatMap(([name, id]) => (part.test(name) ? [Number(id)] : []))
    expect(ids).toHaveLength(5)
    const headers = await call<{ id: number; name: string }[]>(`${apiRoot(shopTogether())}/catalogHeaders`)
    await page.goto(`${url}/categories/${slug}`)
    for (const id of ids) {
      const name = headers.find((header) => header.id === id)!.name
      await expect(page.getByRole('main').getByRole('heading', { name })).toBeVisible()
    }
  })
}

test('pages behind links within 200 px of the viewport are fetched ahead', {
  tag: ['@SPEC-9-PREFETCH-MARGIN'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    const margins: string[] = []
    const Observer = window.IntersectionObserver
    window.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options)
        if (options?.rootMargin) margins.push(options.rootMargin)
      }
    }
    Object.assign(window, { margins })
  })
  // Categories are near the top of the page.
  const ahead = page.waitForRequest(/\/categories\/[^/]+\.data/)
  await page.goto(shopTogether().url)
  await ahead
  const margins = await page.evaluate(() => (window as unknown as { margins: string[] }).margins)
  expect(margins).toContain('200px')
})

test('a guest’s page is the same for all cookies on which it does not depend, and a proxy may cache it', async () => {
  const { url } = shopTogether()
  const asked = (cookie: string) => fetch(`${url}/profiles/1`, { headers: { Cookie: cookie } })
  const chosen = `activeLaboratoryId=${BRANCH}; acceptCookie=true`
  const [first, counted, otherLaboratory, unaccepted] = await Promise.all(
    [
      chosen,
      `_counter=GA1.2.3; ${chosen}`,
      `activeLaboratoryId=${BRANCH + 1}; acceptCookie=true`,
      `activeLaboratoryId=${BRANCH}`,
    ].map(asked),
  )
  const tag = first!.headers.get('ETag')
  expect(first!.headers.get('Cache-Control')).toMatch(
    /^public, max-age=0, s-maxage=(?:10|\d), must-revalidate$/,
  )
  expect(first!.headers.get('Vary')).toBe('Accept-Encoding, Cookie')
  expect(counted!.headers.get('ETag')).toBe(tag)
  expect(otherLaboratory!.headers.get('ETag')).not.toBe(tag)
  expect(unaccepted!.headers.get('ETag')).not.toBe(tag)
  // A proxy that reads the relevant cookies names the variant; if the name is wrong, nothing is cached.
  const through = (variant: string) =>
    fetch(`${url}/profiles/1`, { headers: { Cookie: `_counter=1; ${chosen}`, 'X-Shop-Variant': variant } })
  const named = await through(`laboratory=${BRANCH}; language=; cookies=accepted`)
  expect(named.headers.get('Vary')).toBe('Accept-Encoding, X-Shop-Variant')
  expect(named.headers.get('ETag')).toBe(tag)
  const misnamed = await through(`laboratory=${BRANCH + 1}; language=; cookies=accepted`)
  expect(misnamed.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(misnamed.headers.get('Vary')).toBe('Accept-Encoding, Cookie')
  const remembered = await fetch(`${url}/profiles/1?locale=pl`, { headers: { Cookie: chosen } })
  expect(remembered.headers.get('Set-Cookie')).toContain('locale=pl')
  expect(remembered.headers.get('Cache-Control')).toBe('private, no-cache')
})

test('the data of a shared page is cached for guests, compressed, separately for each laboratory', async () => {
  const { url } = shopTogether()
  const asked = (route: string, laboratoryId: number, headers = {}) =>
    fetch(`${url}/profiles/1.data?_routes=${route}`, {
      headers: { 'Accept-Encoding': 'br', Cookie: `activeLaboratoryId=${laboratoryId}`, ...headers },
    })
  const first = await asked('profileCard', BRANCH)
  const tag = first.headers.get('ETag') ?? ''
  expect(tag).toMatch(/^"/)
  expect(first.headers.get('Content-Encoding')).toBe('br')
  // Another test may have asked for the same card in the ten seconds for which an answer is cached.
  expect(first.headers.get('Cache-Control')).toMatch(/^private, max-age=(?:10|\d)$/)
  expect(await first.text()).toContain('analysisCount')
  expect((await asked('profileCard', BRANCH, { 'If-None-Match': tag })).status).toBe(304)
  expect((await asked('profileCard', BRANCH + 1)).headers.get('ETag')).not.toBe(tag)
  // The shell's data is personal.
  expect((await asked('root', BRANCH)).headers.get('Cache-Control')).toBe('private, no-store')
  // So is the start page's, which shows a family's visits and results, also when fetched ahead.
  const home = await fetch(`${url}/_.data?_routes=home`, { headers: { 'Sec-Purpose': 'prefetch' } })
  expect(home.status).toBe(200)
  expect(home.headers.get('Cache-Control')).toBe('private, no-store')
})

test('the primary colour is #173366', { tag: ['@SPEC-9-PRIMARY-COLOUR'] }, async ({ page }) => {
  await page.goto(shopTogether().url)
  const button = page.getByRole('main').getByRole('button', { name: 'Search' }).first()
  await expect(button).toHaveCSS('background-color', 'rgb(23, 51, 102)')
})

test('a screen of the layout modal is a dialog over the page from which it was opened', {
  tag: ['@SPEC-2-LAYOUT-MODAL'],
}, async ({ page }) => {
  const { url } = shopTogether()
  await openWithScripts(page, `${url}/documents`)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Laboratory/ })
    .click()
  await expect(page).toHaveURL(/\/laboratory\?/)
  const title = 'Please select the lab you would like to attend'
  const modal = page.getByRole('main').filter({ has: page.getByRole('heading', { name: title }) })
  const { width } = (await modal.boundingBox())!
  expect(width).toBeLessThan(1_000)
  // The page behind it is still visible, but cannot be reached.
  const behind = page.locator('[inert][aria-hidden="true"]')
  await expect(behind).toContainText('Public offer')
  await page.getByRole('dialog', { name: title }).getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL(`${url}/documents`)
})

test('a screen of the layout with a sticky footer keeps its next step in view', {
  tag: ['@SPEC-2-LAYOUT-STICKY-FOOTER'],
}, async ({ page }) => {
  const { url } = shopTogether()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`${url}/search/analysis/1`)
  const next = page.getByRole('link', { name: 'Choose patients' })
  await expect(next.last()).toBeInViewport()
  await page.mouse.wheel(0, 600)
  await expect(next.last()).toBeInViewport()
})

test('search results name their categories, which lead to their pages', {
  tag: ['@SPEC-3-ANALYSIS-CATEGORIES'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.goto(`${shop.url}/search?searchNameTerm=ferritin`)
  const category = page.getByRole('region', { name: 'Categories' }).getByRole('link').first()
  const name = (await category.textContent())!
  await category.click()
  await expect(page).toHaveURL(/\/categories\/[a-z-]+$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('reference ranges are labelled with their group, also after the next analysis was opened', {
  tag: '@slow',
}, async ({ page }) => {
  const shop = shopTogether()
  const pathOf = async (code: string) => `/search/analysis/${await analysisId(shop, code)}`
  const next = await pathOf(BLOOD_COUNT)
  await openWithScripts(page, shop.url + (await pathOf(FERRITIN)))
  const group = page.getByRole('combobox', { name: 'Ranges for' })
  const first = await group.inputValue()
  const other = await group.locator('option').nth(1).getAttribute('value')
  await group.selectOption(other)
  await expect(page).toHaveURL(new RegExp(`ranges=${other}$`))
  await expect(group).toHaveValue(other!)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, next)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Complete blood count/)
  await expect(group).toHaveValue(first)
})

test('what was searched for is cleared by a button as large as a finger, away from the frame', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openWithScripts(page, `${shopTogether().url}/search?searchNameTerm=vitamin`)
  const clear = page.getByRole('button', { name: 'Clear', exact: true })
  const { x, width, height } = (await clear.boundingBox())!
  expect([width, height]).toEqual([44, 44])
  const frame = (await page.getByRole('main').getByRole('search').boundingBox())!
  expect(frame.x + frame.width - (x + width / 2)).toBeGreaterThanOrEqual(26)
  await clear.click()
  await expect(page.getByRole('main').getByRole('combobox')).toHaveValue('')
})
