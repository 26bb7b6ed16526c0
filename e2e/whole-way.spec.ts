import { expect, test } from '@playwright/test'
import {
  acceptCookies,
  chooseHomeCallInMinsk,
  confirmEmailByCode,
  createPatient,
  fillCallDetails,
  findFerritin,
  newEmail,
  readMail,
  register,
  shopApart,
  shopTogether,
} from './visitor.ts'

for (const [way, shopOf] of [
  ['in one process', shopTogether],
  ['with the main API apart', shopApart],
] as const) {
  // proves SPEC-1-ORDER-TESTS, SPEC-1-ACCOUNT, SPEC-1-PATIENTS, SPEC-1-BROWSE-ANALYSES,
  // SPEC-1-LABORATORY-KINDS, SPEC-1-VISIT-OR-CALL, SPEC-1-CONFIRM-EMAIL, SPEC-1-EXTERNAL-PAYMENT,
  // SPEC-1-RESULTS, SPEC-2-FLOW-ADDABLE, SPEC-2-FLOW-ADDED-MESSAGE, SPEC-2-FLOW-VISIT-UNCONFIRMED,
  // SPEC-4-ORDER-REDIRECT
  test(`a visitor orders ferritin, pays, and reads the result, ${way}`, async ({ page }, info) => {
    const shop = shopOf()
    const email = newEmail()
    let step = 0
    const look = async (name: string) => {
      step += 1
      await page.screenshot({
        path: info.outputPath(`${String(step).padStart(2, '0')}-${name}.png`),
        fullPage: true,
      })
    }

    await page.goto(shop.url)
    await look('laboratory')
    await chooseHomeCallInMinsk(page)
    await acceptCookies(page)
    await look('home')
    await findFerritin(page)
    await look('analysis')
    await page.getByRole('link', { name: 'Choose patients' }).first().click()
    await page.getByRole('link', { name: 'Register', exact: true }).first().click()
    await look('register')
    await register(page, email)

    await page.getByRole('link', { name: /Add (a|the first) patient/ }).click()
    await look('patient')
    await createPatient(page)
    const anna = page.getByRole('checkbox', { name: /Anna Kovaleva/ })
    if (!(await anna.isChecked())) await anna.check()
    await look('add-to-cart')
    await page.getByRole('button', { name: 'Add to cart' }).click()

    await expect(page.getByText('Analysis has been added to the cart')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('16.90')
    await expect(page.getByRole('main')).toContainText('Venous blood collection')
    await look('cart')
    await page.getByRole('link', { name: 'Choose the visit' }).first().click()
    await look('date-or-call')
    await page.getByText('A nurse comes to you').click()
    await look('call-details')
    await fillCallDetails(page)
    await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible()
    await look('confirm-email')
    await confirmEmailByCode(page, shop, email)

    await expect(page.getByRole('heading', { name: 'Check everything' })).toBeVisible()
    // 16.90 ferritin + 6.90 venous blood collection + 33.00 visit in Minsk
    await expect(page.getByRole('main')).toContainText('56.80')
    await look('data-confirmed')
    await page.getByRole('button', { name: 'Order and pay' }).click()

    await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
    await expect(page.getByText('56.80').first()).toBeVisible()
    await expect(page.getByText('Ferritin')).toHaveCount(0)
    await look('payment')
    await page.getByRole('button', { name: /^Pay / }).click()

    await expect(page.getByRole('heading', { name: /^Paid/ })).toBeVisible({ timeout: 20_000 })
    await look('order-submitted')
    const mail = await readMail(shop, email, /paid/i)
    expect(mail.subject).not.toMatch(/ferritin/i)
    expect(mail.attachments.some(({ filename }) => filename.endsWith('.ics'))).toBe(true)

    const number = /Order (\d+)/.exec((await page.getByRole('main').textContent()) ?? '')?.[1]
    expect(number).toBeDefined()
    const report = await fetch(`${shop.sandbox}/analyser/runs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ orderNumber: number }),
    })
    expect(((await report.json()) as { reported: number }).reported).toBe(1)
    await readMail(shop, email, /result/i)
    await page.goto(`${shop.url}/test-results`)
    await look('test-results')
    await expect(page.getByRole('main')).toContainText(`Order ${number}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Anna Kovaleva/ })
      .first()
      .click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Ferritin/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /Ferritin/ })).toBeVisible()
    await look('result')
  })
}
