import { expect, type Page, test } from '@playwright/test'
import { fillPath, NAVIGATION, type RouteKey } from '../apps/storefront/app/platform/navigation/navigation.ts'
import {
  BRANCH,
  HOME_LABORATORY,
  PASSWORD,
  payOrder,
  placeOrder,
  type StagedAccounts,
  settleIn,
  stageAccounts,
} from './stage.ts'
import { newEmail, openWithScripts, register, shopTogether } from './visitor.ts'

// One customer with a filled cart, a home visit, an order and its result serves every screen.
test.describe.configure({ mode: 'default' })

interface Stage extends StagedAccounts {
  /** Paid, with the visit still to come. */
  comingOrderId: string
}
let stage: Stage

test.beforeAll(async () => {
  const staged = await stageAccounts(shopTogether())
  const coming = await placeOrder(staged.customer, staged.patientId, { at: 0.8 })
  await payOrder(coming)
  stage = { ...staged, comingOrderId: coming.id }
})

/** Navigates as a link in the shop does: the router requests the page's data, no document is loaded. */
async function navigateInPage(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

const PROTECTED = (Object.keys(NAVIGATION) as RouteKey[]).filter((key) => NAVIGATION[key].needsLogin === true)

for (const key of PROTECTED) {
  test(`a guest who follows a link to ${key} logs in and arrives there`, async ({ page, context }) => {
    const shop = shopTogether()
    await settleIn(context, shop, key === 'nurseCheckoutDate' ? BRANCH : HOME_LABORATORY)
    await openWithScripts(page, `${shop.url}/documents`)
    const query = key === 'orderSubmitted' ? `?orderId=${stage.orderId}` : ''
    const orderId = key === 'orderVisit' ? stage.comingOrderId : stage.orderId
    const path = `${fillPath(key, { ...stage, orderId, customer: undefined, unconfirmed: undefined })}${query}`
    await navigateInPage(page, path)
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    const { email } = key === 'confirmEmailInOrder' ? stage.unconfirmed : stage.customer
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(`${shop.url}${path}`)
    await expect(page.getByRole('button', { name: 'Menu of Anna Kovaleva' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
  })
}

test('a guest who presses Results and registers sees the results', async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, shop.url)
  await page.getByRole('banner').getByRole('link', { name: 'Results' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await register(page, newEmail())
  await expect(page).toHaveURL(`${shop.url}/test-results`)
  await expect(page.getByRole('button', { name: 'Menu of Anna Kovaleva' })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
})
