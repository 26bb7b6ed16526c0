import { expect, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, logInAs, shop, staff } from './desk-stage.ts'
import { apiRoot, askSupport, call, newCustomer } from './stage.ts'
import { openWithScripts } from './visitor.ts'

test('support finds a message by its sender, with the address in no address bar, and returns to what was found', async ({
  page,
  context,
}) => {
  const customer = await newCustomer(shop())
  const [first, second] = [await askSupport(customer), await askSupport(customer, 'Anna Second')]
  await logInAs(context, 'support')
  await openWithScripts(page, `${desk()}/messages?list=closed`)
  const search = page.getByRole('searchbox', { name: 'Reference, e-mail or order number' })
  await search.fill(customer.email.toUpperCase())
  await search.press('Enter')
  await expect(page.getByText('2 messages')).toBeVisible()
  await expect(page).toHaveURL(`${desk()}/messages`)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: second.reference }).click()
  await expect(page.getByRole('heading', { level: 1, name: second.reference })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: first.reference })).toBeVisible()
  await expect(page.getByText('2 messages')).toBeVisible()
  await expect(search).toHaveValue(customer.email.toUpperCase())
  // The search is repeated, and until it has ended another is not sent.
  await expect(page.getByRole('button', { name: 'Find' })).not.toHaveAttribute('aria-disabled')
  await search.fill(first.reference.toLowerCase())
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: first.reference })).toBeVisible()
})

test('without scripts a search of messages shows what it found, and what is too short to search for', async ({
  browser,
}) => {
  const customer = await newCustomer(shop())
  const { reference } = await askSupport(customer)
  const context = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(context, 'support')
  const page = await context.newPage()
  await page.goto(`${desk()}/messages`)
  const search = page.getByRole('searchbox')
  await search.fill(customer.email)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('1 message', { exact: true })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await search.fill('S')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('Enter at least two characters.')).toBeVisible()
  await search.fill('')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: reference })).toBeVisible()
  await context.close()
})

test('the open list and the open conversation notice new messages, and an answer being written stays', async ({
  page,
  context,
}) => {
  const customer = await newCustomer(shop())
  const { reference } = await askSupport(customer)
  await logInAs(context, 'support')
  await page.clock.install()
  await openWithScripts(page, `${desk()}/messages`)
  const later = await askSupport(customer, 'Anna Later')
  await expect(page.getByRole('link', { name: later.reference })).toHaveCount(0)
  await page.clock.runFor(61_000)
  await page.getByRole('link', { name: later.reference }).waitFor()
  await page.getByRole('link', { name: reference }).click()
  const answer = page.getByLabel('Your answer')
  await answer.fill('Of course.')
  const { token } = await staff('support')
  const root = apiRoot(shop())
  const messages = await call<{ id: string; reference: string }[]>(`${root}/staff/messages`, { token })
  const { id } = messages.find((one) => one.reference === reference)!
  await call(`${root}/users/current/support-messages/${id}/replies`, {
    method: 'POST',
    token: customer.token,
    body: { text: 'On second thoughts, tomorrow.' },
  })
  await page.clock.runFor(21_000)
  const notice = page.getByText('Something is new in this conversation since you opened it.')
  await expect(notice).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('On second thoughts, tomorrow.')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(answer).toHaveValue('Of course.')
})
