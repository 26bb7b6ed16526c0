import { expect, type Page, test } from '@playwright/test'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { faultsOf } from './audits.ts'
import { desk, lettersOfItsOwn, logInAs, paidVisit, shop } from './desk-stage.ts'
import { askSupport, settleIn, logInAs as shopLogIn } from './stage.ts'
import { openWithScripts, readMail } from './visitor.ts'

const mailNamed = (page: Page, name: RegExp) => page.getByRole('listitem').filter({ hasText: name })

test('support asks to see the tests; the patient allows it without scripts and withdraws it', {
  tag: '@slow',
}, async ({ page, context }) => {
  const order = await paidVisit()
  const { customer } = order
  await logInAs(context, 'support')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  await expect(page.getByText('Your role does not show the names')).toBeVisible()
  await page.getByRole('button', { name: 'Ask the patient' }).click()
  await expect(page.getByText('The patient has been asked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask the patient' })).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])

  const { text } = await readMail(shop(), customer.email, /question about order/)
  expect(text).not.toContain('Ferritin')
  const patient = await context.browser()!.newContext({ javaScriptEnabled: false })
  await settleIn(patient, shop())
  await shopLogIn(patient, customer)
  const own = await patient.newPage()
  await own.goto(/http\S+orderId=\S+/.exec(text)![0])
  await expect(own.getByText('May our support team see which tests you ordered?')).toBeVisible()
  await own.getByRole('button', { name: 'Allow for 7 days' }).click()
  await expect(own.getByText('Our support team can see which tests you ordered')).toBeVisible()

  await page.reload()
  await expect(page.getByText('The patient lets you see them until')).toBeVisible()
  await expect(page.getByText('Ferritin')).toBeVisible()
  await own.getByRole('button', { name: 'Withdraw permission' }).click()
  await expect(own.getByText('which tests you ordered')).toHaveCount(0)
  await patient.close()
  await page.reload()
  await expect(page.getByText('Ferritin')).toHaveCount(0)
  await expect(page.getByText('Patient withdrew the permission')).toBeVisible()
})

test('a patient writing to support about an order allows access to its tests, without scripts, and the thread says so', {
  tag: '@slow',
}, async ({ browser, page, context }) => {
  const order = await paidVisit()
  const patient = await browser.newContext({ javaScriptEnabled: false })
  await settleIn(patient, shop())
  await shopLogIn(patient, order.customer)
  const own = await patient.newPage()
  await own.goto(`${shop().url}/support?orderNumber=1`)
  const box = own.getByRole('group', { name: 'May our support team see' }).getByLabel('Allow for 7 days')
  await expect(box).not.toBeChecked()
  await box.check()
  await own.getByLabel('Message').fill('Which of these need fasting?')
  await own.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByLabel('Order number')).toHaveAttribute('aria-invalid', 'true')
  await expect(box).toBeChecked()
  await expect(own.getByLabel('Message')).toHaveValue('Which of these need fasting?')
  await own.getByLabel('Order number').fill(order.number)
  await own.getByRole('button', { name: 'Send' }).click()
  const sent = own.getByRole('status').filter({ hasText: 'Your message is on its way' })
  const reference = /S-[0-9A-Z]{8}/.exec((await sent.textContent()) ?? '')![0]
  await patient.close()

  await logInAs(context, 'support')
  await openWithScripts(page, `${desk()}/messages`)
  await page.getByRole('link', { name: reference }).click()
  await expect(page.getByText('The patient lets you see them until')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: order.number }).click()
  await expect(page.getByText('Ferritin')).toBeVisible()
})

test('reception sees an order’s mails and sends the confirmation again by keyboard alone', {
  tag: '@slow',
}, async ({ page, context }) => {
  const order = await paidVisit()
  const { email } = order.customer
  await readMail(shop(), email, /is paid/)
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const paid = mailNamed(page, /^Order paid/)
  await expect(paid.first()).toContainText(`${email[0]}•••@`)
  await expect(page.getByText('To the laboratory: order paid')).toBeVisible()
  await paid.getByRole('button', { name: 'Send again' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('E-mail sent again')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('a question that names no order links to the newest order of its account', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  const { reference } = await askSupport(order.customer)
  await logInAs(context, 'support')
  await openWithScripts(page, `${desk()}/messages`)
  await page.getByRole('link', { name: reference }).click()
  await expect(page.getByRole('heading', { name: 'Their newest orders' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: order.number, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()
})

test('two people at one order see each other and that it was changed, before either writes', {
  tag: '@slow',
}, async ({ page, context, browser }) => {
  const order = await paidVisit()
  await logInAs(context, 'reception', 'Vera Krot')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const there = await browser.newContext()
  await logInAs(there, 'support', 'Nina Lis')
  const colleague = await there.newPage()
  await openWithScripts(colleague, `${desk()}/orders/${order.id}`)
  await expect(colleague.getByText('Also viewing: Vera Krot')).toBeVisible()
  await page.locator('summary', { hasText: 'More' }).click()
  await page.getByRole('button', { name: /^No-show/ }).click()
  // Within one polling interval, on a page that no one has touched.
  await expect(colleague.getByText('Also viewing: Vera Krot')).toBeVisible()
  const refresh = colleague.getByRole('button', { name: 'Refresh' })
  await expect(refresh).toBeVisible({ timeout: PATIENCE_MS })
  await expect(page.getByText('Also viewing: Nina Lis')).toBeVisible({ timeout: PATIENCE_MS })
  expect(await faultsOf(colleague)).toEqual([])
  await refresh.click()
  await expect(refresh).toHaveCount(0)
  await expect(colleague.getByRole('main')).toContainText('No-show')
  await there.close()
})

test('orders are filtered without scripts: the text is sent too, but stays out of the address', {
  tag: '@slow',
}, async ({ browser }) => {
  const lastName = `Narrow${lettersOfItsOwn()}ska`
  const order = await paidVisit(lastName)
  const context = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(context, 'reception')
  const page = await context.newPage()
  await page.goto(`${desk()}/orders`)
  await page.getByRole('searchbox').fill(lastName)
  await page.getByLabel('Status').selectOption('Paid')
  await page.getByLabel('Dates of').selectOption('Visit')
  await page.getByLabel('From').fill(order.day)
  await page.getByLabel('To', { exact: true }).fill(order.day)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('row').filter({ hasText: lastName })).toBeVisible()
  await expect(page).toHaveURL(`${desk()}/orders?state=paid&dateOf=visit&from=${order.day}&to=${order.day}`)
  await page.getByLabel('Status').selectOption('refunded')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('0 orders')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(lastName)
  await context.close()
})

test('coming back from an order restores what was found, and the name is never in an address', async ({
  page,
  context,
}) => {
  const lastName = `Back${lettersOfItsOwn()}ska`
  const { number } = await paidVisit(lastName)
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders`)
  const field = page.getByRole('searchbox')
  await field.fill(lastName)
  await field.press('Enter')
  const row = page.getByRole('row').filter({ hasText: lastName })
  for (let round = 0; round < 2; round += 1) {
    await row.getByRole('link', { name: number }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
    await page.goBack()
    await expect(row).toBeVisible()
    await expect(field).toHaveValue(lastName)
    expect(
      await page.evaluate(
        (name) => `${location.href} ${JSON.stringify(history.state)}`.includes(name),
        lastName,
      ),
    ).toBe(false)
  }
  // A search without a text is not repeated.
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click()
  await expect(field).toHaveValue('')
  await expect(row).toHaveCount(0)
})
