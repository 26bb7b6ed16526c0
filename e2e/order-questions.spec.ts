import { expect, type Page, test } from '@playwright/test'
import { addPatient, confirmEmail, logInAs, newCustomer, payOrder, placeOrder, settleIn } from './stage.ts'
import { answerRead, openWithScripts, shopTogether } from './visitor.ts'

/** Follicle-stimulating hormone, 19.20 BYN and 6.90 BYN for the sample: asks for the last period, and about biotin. */
const FSH = { code: '2012', total: 26.1 }

const lastPeriod = (page: Page) => page.getByLabel('First day of the last period')

test('a refused answer stays when the page reloads itself; the form of another order of the same person is empty', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const first = await placeOrder(customer, patientId, FSH)
  await payOrder(first)
  const second = await placeOrder(customer, patientId, FSH)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/orders/${first.id}`)
  await page.getByText('The laboratory has 2 questions').click()
  await lastPeriod(page).fill('2999-01-01')
  await page.getByRole('button', { name: 'Save the answers' }).click()
  const refusal = page.getByText('Enter a date no later than the day of the visit')
  await expect(refusal).toBeVisible()
  // As if the browser had shown an earlier page: it loads its data again, once the code that listens has arrived.
  await expect(async () => {
    const loaded = answerRead(page, new RegExp(`/orders/${first.id}\\.data`), { timeout: 2_000 })
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await loaded
  }).toPass()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(refusal).toBeVisible()

  await lastPeriod(page).fill('2026-01-01')
  await page.locator(`a[href="/orders/${second.id}"]`).first().click()
  await expect(page).toHaveURL(`${shop.url}/orders/${second.id}`)
  await page.getByText('The laboratory has 2 questions').click()
  await expect(lastPeriod(page)).toHaveValue('')
})
