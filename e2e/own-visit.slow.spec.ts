import { expect, type Page, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { faultsOf } from './audits.ts'
import { desk, logInAs, paidVisit, shop } from './desk-stage.ts'
import { filledFolder, startProcess } from './shop-process.ts'
import {
  addPatient,
  confirmEmail,
  newCustomer,
  payOrder,
  placeOrder,
  settleIn,
  logInAs as shopLogIn,
} from './stage.ts'
import { chooseTime, openWithScripts } from './visitor.ts'

const historyOf = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'History' }) })
const OVER = 'It is too late to move or cancel here.'

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? '' : ', without scripts'
  test(`the patient moves a paid visit and the desk sees it; then cancels it and sees the refund on the order’s page${how}`, async ({
    browser,
    context,
    page,
  }) => {
    const { customer, ...order } = await paidVisit()
    const patient = await browser.newContext({ javaScriptEnabled })
    await settleIn(patient, shop())
    await shopLogIn(patient, customer)
    const own = await patient.newPage()
    await own.goto(`${shop().url}/orders/${order.id}`)
    await expect(own.getByText('You can move or cancel the visit until')).toBeVisible()
    await own.getByRole('link', { name: 'Choose another time' }).click()
    await expect(own.getByRole('heading', { name: 'Another time for your visit' })).toBeVisible()
    if (javaScriptEnabled) expect(await faultsOf(own)).toEqual([])
    await chooseTime(own)
    await own.getByRole('button', { name: 'Move the visit' }).click()
    await expect(own).toHaveURL(`${shop().url}/orders/${order.id}`)

    await logInAs(context, 'reception')
    await openWithScripts(page, `${desk()}/orders/${order.id}`)
    await expect(historyOf(page).getByText('Moved by the patient')).toBeVisible()

    await own.getByRole('link', { name: 'Cancel the order' }).click()
    await expect(own.getByText(/23\.80\sBYN will be refunded to the card you paid with/)).toBeVisible()
    await own.getByRole('link', { name: 'Keep it' }).click()
    await own.getByRole('link', { name: 'Cancel the order' }).click()
    await own.getByRole('button', { name: 'Yes, cancel and refund' }).click()
    await expect(own.getByText('Your refund')).toBeVisible()
    await expect(own.getByText('This order has been cancelled')).toBeVisible()
    await expect(async () => {
      await own.reload()
      await expect(own.getByText(/23\.80\sBYN: sent, /)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(own.getByRole('link', { name: 'Choose another time' })).toHaveCount(0)
    if (javaScriptEnabled) expect(await faultsOf(own)).toEqual([])
    await patient.close()

    await page.reload()
    await expect(historyOf(page).getByText('Cancelled with a refund').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Choose another time' })).toHaveCount(0)
  })
}

test('after the time limit a visit can neither be moved nor cancelled, even from a page opened earlier, and stays as it was', async ({
  browser,
}) => {
  test.slow()
  const settings = { PORT: String(await freePort()), DATA_DIR: filledFolder(), TRUSTED_PROXIES: '1' }
  const before = await startProcess('shop', settings)
  const here = { url: before.url, sandbox: `${before.url}/sandbox` }
  const customer = await newCustomer(here)
  await confirmEmail(customer)
  const order = await placeOrder(customer, await addPatient(customer))
  await payOrder(order)
  const patient = await browser.newContext()
  await settleIn(patient, here)
  await shopLogIn(patient, customer)
  const [moving, cancelling] = [await patient.newPage(), await patient.newPage()]
  await openWithScripts(moving, `${here.url}/orders/${order.id}/visit`)
  await chooseTime(moving)
  await openWithScripts(cancelling, `${here.url}/orders/${order.id}?ask=cancel`)
  await expect(cancelling.getByRole('button', { name: 'Yes, cancel and refund' })).toBeVisible()
  await before.stop()

  // Every visit is less than thirty days ahead.
  const after = await startProcess('shop', { ...settings, VISIT_CHANGE_LIMIT_HOURS: '720' })
  await cancelling.getByRole('button', { name: 'Yes, cancel and refund' }).click()
  const refused = cancelling.getByText('This visit can no longer be changed here. Write to our support team.')
  await expect(refused).toBeVisible()
  await expect(cancelling.getByText(OVER)).toBeVisible()
  await expect(cancelling.getByRole('button', { name: 'Yes, cancel and refund' })).toHaveCount(0)
  expect(await faultsOf(cancelling)).toEqual([])
  await moving.getByRole('button', { name: 'Move the visit' }).click()
  await expect(moving).toHaveURL(`${here.url}/orders/${order.id}`)
  await expect(moving.getByText(OVER)).toBeVisible()
  await expect(moving.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
  await expect(moving.getByRole('link', { name: 'Choose another time' })).toHaveCount(0)
  await openWithScripts(moving, `${here.url}/orders/${order.id}?ask=cancel`)
  await expect(moving.getByText(OVER)).toBeVisible()
  await patient.close()
  await after.stop()
})
