import { expect, test } from '@playwright/test'
import { fillPath, NAVIGATION, type RouteKey } from '../apps/storefront/app/platform/navigation/navigation.ts'
import {
  addPatient,
  analysisId,
  BRANCH,
  FERRITIN,
  fillCart,
  logInAs,
  newCustomer,
  settleIn,
} from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

/** Routes that answer without a page, or redirect a guest immediately. */
const NO_PAGE: readonly RouteKey[] = ['searchSuggestions', 'secondStep', '_app', 'logout', 'sharedResult']

test('each page open to guests announces its title, and focuses its heading or what the page chooses', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop, BRANCH)
  await openWithScripts(page, `${shop.url}/documents`)
  const id = String(await analysisId(shop, FERRITIN))
  const params = {
    ...{ analysisId: id, profileId: '1', addableType: 'analysis', addableId: id, laboratoryId: '1' },
    ...{ categorySlug: 'hormones', documentSlug: 'public-offer' },
  }
  const keys = (Object.keys(NAVIGATION) as RouteKey[]).filter(
    (key) => NAVIGATION[key].needsLogin !== true && !/\/api\//.test(NAVIGATION[key].path),
  )
  const screens = keys.filter((key) => !NO_PAGE.includes(key))
  expect(screens.length).toBeGreaterThan(15)
  let before = ''
  for (const key of screens) {
    const path = fillPath(key, params)
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)
    const title = page.locator('[data-page-title]')
    await expect(title, key).not.toHaveText(before)
    before = (await title.textContent()) ?? ''
    expect([key, before]).toEqual([key, await page.title()])
    const focus = () =>
      page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.closest('main, dialog') ? activeElement.tagName : 'nowhere'
      })
    await expect.poll(focus, key).toMatch(/^(H1|INPUT)$/)
  }
})

test('after a change of page its heading is focused, and the next Tab leads to the page’s first control', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/search`)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Write to our support team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('main').locator('a, input:not([type=hidden]), button, select, textarea').first(),
  ).toBeFocused()
})

test('after a change of page its title is announced, and nothing before', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/search`)
  const title = page.locator('[aria-live="polite"][data-page-title]')
  await expect(title).toHaveText('')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to our support team' }).click()
  await expect(page).toHaveURL(/\/support$/)
  await expect(title).toHaveText(/^Support – /)
})

test('pages that load late, a new heading under the same path, and the way out of an error are announced and focused', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  const expectAnnounced = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.locator('[data-page-title]')).toHaveText(await page.title())
  }
  await openWithScripts(page, `${shop.url}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/resetPasswordForm/)
  await expectAnnounced()
  await openWithScripts(page, `${shop.url}/search/analysis/${await analysisId(shop, FERRITIN)}`)
  await page.getByRole('main').locator('a[href*="/add-to-cart/"]').first().click()
  await expect(page).toHaveURL(/add-to-cart/)
  await expectAnnounced()
  await openWithScripts(page, `${shop.url}/nowhere`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to our support team' }).click()
  await expect(page).toHaveURL(/\/support$/)
  await expectAnnounced()
})

test('while a part of the next page is still loading, the page before it stays, not an empty one', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(/\/guest-add-page-/, async (route) => {
    await gate
    await route.continue()
  })
  await openWithScripts(page, `${shop.url}/search/analysis/${await analysisId(shop, FERRITIN)}`)
  const asked = page.waitForRequest(/\/guest-add-page-/)
  await page.getByRole('main').locator('a[href*="/add-to-cart/"]').first().click()
  await asked
  await page.waitForTimeout(300)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ferritin')
  open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account to choose patients')
})

test('pages behind visible links are fetched ahead, at most a dozen at the same time, and so is one about to be pressed', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  const ahead: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('.data')) ahead.push(`${pathname.replace(/\.data$/, '')}${search}`)
  })
  await openWithScripts(page, `${shop.url}/categories/general-blood-tests`)
  await expect.poll(() => ahead.length).toBeGreaterThan(3)
  // Personal pages are requested only when they are opened.
  expect(ahead.filter((path) => /^\/(?:_root|cart|login|test-results)\b/.test(path))).toEqual([])
  const link = page.getByRole('contentinfo').locator('a[href^="/documents/"]').last()
  const path = new URL((await link.getAttribute('href')) ?? '', shop.url).pathname
  await link.hover()
  await expect.poll(() => ahead.map((each) => each.replace(/\?.*/, ''))).toContain(path)
  const links = page.locator('link[rel=prefetch][as=fetch]')
  expect(await links.count()).toBeLessThanOrEqual(12)
  // Finished prefetches leave nothing in the page, which each press would render again.
  await expect(links).toHaveCount(0)
})

test('nothing is fetched ahead for visitors who save data', { tag: '@slow' }, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await openWithScripts(page, `${shop.url}/categories/general-blood-tests`)
  await page.getByRole('contentinfo').locator('a[href^="/documents/"]').last().hover()
  // Links are observed with the next frame, and fetched in the idle time after it.
  await page.evaluate(async () => {
    for (let round = 0; round < 5; round++)
      await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))
  })
  await expect(page.locator('link[rel=prefetch][as=fetch]')).toHaveCount(0)
})

test('no page creates a formatter of numbers, dates or letters at start, which takes a slow phone 100 ms', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.addInitScript(() => {
    const made: string[] = []
    for (const name of ['NumberFormat', 'DateTimeFormat', 'Segmenter', 'Collator'] as const) {
      const construct: ProxyHandler<typeof Intl.NumberFormat>['construct'] = (...all) => {
        made.push(name)
        return Reflect.construct(...all)
      }
      Object.assign(Intl, { [name]: new Proxy(Intl[name] as typeof Intl.NumberFormat, { construct }) })
    }
    Object.assign(globalThis, { made })
  })
  const made = () => page.evaluate(() => (globalThis as unknown as { made: string[] }).made)
  const customer = await newCustomer(shop)
  await fillCart(customer, { patientIds: [await addPatient(customer)] })
  const guests = ['/', '/search?searchNameTerm=iron', '/categories/general-blood-tests', '/login']
  for (const path of guests) {
    await openWithScripts(page, `${shop.url}${path}`)
    expect(await made(), path).toEqual([])
  }
  await logInAs(context, customer)
  for (const path of ['/', '/order/cart', '/settings', '/patients', '/test-results']) {
    await openWithScripts(page, `${shop.url}${path}`)
    expect(await made(), `${path} of a customer`).toEqual([])
  }
})
