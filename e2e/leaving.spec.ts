// What the browser has of somebody goes when the session has ended.
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { desk, logInAs as logInAtDesk } from './desk-stage.ts'
import { apiRoot, type Customer, call, logInAs, newCustomer, settleIn } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

/** A page that names who is logged in, and all its parts loaded. */
async function settled(context: BrowserContext, page: Page): Promise<Customer> {
  const customer = await newCustomer(shopTogether())
  await settleIn(context, customer.shop)
  await logInAs(context, customer)
  const parts = page.waitForResponse('**/assets/after-page-*.js')
  await openWithScripts(page, `${customer.shop.url}/settings`)
  await (await parts).finished()
  await expect(page.locator('body')).toContainText(customer.email)
  return customer
}

test('a page that the browser brings back after the session has ended shows nothing of it', {
  tag: ['@ASVS-14.3.1'],
}, async ({ context, page }) => {
  const customer = await settled(context, page)
  await call(`${apiRoot(customer.shop)}/logout`, { method: 'POST', token: customer.token })
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL(/\/login/)
  expect(await page.content()).not.toContain(customer.email)
})

test('the desk too: who leaves without a network leaves no page, and the next visit ends the session', {
  tag: ['@ASVS-14.3.1'],
}, async ({ context, page }) => {
  await logInAtDesk(context, 'reception')
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
