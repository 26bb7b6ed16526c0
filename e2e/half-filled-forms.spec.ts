import { expect, type Page, test } from '@playwright/test'
import { openMenu } from './screen-states.ts'
import { addPatient, fillCart, logInAs, newCustomer, PASSWORD, settleIn } from './stage.ts'
import { createPatient, openWithScripts, shopTogether } from './visitor.ts'

function held(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage }))
}

test('a reload keeps a half-filled patient form until the patient is added', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await logInAs(context, await newCustomer(shop))
  await openWithScripts(page, `${shop.url}/patients/create`)
  await page.getByLabel('First name').fill('Sofia')
  await page.getByLabel('Male', { exact: true }).check()
  await expect.poll(() => held(page)).toContain('MALE')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Sofia')
  await expect(page.getByLabel('Male', { exact: true })).toBeChecked()
  await createPatient(page)
  await expect(page).toHaveURL(/\/patients$/)
  // The values are discarded once the answer is shown.
  await expect.poll(() => held(page)).not.toContain('Anna')
  await page.goto(`${shop.url}/patients/create`)
  await expect(page.getByLabel('Last name')).toHaveValue('')
})

test('a reload keeps a half-filled address and its time; the next account to log in finds nothing', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await fillCart(customer, { patientIds: [await addPatient(customer)] })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/order/call-details`)
  const street = page.getByLabel('Street')
  const time = page.getByRole('radio', { disabled: false }).last()
  await street.fill('улица Немига')
  await time.check()
  await expect.poll(() => held(page)).toContain('Немига')
  await page.reload()
  await expect(street).toHaveValue('улица Немига')
  await expect(time).toBeChecked()
  // Another account in the same tab.
  await logInAs(context, await newCustomer(shop))
  await page.goto(`${shop.url}/logout`)
  await openWithScripts(page, `${shop.url}/logout`)
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect.poll(() => held(page)).not.toContain('Немига')
})

test('a guest’s question survives a reload and a visit to another page; a newly opened page is empty', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/`)
  const support = page.getByRole('contentinfo').getByRole('link', { name: 'Write to our support team' })
  await support.click()
  const message = page.getByLabel('Message')
  await message.fill('Is the branch open on Sunday?')
  await expect.poll(() => held(page)).toContain('Sunday')
  await page.reload()
  await expect(message).toHaveValue('Is the branch open on Sunday?')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Getting ready for tests' }).click()
  await expect(page).not.toHaveURL(/support/)
  await page.goBack()
  await expect(message).toHaveValue('Is the branch open on Sunday?')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Getting ready for tests' }).click()
  await support.click()
  await expect(message).toHaveValue('')
  // The next person at the same device types the address.
  await openWithScripts(page, `${shop.url}/support`)
  await message.fill('And on Monday?')
  await expect.poll(() => held(page)).toContain('Monday')
  await page.reload()
  await expect(message).toHaveValue('And on Monday?')
  await page.goto(`${shop.url}/`)
  await openWithScripts(page, `${shop.url}/support`)
  await page.getByLabel('Your name').fill('Somebody else')
  // The script that restores forms has run, and would have filled in the message.
  await expect.poll(() => held(page)).toContain('Somebody else')
  await expect(message).toHaveValue('')
})

test('a guest’s question is still there when they log in from its page and go back to it', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  const { email } = await newCustomer(shop)
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/support`)
  const message = page.getByLabel('Message')
  await message.fill('Is the branch open on Sunday?')
  await expect.poll(() => held(page)).toContain('Sunday')
  await openMenu(page)
  await page.getByRole('link', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${shop.url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await page.goBack()
  await expect(page).toHaveURL(`${shop.url}/support`)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(message).toHaveValue('Is the branch open on Sunday?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Your message is on its way')).toBeVisible()
  expect(await held(page)).not.toContain('Sunday')
})

test('a change of language keeps a guest’s question, and a customer’s half-filled address with its time', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/support`)
  const message = page.locator('textarea[name="message"]')
  await message.fill('Можно прийти в воскресенье?')
  await expect.poll(() => held(page)).toContain('воскресенье')
  await openMenu(page)
  await page.getByRole('button', { name: 'Русский' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(message).toHaveValue('Можно прийти в воскресенье?')

  const customer = await newCustomer(shop)
  await fillCart(customer, { patientIds: [await addPatient(customer)] })
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/order/call-details`)
  const town = page.locator('input[name="regionName"]')
  await expect(town).toHaveValue('Минск')
  const street = page.locator('input[name="street"]')
  const time = page.getByRole('radio', { disabled: false }).last()
  await street.fill('улица Немига, 12')
  await time.check()
  await expect.poll(() => held(page)).toContain('Немига')
  await openMenu(page)
  await page.getByRole('button', { name: 'Polski' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await expect(street).toHaveValue('улица Немига, 12')
  await expect(time).toBeChecked()
})

test('a new patient whose date of birth was filled in automatically is asked about it, once', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await logInAs(context, await newCustomer(shop))
  await page.goto(`${shop.url}/patients/create`)
  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Kovaleva')
  await page.getByLabel('Female').check()
  await page.getByRole('button', { name: 'Add the patient' }).click()
  await expect(page.getByText('1 January 2000 was filled in for you')).toBeVisible()
  await expect(page.getByLabel('Date of birth')).toBeFocused()
  await page.getByRole('button', { name: 'Add the patient' }).click()
  await expect(page).toHaveURL(/\/patients$/)
})

for (const scripts of [true, false]) {
  test(`a missing choice of sex is focused before a missing date of birth, ${scripts ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const shop = shopTogether()
    await using context = await browser.newContext({ javaScriptEnabled: scripts })
    await settleIn(context, shop)
    await logInAs(context, await newCustomer(shop))
    const page = await context.newPage()
    await page.goto(`${shop.url}/patients/create`)
    await page.getByLabel('First name').fill('Anna')
    await page.getByLabel('Last name').fill('Kovaleva')
    await page.getByLabel('Date of birth').fill('')
    await page.getByRole('button', { name: 'Add the patient' }).click()
    await expect(page.getByLabel('Date of birth')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Female')).toBeFocused()
  })
}
