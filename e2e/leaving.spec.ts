// Personal data in the browser is removed when the session has ended.
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, logInAs as logInAtDesk } from './desk-stage.ts'
import { apiRoot, type Customer, call, logInAs, newCustomer, settleIn } from './stage.ts'
import { openWithScripts, shopTogether, waitForParts } from './visitor.ts'

/** Opens a page that names the customer, with all its parts loaded. */
async function settled(context: BrowserContext, page: Page, path = '/settings'): Promise<Customer> {
  const customer = await newCustomer(shopTogether())
  await settleIn(context, customer.shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${customer.shop.url}${path}`)
  await waitForParts(page)
  await expect(page.locator('body')).toContainText(customer.email)
  return customer
}

test('a page that the browser restores after the session has ended shows nothing of it', {
  tag: ['@ASVS-14.3.1'],
}, async ({ context, page }) => {
  const customer = await settled(context, page)
  await call(`${apiRoot(customer.shop)}/logout`, { method: 'POST', token: customer.token })
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => page.content()).not.toContain(customer.email)
})

const LEFT = 'You are logged out here'
const signOut = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()

/** Expects that the shop has ended the session, and that the browser has nothing left of it. */
async function expectEnded(context: BrowserContext, { shop, token }: Customer) {
  const { status } = await fetch(`${apiRoot(shop)}/users/current`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(status).toBe(401)
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names.filter((name) => /authToken|leaving/.test(name))).toEqual([])
}

/** Expects the page of a customer who has confirmed the logout without an answer from the shop. */
async function expectCleared(page: Page, { email, firstName }: Customer) {
  await expect(page.getByRole('heading', { name: LEFT })).toBeVisible()
  expect(page.url()).toMatch(/^blob:/)
  const held = await page.evaluate(() => [document.documentElement.outerHTML, Object.keys(sessionStorage)])
  expect(JSON.stringify(held)).not.toMatch(new RegExp(`${email}|${firstName}|form `))
}

test('logging out offline leaves a page that says so, and the shop ends the session once it is reachable again', {
  tag: ['@ASVS-14.3.1', '@slow'],
}, async ({ context, page }) => {
  const customer = await settled(context, page, '/logout')
  await context.setOffline(true)
  await signOut(page)
  await expectCleared(page, customer)
  expect(await faultsOf(page)).toEqual([])
  await context.setOffline(false)
  await expect(page).toHaveURL(`${customer.shop.url}/`)
  expect(await page.content()).not.toContain(customer.email)
  await expectEnded(context, customer)
})

test('after logging out offline and closing the page, the next visit shows nothing, and the session has ended', {
  tag: ['@ASVS-14.3.1'],
}, async ({ context, page }) => {
  const customer = await settled(context, page, '/logout')
  await context.setOffline(true)
  await signOut(page)
  await expectCleared(page, customer)
  const later = await context.newPage()
  await page.close()
  await context.setOffline(false)
  const shown: Promise<string>[] = []
  later.on('response', (answer) => {
    if (answer.request().isNavigationRequest()) shown.push(answer.text().catch(() => ''))
  })
  await later.goto(`${customer.shop.url}/settings`)
  await expect(later).toHaveURL(/\/login\?/)
  expect((await Promise.all(shown)).join()).not.toContain(customer.email)
  await expectEnded(context, customer)
})

test('if even the logout question cannot be loaded, the page asks it itself, and each tab is cleared', {
  tag: ['@ASVS-14.3.1', '@slow'],
}, async ({ context, page }) => {
  const customer = await settled(context, page)
  const other = await context.newPage()
  await openWithScripts(other, `${customer.shop.url}/orders`)
  await waitForParts(other)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await expectCleared(page, customer)
  await expectCleared(other, customer)
})

test.describe('a shop without a proper answer', () => {
  const away = {
    'a proxy’s error': (page: Page) =>
      page.route('**/logout.data*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' })),
    'an error of the shop': (page: Page) =>
      page.route('**/logout.data*', (route) => route.fulfill({ status: 500, body: 'oops' })),
    'no answer': async (page: Page) => {
      await page.clock.install()
      await page.route('**/logout.data*', () => {})
    },
  }
  for (const [how, breakShop] of Object.entries(away)) {
    test(`logs the customer out all the same (${how})`, { tag: ['@ASVS-14.3.1', '@slow'] }, async ({
      context,
      page,
    }) => {
      const customer = await settled(context, page, '/logout')
      await breakShop(page)
      const sent = page.waitForRequest('**/logout.data*')
      await signOut(page)
      await sent
      if (how === 'no answer') await page.clock.fastForward(10_000)
      await expectCleared(page, customer)
      await page.getByRole('link', { name: 'Open the shop' }).click()
      await expect(page).toHaveURL(`${customer.shop.url}/`)
      await expectEnded(context, customer)
    })
  }
})

test('logging out of the desk offline leaves nothing on the page, and the next visit ends the session', {
  tag: ['@ASVS-14.3.1', '@slow'],
}, async ({ context, page }) => {
  await logInAtDesk(context, 'reception', 'Nina Who Leaves')
  await page.goto(desk())
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto(desk())
  await expect(later).toHaveURL(/\/login/)
  expect((await context.cookies()).filter(({ name }) => name.endsWith('deskSession'))).toEqual([])
})
