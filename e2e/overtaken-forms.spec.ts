import { expect, type Page, type Route, test } from '@playwright/test'
import {
  addPatient,
  analysisId,
  BRANCH,
  FERRITIN,
  fillCart,
  HOME_LABORATORY,
  logInAs,
  mailedCode,
  newCustomer,
  settleIn,
} from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

const BLOOD_COUNT = '1001'

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** Holds the page's next form until `release`: before it reaches the shop, or its answer. */
async function holdForm(page: Page, path: string, what: 'request' | 'answer') {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: arrived } = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === `${path}.data`,
    async (route: Route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const response = what === 'answer' ? await route.fetch({ maxRedirects: 0 }) : undefined
      arrived()
      await held
      // The browser may have cancelled the request.
      await (response ? route.fulfill({ response }) : route.continue()).catch(() => undefined)
    },
  )
  return { isHeld, release }
}

test('a page opened while a test is being added to the cart shows the new badge', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await addPatient(customer)
  await settleIn(context, shop)
  await logInAs(context, customer)
  const path = `/add-to-cart/analysis/${await analysisId(shop, FERRITIN)}`
  await openWithScripts(page, shop.url + path)
  const { isHeld, release } = await holdForm(page, path, 'answer')
  await page.getByRole('checkbox', { name: /Anna Kovaleva/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await isHeld
  await mainLink(page, 'Profiles').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 test' })).toBeVisible()
  release()
})

test('a laboratory confirmed just before its question was closed is in the top bar of the next page', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop, HOME_LABORATORY)
  await openWithScripts(page, `${shop.url}/documents`)
  const bar = page.getByRole('banner')
  await bar.getByRole('link', { name: /^Laboratory/ }).click()
  const { isHeld, release } = await holdForm(page, '/laboratory', 'request')
  await page.getByRole('combobox', { name: 'Laboratory' }).selectOption(String(BRANCH))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await isHeld
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${shop.url}/documents`)
  await expect(bar).toContainText('Home visits, Minsk')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  release()
  await answered
  await mainLink(page, 'Profiles').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
  await expect(bar).toContainText('Независимости, 116Б')
})

test('accepting cookies again after the connection was lost leaves the visitor on the page, with what was typed', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await context.addCookies([{ name: 'activeLaboratoryId', value: String(BRANCH), url: shop.url }])
  await openWithScripts(page, shop.url)
  await mainLink(page, 'Profiles').click()
  // A link followed before would take this page's place in the history.
  await expect(page).toHaveURL(`${shop.url}/profiles`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click()
  const message = page.getByLabel('Message')
  await message.fill('Когда будут готовы результаты?')
  await page.route('**/cookie-consent.data*', (route) => route.abort('connectionreset'))
  const banner = page.getByRole('region', { name: 'Файлы cookie' })
  await banner.getByRole('button').click()
  const notice = page.getByRole('alert').filter({ hasText: 'No connection' })
  await expect(notice).toBeVisible()
  await page.unroute('**/cookie-consent.data*')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(banner).toHaveCount(0)
  await expect(notice).toHaveCount(0)
  await expect(page).toHaveURL(`${shop.url}/support`)
  await expect(message).toHaveValue('Когда будут готовы результаты?')
  await page.goBack()
  await expect(page, 'no second entry for the same page').toHaveURL(`${shop.url}/profiles`)
})

test('without scripts, accepting cookies leads back to the page', async ({ browser }) => {
  const { url } = shopTogether()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies([{ name: 'activeLaboratoryId', value: String(BRANCH), url }])
  const page = await context.newPage()
  await page.goto(`${url}/search?searchNameTerm=ferritin`)
  await page.getByRole('button', { name: 'Принять' }).click()
  await expect(page).toHaveURL(`${url}/search?searchNameTerm=ferritin`)
  await expect(page.getByRole('region', { name: 'Файлы cookie' })).toHaveCount(0)
  await context.close()
})

test('a cart from which a test was just removed still shows what another window adds', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  const patientIds = [await addPatient(customer)]
  await fillCart(customer, { patientIds })
  await fillCart(customer, { patientIds, code: BLOOD_COUNT })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/order/cart`)
  await page.getByRole('button', { name: 'Remove Ferritin for Anna Kovaleva' }).click()
  await expect(page.getByText('Removed from the cart')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Ferritin' })).toHaveCount(0)
  await fillCart(customer, { patientIds })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(main.getByRole('link', { name: 'Ferritin' })).toBeVisible()
})

test('only the pressed one of several equal buttons shows that it works', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  const patientIds = [await addPatient(customer)]
  await fillCart(customer, { patientIds })
  await fillCart(customer, { patientIds, code: BLOOD_COUNT })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/order/cart`)
  const { isHeld, release } = await holdForm(page, '/order/cart', 'request')
  const ferritin = page.getByRole('button', { name: /^Remove Ferritin for/ })
  await ferritin.click()
  await isHeld
  const main = page.getByRole('main')
  await expect(main.getByRole('status').filter({ hasText: 'Working' })).toHaveCount(1)
  await expect(main.locator('[aria-disabled]')).toHaveCount(1)
  await expect(ferritin).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(page.getByText('Removed from the cart')).toBeVisible()
  await expect(main.locator('[aria-disabled]')).toHaveCount(0)
})

test('each mail with a code starts the countdown to the next, and the button keeps the focus', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.clock.install()
  await openWithScripts(page, `${shop.url}/settings?modal=confirmEmail`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  const again = dialog.getByRole('button', { name: 'Send a new code' })
  const sent = dialog.getByRole('status').filter({ hasText: customer.email })
  for (const _ of [1, 2]) {
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await expect(again).toContainText('New code in')
    await expect(again).toBeFocused()
    await expect(sent).toBeVisible()
    await sent.evaluate((element) => element.setAttribute('data-first', ''))
    await page.clock.runFor(61_000)
    await expect(again).not.toHaveAttribute('aria-disabled')
    await again.click()
    await expect(sent, 'another notice').not.toHaveAttribute('data-first')
  }
  // A refused code neither stops nor restarts the countdown.
  await page.clock.runFor(20_000)
  const code = await mailedCode(customer)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code === '000000' ? '111111' : '000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await page.clock.runFor(41_000)
  await expect(again).not.toHaveAttribute('aria-disabled')
})
