import { expect, test } from '@playwright/test'
import { readerOf, reportedFerritin } from './result-stage.ts'
import {
  addPatient,
  analysisId,
  BRANCH,
  call,
  confirmEmail,
  fillCart,
  HOME_LABORATORY,
  logInAs,
  newCustomer,
  payOrder,
  placeOrder,
  settleIn,
} from './stage.ts'
import { openWithScripts, shopTogether, waitForParts } from './visitor.ts'

/** Its container can be bought or brought. */
const URINALYSIS = '7001'
const CONTAINER = 40

const NOT_AT_HOME = '1265'

test('in the cart the focus moves to what has been done, and a question that was closed returns it to its link', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  const patientId = await addPatient(customer)
  await fillCart(customer, { patientIds: [patientId] })
  await call(`${shop.url}/api/cart/add-to-cart`, {
    method: 'POST',
    token: customer.token,
    headers: { 'X-Laboratory-Id': String(HOME_LABORATORY) },
    body: {
      analysisId: await analysisId(shop, URINALYSIS),
      patientIds: [patientId],
      updateToIsBoughtOptionalMaterialMap: { [patientId]: { [CONTAINER]: true } },
    },
  })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/order/cart`)
  await waitForParts(page)
  const notice = page.getByRole('main').getByRole('status')
  await page.getByRole('button', { name: /I have my own/ }).click()
  await expect(page.getByText('Have your own container ready')).toBeVisible()
  await expect(notice.filter({ hasText: 'Saved' })).toBeFocused()
  // The notice says the same as before, so the focus stays beside the line.
  await page.getByRole('button', { name: /^Add one/ }).click()
  await expect(page.getByText('Have your own container ready')).toHaveCount(0)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove Ferritin for Anna Kovaleva' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Ferritin' })).toBeVisible()
  await expect(notice).toBeFocused()
  const empty = page.getByRole('link', { name: 'Empty the cart' })
  await empty.press('Enter')
  await expect(page.getByRole('button', { name: 'Yes, empty it' })).toBeFocused()
  await page.getByRole('link', { name: 'Keep it' }).press('Enter')
  await expect(empty).toBeFocused()
})

test('the count of what is to be fixed in the cart leads the focus there', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await fillCart(customer, {
    patientIds: [await addPatient(customer)],
    code: NOT_AT_HOME,
    laboratoryId: BRANCH,
  })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/order/cart`)
  await waitForParts(page)
  await page.getByRole('link', { name: '1 thing to fix' }).press('Enter')
  await expect(page.locator('#to-fix')).toBeFocused()
  await expect(page).toHaveURL(`${shop.url}/order/cart#to-fix`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Remove it ?: .+, Anna Kovaleva$/ })).toBeFocused()
})

test('closing a link for a doctor is announced and takes the focus', { tag: '@slow' }, async ({
  browser,
}) => {
  const shop = shopTogether()
  const { customer, paths } = await reportedFerritin(shop)
  const page = await readerOf(browser, { shop, customer })
  await openWithScripts(page, `${paths.person}/share`)
  await waitForParts(page)
  await page.getByRole('button', { name: 'Create a link' }).click()
  await expect(page.getByText('The link is ready')).toBeVisible()
  await page.getByRole('button', { name: 'Close the link' }).press('Enter')
  await expect(page.getByText('You have closed it.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'The link is closed' })).toBeFocused()
  // Another form of the page does not repeat it.
  await page.getByRole('button', { name: 'Create a link' }).click()
  await expect(page.getByText('The link is ready')).toBeVisible()
  await expect(page.getByText('The link is closed')).toHaveCount(0)
})

test('after an order was not cancelled the focus is on its heading', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const order = await placeOrder(customer, await addPatient(customer))
  await payOrder(order)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/orders/${order.id}`)
  await waitForParts(page)
  await page.getByRole('link', { name: 'Cancel the order' }).press('Enter')
  await page.getByRole('link', { name: 'Keep it' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
