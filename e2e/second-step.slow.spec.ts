import { expect, type Page, test } from '@playwright/test'
import { Client } from 'pg'
import { appCode, notAppCode } from './authenticator.ts'
import {
  addPatient,
  type Customer,
  confirmEmail,
  logInAs,
  mailedCode,
  newCustomer,
  PASSWORD,
  payOrder,
  placeOrder,
  settleIn,
} from './stage.ts'
import { newEmail, openWithScripts, readMail, type ShopUnderTest, shopApart } from './visitor.ts'

const main = (page: Page) => page.getByRole('main')

async function logIn(page: Page, { url }: ShopUnderTest, email: string, password = PASSWORD) {
  await page.goto(`${url}/login?pathnameToReturn=%2Fsettings%2Fsecurity`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await main(page).getByRole('button', { name: 'Log in' }).click()
}

/** Turns the app on, on its page; returns the app's secret and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up the app' }).click()
  // A login alone is not enough to set up the app.
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('You can now continue')).toBeVisible()
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const link = page.getByRole('link', { name: 'Open in an app on this device' })
  const secret = new URL((await link.getAttribute('href'))!).searchParams.get('secret')!
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(notAppCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('The second step is on')).toBeVisible()
  const codes = await main(page).locator('ol > li').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  return { secret, codes }
}

async function confirmedCustomer(): Promise<Customer> {
  const customer = await newCustomer(shopApart())
  await confirmEmail(customer)
  return customer
}

/** As if the customer had logged in long ago. */
async function letTimePass({ email }: Customer) {
  const database = new Client({ connectionString: process.env.LABORATORY_DATABASE })
  await database.connect()
  await database.query(
    `update laboratory.access_token set proven_at = now() - interval '1 day', second_factor_at = now() - interval '1 day'
     where user_id in (select id from laboratory.user_account where email = $1)`,
    [email],
  )
  await database.end()
}

for (const scripts of [true, false]) {
  test(`the app is set up, asked for at the login, and can be replaced by a recovery code, ${scripts ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const shop = shopApart()
    const customer = await confirmedCustomer()
    await using context = await browser.newContext({ javaScriptEnabled: scripts })
    await settleIn(context, shop)
    await logInAs(context, customer)
    const page = await context.newPage()
    await page.goto(`${shop.url}/settings`)
    await page.getByRole('link', { name: 'Set up' }).click()
    const { secret, codes } = await setUpApp(page)
    await expect(page.getByText('10 codes left')).toBeVisible()

    await context.clearCookies({ name: 'authToken' })
    await logIn(page, shop, customer.email)
    await expect(page.getByRole('heading', { name: 'The second step' })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(notAppCode(secret))
    await main(page).getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/Wrong code/)
    // The code that turned the app on is used up; the next half minute's is already accepted.
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret, 1))
    await main(page).getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(`${shop.url}/settings/security`)

    await context.clearCookies({ name: 'authToken' })
    await logIn(page, shop, customer.email)
    await page.getByLabel('Code', { exact: true }).fill(codes[0]!.toLowerCase())
    await main(page).getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('9 codes left')).toBeVisible()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('The code from the app is no longer needed')).toBeVisible()
  })
}

/** The page after the payment of another order. */
async function afterPayment(customer: Customer, patientId: string): Promise<string> {
  const order = await placeOrder(customer, patientId)
  await payOrder(order)
  return `${customer.shop.url}/order/order-submitted?orderId=${order.id}`
}

const offer = (page: Page) => page.getByRole('region', { name: 'Keep your results to yourself' })
const isPaid = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Paid. See you' })).toBeVisible()

for (const scripts of [true, false]) {
  test(`after the first order a second step is offered once, and not again after a refusal, ${scripts ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const shop = shopApart()
    const customer = await confirmedCustomer()
    const patientId = await addPatient(customer)
    await using context = await browser.newContext({ javaScriptEnabled: scripts })
    await settleIn(context, shop)
    await logInAs(context, customer)
    const page = await context.newPage()
    await page.goto(`${shop.url}/orders`)
    await page.goto(await afterPayment(customer, patientId))
    await isPaid(page)
    await expect(offer(page)).toBeVisible()
    await expect(offer(page).getByRole('link', { name: 'Set it up' })).toHaveAttribute(
      'href',
      '/settings/security',
    )
    await offer(page).getByRole('link', { name: 'Not now' }).click()
    await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
    await expect(page.getByRole('heading', { name: 'Anna Kovaleva' })).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
    if (scripts) {
      // Going back from the order does not lead to the offer either.
      await page.goBack()
      await expect(page).toHaveURL(`${shop.url}/orders`)
    }
    await page.goto(await afterPayment(customer, patientId))
    await isPaid(page)
    await expect(offer(page)).toHaveCount(0)
  })
}

test('a customer with a second step is not offered one after the first order', async ({ page, context }) => {
  const shop = shopApart()
  const customer = await confirmedCustomer()
  const patientId = await addPatient(customer)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.goto(`${shop.url}/settings/security`)
  await setUpApp(page)
  await page.goto(await afterPayment(customer, patientId))
  await isPaid(page)
  await expect(offer(page)).toHaveCount(0)
})

test('too many wrong codes lead back to the password', async ({ page, context }) => {
  const shop = shopApart()
  const customer = await confirmedCustomer()
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.goto(`${shop.url}/settings/security`)
  const { secret } = await setUpApp(page)
  await context.clearCookies({ name: 'authToken' })
  await logIn(page, shop, customer.email)
  for (let guess = 0; guess < 6; guess++) {
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(notAppCode(secret))
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await main(page).getByRole('button', { name: 'Log in' }).click()
    await answered
  }
  await expect(page.getByText('Please log in again')).toBeVisible()
  await page.goto(`${shop.url}/login/second-step`)
  await expect(page).toHaveURL(/\/login$/)
})

test('results ask for the second step again, with the code alone', async ({ page, context }) => {
  const shop = shopApart()
  const customer = await confirmedCustomer()
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.goto(`${shop.url}/settings/security`)
  const { codes } = await setUpApp(page)
  await letTimePass(customer)
  await page.goto(`${shop.url}/test-results`)
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0)
  await page.getByLabel('Code', { exact: true }).fill(codes[1]!)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/test-results/)
})

test('a session alone cannot change the address: the password is asked for first, and what was typed is restored', async ({
  page,
  context,
}) => {
  const shop = shopApart()
  const customer = await confirmedCustomer()
  const email = newEmail()
  await settleIn(context, shop)
  await logInAs(context, customer)
  await letTimePass(customer)
  await openWithScripts(page, `${shop.url}/settings?modal=editProfile`)
  await page.getByRole('dialog').getByLabel('E-mail').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('a wrong password')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('E-mail')).toHaveValue(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${email} is waiting to be confirmed`)).toBeVisible()
  await page.getByRole('link', { name: 'Enter the code' }).click()
  await page.getByLabel('Code from the e-mail').fill(await mailedCode({ ...customer, email }))
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your e-mail address is confirmed')).toBeVisible()
  await expect(main(page).getByText(email)).toBeVisible()
})

test('a new address can be dropped before it is confirmed', async ({ page, context }) => {
  const shop = shopApart()
  const customer = await confirmedCustomer()
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.goto(`${shop.url}/settings?modal=editProfile`)
  await page.getByRole('dialog').getByLabel('E-mail').fill(newEmail())
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Keep the current address' }).click()
  await expect(page.getByText('Your address stays as it is')).toBeVisible()
  await expect(main(page).getByText(customer.email)).toBeVisible()
})

for (const scripts of [true, false]) {
  test(`the mail to the previous address undoes a change, ${scripts ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const shop = shopApart()
    const customer = await confirmedCustomer()
    await using context = await browser.newContext({ javaScriptEnabled: scripts })
    await settleIn(context, shop)
    await logInAs(context, customer)
    const page = await context.newPage()
    await page.goto(`${shop.url}/settings?modal=editProfile`)
    await page.getByRole('dialog').getByLabel('E-mail').fill(newEmail())
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('is waiting to be confirmed')).toBeVisible()
    const { text } = await readMail(shop, customer.email, /is being changed/)
    const link = /https?:\/\/\S+\/undo-email-change#\S+/.exec(text)![0]
    // No server receives what follows the #: without scripts the link is pasted.
    const open = async (url: string) => {
      if (scripts) return openWithScripts(page, url)
      await page.goto(url)
      await page.getByLabel('Link from the e-mail').fill(url)
    }
    await open(link)
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByRole('heading', { name: 'The change has been undone' })).toBeVisible()
    const reset = await readMail(shop, customer.email, /new password/i)
    await open(/https?:\/\/\S+\/reset-password#\S+/.exec(reset.text)![0])
    await page.getByRole('textbox', { name: 'New password' }).fill('seven quiet bridges 12')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByText('Your password has been successfully changed')).toBeVisible()
    await logIn(page, shop, customer.email, 'seven quiet bridges 12')
    await expect(page).toHaveURL(`${shop.url}/settings/security`)
    await open(link)
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByText('This link has been used or has expired.')).toBeVisible()
  })
}

test('the download of one’s own data needs the password first', async ({ page, context }) => {
  const shop = shopApart()
  const customer = await confirmedCustomer()
  await settleIn(context, shop)
  await logInAs(context, customer)
  await letTimePass(customer)
  await openWithScripts(page, `${shop.url}/settings`)
  await page.getByRole('link', { name: 'Download my data' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('You can now continue')).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  expect((await coming).suggestedFilename()).toBe('my-data.json')
})
