import { expect, type Page, test } from '@playwright/test'
import {
  apiRoot,
  type Customer,
  call,
  confirmEmail,
  logInAs,
  newCustomer,
  PASSWORD,
  settleIn,
} from './stage.ts'
import { addAuthenticator, openWithScripts, type ShopUnderTest, shopTogether } from './visitor.ts'

// Browsers allow no passkeys for an IP address; the shop on this machine also answers as localhost.
function shopByName(): ShopUnderTest {
  const shop = shopTogether()
  return { ...shop, url: shop.url.replace('127.0.0.1', 'localhost') }
}

/** Someone who is logged in and has just added a passkey to the account: its recovery codes are shown. */
async function withPasskey(page: Page): Promise<Customer> {
  const shop = shopByName()
  const confirmed = await newCustomer(shopTogether())
  await confirmEmail(confirmed)
  const customer = { ...confirmed, shop }
  await settleIn(page.context(), shop)
  await logInAs(page.context(), customer)
  await addAuthenticator(page)
  await openWithScripts(page, `${shop.url}/settings/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  // A login alone is not enough to add a passkey.
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('You can now continue')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My phone')
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  return customer
}

test('a passkey is created, logs in on its own, is renamed and removed', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const { shop } = await withPasskey(page)
  await expect(page.getByText('The second step is on')).toBeVisible()
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(page.getByText('My phone')).toBeVisible()

  await context.clearCookies({ name: 'authToken' })
  await openWithScripts(page, `${shop.url}/login?pathnameToReturn=%2Fsettings%2Fsecurity`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${shop.url}/settings/security`)
  await expect(page.getByText(/last used/)).toBeVisible()

  await page.getByText('Rename or remove').click()
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Fill in this field')).toBeVisible()
  await page.getByLabel('Name').fill('Anna’s phone')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Anna’s phone')).toBeVisible()
  await page.getByText('Rename or remove').click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Anna’s phone')).toHaveCount(0)
  await expect(page.getByText('You now log in with the password alone')).toBeVisible()
})

test('a device that already has a passkey is told so, and is not asked to try again', {
  tag: '@slow',
}, async ({ page }) => {
  await withPasskey(page)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
})

test('after the password a passkey is the second step', { tag: '@slow' }, async ({ page, context }) => {
  const { shop, email } = await withPasskey(page)
  await expect(page.getByText('The second step is on')).toBeVisible()
  await context.clearCookies({ name: 'authToken' })
  await openWithScripts(page, `${shop.url}/login?pathnameToReturn=%2Fsettings`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'The second step' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${shop.url}/settings`)
})

test('a passkey proves the owner again, and unlocks what a session alone may not do', {
  tag: '@slow',
}, async ({ page }) => {
  const { shop, token } = await withPasskey(page)
  await expect(page.getByText('The second step is on')).toBeVisible()
  const factor = () =>
    call<{ provenWithPasskey: boolean }>(`${apiRoot(shopTogether())}/users/current/second-factor`, {
      token,
    })
  expect((await factor()).provenWithPasskey).toBe(false)
  await openWithScripts(page, `${shop.url}/confirm-it-is-you?pathnameToReturn=%2Fsettings%2Fsecurity`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/settings\/security/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await factor()).provenWithPasskey).toBe(true)
})

test('a visitor without a passkey on this device is told so, and logs in with the password', {
  tag: '@slow',
}, async ({ page, context }) => {
  test.slow()
  const shop = shopByName()
  await settleIn(context, shop)
  await addAuthenticator(page)
  await openWithScripts(page, `${shop.url}/login`)
  const options = page.waitForResponse(`${shop.url}/passkey-options`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  expect((await options).status()).toBe(200)
  // The browser decides how long it searches.
  await expect(page.getByText('No passkey was used')).toBeVisible({ timeout: 75_000 })
  await expect(page.getByLabel('E-mail')).toBeEnabled()
})

test('the passkey library is loaded when a button is pressed, not before', async ({ page, context }) => {
  const shop = shopByName()
  await settleIn(context, shop)
  await addAuthenticator(page)
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''))
  })
  const isThere = () =>
    scripts.some((text) => text.includes('startAuthentication') && text.includes('navigator.credentials'))
  await openWithScripts(page, `${shop.url}/login`)
  await page.waitForLoadState('networkidle')
  expect(isThere()).toBe(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(isThere).toBe(true)
})
