import { expect, type Page, test } from '@playwright/test'
import {
  addPatient,
  apiRoot,
  askSupport,
  call,
  fillCart,
  logInAs,
  newCustomer,
  PASSWORD,
  settleIn,
} from './stage.ts'
import { newEmail, openWithScripts, shopTogether, waitForScripts } from './visitor.ts'

const held = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

/** Reloads once the tab remembers what was typed last. */
async function reload(page: Page, typed: string): Promise<void> {
  await expect.poll(() => held(page)).toContain(typed)
  await page.reload()
  await waitForScripts(page)
}

test('a refused question of a guest survives reloads until it is accepted', async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/support?orderNumber=1000014`)
  const message = page.getByLabel('Message')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await page.getByLabel('Your name').fill('Anna')
  await message.fill('Is the branch open on Sunday?')
  await send.click()
  const email = page.getByLabel('E-mail')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await reload(page, 'Sunday')
  await expect(message).toHaveValue('Is the branch open on Sunday?')
  await expect(page.getByLabel('Order number')).toHaveValue('1000014')
  await send.click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await message.fill('Is it open on Monday?')
  await reload(page, 'Monday')
  await expect(message).toHaveValue('Is it open on Monday?')
  await email.fill(newEmail())
  await send.click()
  await expect(page.getByText('Your message is on its way')).toBeVisible()
  expect(await held(page)).not.toMatch(/Sunday|Monday/)
})

test('a refused registration on the way to a test survives a reload, with its unticked box', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/add-to-cart/analysis/1`)
  const own = page.getByLabel('I am ordering for myself too')
  await page.getByLabel('First name').fill('Sofia')
  await own.uncheck()
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page.getByLabel('Last name')).toHaveAttribute('aria-invalid', 'true')
  await reload(page, 'Sofia')
  await expect(page.getByLabel('First name')).toHaveValue('Sofia')
  await expect(own).not.toBeChecked()
  await page.getByLabel('Last name').fill('Kovaleva')
  await reload(page, 'Kovaleva')
  await expect(page.getByLabel('Last name')).toHaveValue('Kovaleva')
  await expect(page).toHaveURL(/pathnameToReturn=%2Fadd-to-cart%2Fanalysis%2F1/)
})

test('a refused login still leads to the wanted page after a reload, and a refused request for a new password too', async ({
  page,
  context,
}) => {
  const { shop, email } = await newCustomer(shopTogether())
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/test-results`)
  const main = page.getByRole('main')
  const refused = page.getByRole('alert')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await main.getByRole('button', { name: 'Send the link' }).click()
  await expect(refused).toBeVisible()
  await page.reload()
  await waitForScripts(page)
  await page.getByRole('link', { name: 'Back to login' }).click()
  const password = page.getByRole('textbox', { name: 'Password' })
  const logIn = main.getByRole('button', { name: 'Log in', exact: true })
  await page.getByLabel('E-mail').fill(email)
  await password.fill('not the password')
  await logIn.click()
  await expect(refused).toBeVisible()
  // The tab was discarded while the customer looked the password up.
  await page.reload()
  await waitForScripts(page)
  await page.getByLabel('E-mail').fill(email)
  await password.fill(PASSWORD)
  await logIn.click()
  await expect(page).toHaveURL(`${shop.url}/test-results`)
})

test('several chosen patients survive a reload, and so does everyone', async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  for (const firstName of ['Anna', 'Olga', 'Eva']) await addPatient(customer, { firstName })
  const mia = await addPatient(customer, { firstName: 'Mia' })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/add-to-cart/analysis/1`)
  const chosen = page.getByRole('checkbox', { checked: true })
  await page.getByRole('checkbox', { name: /Anna/ }).check()
  await page.getByRole('checkbox', { name: /Mia/ }).check()
  await reload(page, mia)
  await expect(chosen).toHaveCount(2)
  await expect(page.getByRole('checkbox', { name: /Anna/ })).toBeChecked()
  await page.getByRole('link', { name: 'Choose everyone' }).click()
  await expect(chosen).toHaveCount(4)
  await page.reload()
  await waitForScripts(page)
  await expect(chosen).toHaveCount(4)
  await page.getByRole('checkbox', { name: /Olga/ }).uncheck()
  await page.reload()
  await waitForScripts(page)
  await expect(chosen).toHaveCount(3)
})

test('what is typed after another day was chosen survives a reload', async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await fillCart(customer, { patientIds: [await addPatient(customer)] })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/order/call-details`)
  await page.getByLabel('Street').fill('улица Немига')
  await page.locator('button[name="showDay"]:not([aria-current])').last().click()
  await expect(page).toHaveURL(/day=/)
  const phone = page.getByLabel('Phone for the nurse')
  const time = page.getByRole('radio', { disabled: false }).first()
  await phone.fill('+375 29 000 12 34')
  await time.check()
  await reload(page, 'visitDate')
  await expect(phone).toHaveValue('+375 29 000 12 34')
  await expect(page.getByLabel('Street')).toHaveValue('улица Немига')
  await expect(time).toBeChecked()
})

test('replies to support survive a reload, each with its question, until they are sent', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  const { reference } = await askSupport(customer)
  const other = await askSupport(customer, 'Anna K.')
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/support`)
  const thread = (of: string) => page.getByRole('article', { name: of })
  const reply = thread(reference).getByLabel('Message')
  await thread(reference).getByText('Add a message').click()
  await reply.fill('Rather on Sunday.')
  await reload(page, 'Sunday')
  await expect(reply).toBeVisible()
  await expect(reply).toHaveValue('Rather on Sunday.')
  await expect(thread(other.reference).getByLabel('Message')).toBeHidden()
  await thread(reference).getByRole('button', { name: 'Send' }).click()
  await expect(thread(reference).getByRole('listitem').filter({ hasText: 'Rather on Sunday.' })).toBeVisible()
  await expect(reply).toHaveValue('')
  expect(await held(page)).not.toContain('Sunday')
})

test('a request about data survives a reload and the end of the session, until it is sent', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/settings/data-requests`)
  const details = page.getByLabel('Details')
  await page.getByLabel('What are you asking for?').selectOption('correction')
  await details.fill('My name is misspelt.')
  await reload(page, 'misspelt')
  await expect(details).toHaveValue('My name is misspelt.')
  await call(`${apiRoot(shop)}/logout`, { method: 'POST', token: customer.token })
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.getByLabel('E-mail').fill(customer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('You were logged out in the meantime.')).toBeVisible()
  await expect(details).toHaveValue('My name is misspelt.')
  await expect(page.getByLabel('What are you asking for?')).toHaveValue('correction')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByText('We have received your request')).toBeVisible()
  await expect(details).toHaveValue('')
  expect(await held(page)).not.toContain('misspelt')
})
