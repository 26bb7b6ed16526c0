import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, logInAs, PASSWORD, paidVisit, shop, staff } from './desk-stage.ts'
import {
  apiRoot,
  PASSWORD as CUSTOMER_PASSWORD,
  call,
  networkOfItsOwn,
  settleIn,
  logInAs as shopLogIn,
} from './stage.ts'
import { openWithScripts, readMail } from './visitor.ts'

const TITLE = 'Log the patient out everywhere'

const open = (page: Page) => page.locator('summary', { hasText: TITLE }).click()
const press = (page: Page) => page.getByRole('button', { name: 'Log out everywhere' }).click()

/** Opens the settings on the patient's own device. */
async function deviceOf(context: BrowserContext, customer: Parameters<typeof shopLogIn>[1]) {
  const own = await context.browser()!.newContext()
  await settleIn(own, shop())
  await shopLogIn(own, customer)
  const page = await own.newPage()
  await page.goto(`${shop().url}/settings`)
  return page
}

test('support logs a patient out everywhere: the order explains it, asks for the own password, and the device is logged out', {
  tag: ['@ASVS-7.4.5', '@slow'],
}, async ({ page, context }) => {
  const order = await paidVisit()
  const device = await deviceOf(context, order.customer)
  await expect(device).toHaveURL(/\/settings$/)
  await logInAs(context, 'support')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  await open(page)
  await expect(page.getByText('The password stays the same. The patient is told by e-mail.')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Why the patient is logged out').fill('Lost the phone, asked for on another.')
  await page.getByLabel('Your password').fill('not this one')
  await press(page)
  await expect(page.getByRole('alert')).toContainText('This is not your password')
  await expect(page.getByLabel('Why the patient is logged out')).toHaveValue(
    'Lost the phone, asked for on another.',
  )
  await page.getByLabel('Your password').fill(PASSWORD)
  await press(page)
  await expect(page.getByRole('status').filter({ hasText: 'The patient is told by e-mail' })).toBeVisible()
  const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) })
  const entry = history.getByRole('listitem').filter({ hasText: 'Logged out on all devices' })
  await expect(entry).toContainText('Lost the phone, asked for on another.')
  expect(await faultsOf(page)).toEqual([])
  await device.reload()
  await expect(device).toHaveURL(/\/login/)
  const { text } = await readMail(shop(), order.customer.email, /logged out on all devices/)
  expect(text).toContain('Your password stays the same')

  await open(page)
  await page.getByLabel('Why the patient is logged out').fill('Once more.')
  await page.getByLabel('Your password').fill(PASSWORD)
  await press(page)
  await expect(page.getByText('No one was logged in, so no e-mail was sent.')).toBeVisible()
  await expect(entry).toHaveCount(1)
  await device.context().close()
})

test('it works from a question without scripts too; a guest’s question has no account to log out', {
  tag: '@slow',
}, async ({ context }) => {
  const { customer, number, id } = await paidVisit()
  const plain = await context.browser()!.newContext({ javaScriptEnabled: false })
  await logInAs(plain, 'support')
  const page = await plain.newPage()
  const ask = async (token?: string) => {
    const body = {
      name: 'Anna',
      email: customer.email,
      message: `Stolen ${token?.length}.`,
      orderNumber: number,
    }
    const headers = { 'X-Forwarded-For': networkOfItsOwn() }
    const root = apiRoot(shop())
    const sent = { method: 'POST', token, headers, body }
    const { reference } = await call<{ reference: string }>(`${root}/support-messages`, sent)
    const as = { token: (await staff('support')).token }
    const messages = await call<{ id: string; reference: string }[]>(`${root}/staff/messages`, as)
    await page.goto(`${desk()}/messages/${messages.find((one) => one.reference === reference)!.id}`)
  }
  await ask()
  await expect(page.getByText('Guest')).toBeVisible()
  await expect(page.getByText(TITLE)).toHaveCount(0)
  await ask(customer.token)
  await open(page)
  await page.getByLabel('Your password').fill('not this one')
  await press(page)
  await expect(page.getByRole('alert')).toContainText('This is not your password')
  // The form stays in place, with the error beside the field.
  await expect(page.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Your password').fill(PASSWORD)
  await press(page)
  await expect(page.getByRole('status').filter({ hasText: 'The patient is told by e-mail' })).toBeVisible()
  await expect(call(`${apiRoot(shop())}/users/current`, { token: customer.token })).rejects.toThrow(/401/)

  const { access_token: token } = await call<{ access_token: string }>(`${apiRoot(shop())}/login`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': networkOfItsOwn() },
    body: { username: customer.email, password: CUSTOMER_PASSWORD },
  })
  const password = { password: CUSTOMER_PASSWORD }
  await call(`${apiRoot(shop())}/users/current`, { method: 'DELETE', token, body: password })
  await page.goto(`${desk()}/orders/${id}`)
  await expect(page.getByText('The account has been erased: no one is logged in with it.')).toBeVisible()
  await plain.close()
})

test('without scripts, what was typed stays in the refused form and reaches no other', async ({
  context,
}) => {
  const { id } = await paidVisit()
  await logInAs(context, 'support')
  for (const [form, field, other] of [
    [{ intent: 'cancelOrder', state: 'paid', reason: 'x' }, 'cancel-reason', 'sign-out-reason'],
    [{ intent: 'endSessions', password: 'not this one', reason: 'xx' }, 'sign-out-reason', 'cancel-reason'],
  ] as const) {
    const answer = await context.request.post(`${desk()}/orders/${id}`, { form, headers: { Origin: desk() } })
    const page = await answer.text()
    const typedIn = (name: string) =>
      /\bvalue="([^"]*)"/.exec(new RegExp(`<input[^>]*id="${name}"[^>]*>`).exec(page)![0])?.[1] ?? ''
    expect([typedIn(field), typedIn(other)]).toEqual([form.reason, ''])
    expect(/<input[^>]*id="reason"[^>]*>/.exec(page)![0]).not.toContain('aria-invalid')
  }
})
