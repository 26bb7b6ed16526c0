import { expect, type Page } from '@playwright/test'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { call } from './stage.ts'
import { chooseTime, inSight, newEmail, readMail, type ShopUnderTest } from './visitor.ts'
import type { Words } from './words.ts'

interface Walk {
  page: Page
  shop: ShopUnderTest
  t: Words
  /** Name of ferritin in the visitor's language. */
  ferritin: string
  hasScripts?: boolean
  /** The visitor's e-mail address; by default a new one. */
  email?: string
  /** Called on every screen. */
  look: (screen: string) => Promise<void>
}

const main = (page: Page) => page.getByRole('main')

async function chooseTest({ page, shop, t, ferritin, look }: Walk) {
  await page.goto(shop.url)
  await look('laboratory')
  await page.getByRole('button', { name: 'Вызов, Минск' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Принять' }).click()
  await expect(page.getByRole('button', { name: 'Принять' })).toHaveCount(0)
  await look('home')
  await main(page).getByLabel(t('catalogue.search.label')).first().fill(ferritin)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?/)
  await look('search')
  await main(page).getByRole('link', { name: ferritin, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: ferritin })).toBeVisible()
  await look('analysis')
  await (await inSight(page.getByRole('link', { name: t('catalogue.offer.choosePatients') }))).click()
}

async function signUp({ page, t, look }: Walk, email: string) {
  await expect(page.getByLabel(t('forms.person.firstName'))).toBeVisible()
  await look('register')
  await page.getByLabel(t('forms.person.firstName')).fill('Anna')
  await page.getByLabel(t('forms.person.lastName')).fill('Kovaleva')
  await page.getByRole('radio', { name: t('patients.female'), exact: true }).check()
  await page.getByLabel(t('forms.person.dateOfBirth')).fill('1992-03-08')
  await page.getByLabel(t('forms.person.email')).fill(email)
  await page.getByRole('textbox', { name: t('account.password') }).fill('correct horse battery staple')
  // The first one says "I am ordering for myself too".
  for (const box of await main(page).getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: t('account.register.submit'), exact: true }).click()
}

async function fillCart({ page, t, look }: Walk) {
  await expect(page.getByRole('checkbox', { name: /Anna Kovaleva/ })).toBeChecked()
  await look('add to cart')
  const add = page.getByRole('button', { name: t('cart:add.submit') })
  await (await inSight(add)).click()
  await expect(page.getByText(t('messages:analysisAddedToCart'))).toBeVisible()
  await expect(main(page)).toContainText(/16[.,]90/)
  await look('cart')
  const next = page.getByRole('link', { name: t('cart:chooseVisit') })
  await (await inSight(next)).click()
}

async function callNurse({ page, t, look }: Walk) {
  await expect(page.getByLabel(t('order.call.region'))).toBeVisible()
  await look('call details')
  await page.getByLabel(t('order.call.region')).fill('Минск')
  await page.getByLabel(t('order.call.streetAndHouse')).fill('улица Немига, 12')
  await page.getByLabel(t('order.call.phone')).fill('+375 29 123 45 67')
  await chooseTime(page)
  const next = page.getByRole('button', { name: t('order.continue') })
  await (await inSight(next)).click()
}

async function confirmEmail({ page, shop, t, look, hasScripts = true }: Walk, email: string) {
  await expect(page.getByRole('heading', { name: t('account.confirm.title') })).toBeVisible()
  await look('confirm e-mail')
  const { text } = await readMail(shop, email, /./)
  await page.getByLabel(t('account.confirm.code')).fill(/\b(\d{6})\b/.exec(text)?.[1] ?? 'no code')
  // With scripts the sixth digit submits the code.
  if (hasScripts) return
  const confirm = page.getByRole('button', { name: t('forms.confirm'), exact: true })
  await (await inSight(confirm)).click()
}

async function pay({ page, t, ferritin, look }: Walk): Promise<string> {
  await expect(page.getByRole('heading', { name: t('order.confirm.title') })).toBeVisible()
  await expect(main(page)).toContainText(/56[.,]80/)
  await look('data confirmed')
  const submit = page.getByRole('button', { name: t('order.confirm.submit') })
  await (await inSight(submit)).click()
  const outcome = page.locator('button[name="outcome"][value="successful"]')
  await expect(outcome).toContainText(/56[.,]80/)
  // The payment provider does not learn what is ordered.
  await expect(page.getByText(ferritin)).toHaveCount(0)
  await outcome.click()
  await expect(page.getByText(t('order.payment.paid')).first()).toBeVisible({ timeout: PATIENCE_MS })
  await look('order submitted')
  const number = /(\d{7})/.exec((await main(page).textContent()) ?? '')?.[1]
  if (!number) throw new Error('the page shows no order number')
  return number
}

async function readResult({ page, shop, ferritin, look }: Walk, orderNumber: string) {
  await call(`${shop.sandbox}/analyser/runs`, { method: 'POST', body: { orderNumber } })
  await page.goto(`${shop.url}/test-results`)
  await expect(main(page)).toContainText(orderNumber)
  await look('test results')
  await main(page)
    .getByRole('link', { name: /Anna Kovaleva/ })
    .first()
    .click()
  const result = main(page)
    .getByRole('link', { name: new RegExp(ferritin) })
    .first()
  await expect(result).toBeVisible()
  await look('analyses of the patient')
  await result.click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(ferritin) })).toBeVisible()
  await look('result')
}

/** From the start page to the paid order and its result, in any language and by any input that `page` uses. */
export async function walkTheWholeWay(walk: Walk): Promise<void> {
  const { email = newEmail() } = walk
  await chooseTest(walk)
  await signUp(walk, email)
  await fillCart(walk)
  await callNurse(walk)
  await confirmEmail(walk, email)
  await readResult(walk, await pay(walk))
}
