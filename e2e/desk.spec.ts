import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { generate } from 'otplib'
import { tooWide, tooWideWhenNarrow } from './audits.ts'
import {
  addPatient,
  apiRoot,
  BRANCH,
  call,
  confirmEmail,
  newCustomer,
  payOrder,
  placeOrder,
  type StagedOrder,
} from './stage.ts'
import { openWithScripts, readMail, shopTogether } from './visitor.ts'

// One worker after the other: the demo administrator's code is good once in half a minute.
test.describe.configure({ mode: 'default' })

/** Of the demo people's apps. */
const DEMO_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const PASSWORD = 'plum harbour 47 lantern'
const desk = () => process.env.DESK!
const shop = shopTogether

interface Staged {
  email: string
  secret: string
  token: string
}

let administrator: string
const staged = new Map<string, Staged>()

test.beforeAll(async () => {
  const page = await (await fetch(`${shop().sandbox}/desk`)).text()
  const now = /id="code">(\d{6})</.exec(page)![1]!
  const logIn = (code: string) =>
    call<{ accessToken: string }>(`${apiRoot(shop())}/staff/login`, {
      method: 'POST',
      body: { email: 'administrator@desk.example', password: PASSWORD, code },
    })
  // A worker that starts anew within half a minute takes the code of the next one, a step early.
  const session = await logIn(now).catch(async () => logIn(await codeOf(DEMO_SECRET, 30)))
  administrator = session.accessToken
})

const codeOf = (secret: string, ahead = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead })

async function invite(
  role: string,
  name = 'Olga Novik',
  laboratoryIds: number[] | null = null,
): Promise<string> {
  const email = `desk.${crypto.randomUUID()}@example.com`
  await call(`${apiRoot(shop())}/staff/members`, {
    method: 'POST',
    token: administrator,
    body: { email, name, locale: 'en', grants: [{ role, laboratoryIds }] },
  })
  return email
}

/** The link of an invitation's letter. */
async function linkOf(email: string): Promise<string> {
  const { text } = await readMail(shop(), email, /desk/)
  return /http\S+\/invitation\?token=[\w-]+/.exec(text)![0]
}

/** Somebody of the desk with a session, by the API; invited once for each role. */
async function staff(role: string): Promise<Staged> {
  const known = staged.get(role)
  if (known) return known
  const email = await invite(role)
  const token = new URL(await linkOf(email)).searchParams.get('token')
  const root = `${apiRoot(shop())}/staff/invitations`
  const { secret } = await call<{ secret: string }>(`${root}/open`, { method: 'POST', body: { token } })
  const body = { token, password: PASSWORD, code: await codeOf(secret) }
  const { accessToken } = await call<{ accessToken: string }>(`${root}/accept`, { method: 'POST', body })
  const made = { email, secret, token: accessToken }
  staged.set(role, made)
  return made
}

async function logInAs(context: BrowserContext, role: string): Promise<void> {
  const { token } = await staff(role)
  await context.addCookies([{ name: 'deskSession', value: token, url: desk(), httpOnly: true }])
}

/** A paid visit to the branch, and its day. */
async function paidVisit(lastName = 'Kovaleva'): Promise<StagedOrder & { day: string }> {
  const customer = await newCustomer(shop())
  await confirmEmail(customer)
  const order = await placeOrder(customer, await addPatient(customer, { lastName }))
  await payOrder(order)
  const { visit } = await call<{ visit: { start: string } }>(`${apiRoot(shop())}/orders/${order.id}`, {
    token: customer.token,
  })
  return { ...order, day: visit.start.slice(0, 10) }
}

const dayOf = ({ day }: { day: string }) => `${desk()}/?date=${day}&place=${BRANCH}`
const rowOf = (page: Page, { number }: { number: string }) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: number }) })

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

test('somebody who is invited chooses a password, sets up the app, and comes in with both from then on', async ({
  page,
}) => {
  const email = await invite('reception')
  await openWithScripts(page, await linkOf(email))
  expect(await faultsOf(page)).toEqual([])
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await page.locator('.deskCode').textContent())!
  const submit = page.getByRole('button', { name: 'Begin' })
  await page.getByLabel('New password').fill('password1')
  await page.getByLabel('Code from the app').fill(await codeOf(secret))
  await submit.click()
  await expect(page.getByText('This password is easy to guess')).toBeVisible()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Code from the app').fill(await codeOf(secret))
  await submit.click()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Today' })).toBeVisible()

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in at the desk' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toHaveText('E-mail, password or code is wrong.')
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByLabel('Password').fill(PASSWORD)
  // The code of now was used a moment ago; the next is taken a step early.
  await page.getByLabel('Code from the app').fill(await codeOf(secret, 30))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Olga Novik')).toBeVisible()
})

test('without a session every screen leads to the login and back, and a patient’s token opens none', async ({
  page,
  context,
}) => {
  await page.goto(`${desk()}/orders`)
  expect(page.url()).toBe(`${desk()}/login?to=%2Forders`)
  const { token } = await newCustomer(shop())
  await context.addCookies([{ name: 'deskSession', value: token, url: desk() }])
  await page.goto(desk())
  await expect(page.getByText('Your session is over')).toBeVisible()
  expect((await context.cookies(desk())).map(({ name }) => name)).not.toContain('deskSession')
})

test('reception sees the day, notes who comes and whose samples are taken, and the patient’s order moves on', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, dayOf(order))
  const row = rowOf(page, order)
  await expect(row).toContainText('Expected')
  expect(await faultsOf(page)).toEqual([])
  await row.getByLabel('Identity checked').check()
  await row.getByRole('button', { name: `Arrived, ${order.number}` }).click()
  await expect(row).toContainText('Here')
  await row.getByRole('link', { name: order.number }).click()
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible()
  await expect(page.getByText('Identity checked')).toBeVisible()
  await expect(page.getByText('Ferritin')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const label = `S-${crypto.randomUUID().slice(0, 8)}`
  await page.getByRole('textbox', { name: /Kovaleva Anna:/ }).fill(label)
  await page.getByRole('button', { name: 'Samples taken' }).click()
  await expect(page.getByText('Samples taken at the desk')).toBeVisible()
  await expect(page.getByText(label)).toBeVisible()
  await page.getByLabel('Note').fill('Comes with a wheelchair.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('Comes with a wheelchair.')).toBeVisible()
})

test('of two people at one visit the later is told who was first, and sees what is', async ({
  page,
  context,
  browser,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, dayOf(order))
  const other = await browser.newContext()
  await logInAs(other, 'homeVisits')
  const colleague = await other.newPage()
  await openWithScripts(colleague, dayOf(order))
  await rowOf(colleague, order).getByRole('button', { name: 'Not come' }).click()
  await expect(rowOf(colleague, order)).toContainText('Not come')
  await rowOf(page, order).getByRole('button', { name: 'Arrived' }).click()
  await expect(rowOf(page, order).getByRole('alert')).toContainText('Somebody else was first')
  await expect(rowOf(page, order).getByRole('alert')).toContainText('Olga Novik')
  await expect(rowOf(page, order).getByText('Not come', { exact: true }).first()).toBeVisible()
  await other.close()
})

test('the day is worked by keyboard alone', async ({ page, context }) => {
  const orders = [await paidVisit('Zaleska'), await paidVisit('Zaleska')]
  await logInAs(context, 'reception')
  await openWithScripts(page, dayOf(orders[0]!))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(orders[0]!.number)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: orders[0]!.number })
  await expect(link).toBeFocused()
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Order ${orders[0]!.number}` })).toBeVisible()
})

test('support finds an order by name without a trace in the address, and sees its tests with a reason alone', async ({
  page,
  context,
}) => {
  const lastName = `Zubr${'abcdefghij'.charAt(Math.floor(Math.random() * 10))}ova`
  const order = await paidVisit(lastName)
  await logInAs(context, 'support')
  await openWithScripts(page, `${desk()}/orders`)
  await page.getByRole('searchbox').fill(lastName)
  await page.keyboard.press('Enter')
  const row = rowOf(page, order)
  await expect(row).toContainText(lastName)
  expect(page.url()).not.toContain(lastName)
  expect(await faultsOf(page)).toEqual([])
  await row.getByRole('link').click()
  await expect(page.getByText('Your role does not see the names')).toBeVisible()
  await expect(page.getByText('Ferritin')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Samples taken' })).toHaveCount(0)
  await page.getByLabel('Why the names').fill('The patient asks on the phone.')
  await page.getByRole('button', { name: 'Show the tests' }).click()
  await expect(page.getByText('Ferritin')).toBeVisible()
  await expect(page.getByText('The patient asks on the phone.')).toBeVisible()
})

test('an administrator invites, and ends an access, and sees no order', async ({ page, context }) => {
  await logInAs(context, 'administrator')
  await openWithScripts(page, desk())
  await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const email = `desk.${crypto.randomUUID()}@example.com`
  await page.getByLabel('Name', { exact: true }).fill('Vera Krot')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('alert')).toContainText('at least one role')
  await page.getByRole('checkbox', { name: 'Support' }).check()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('The invitation is on its way.')).toBeVisible()
  await linkOf(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')
  await row.getByRole('button', { name: 'End access' }).click()
  await expect(row).toContainText('Ended')
  for (const path of ['/orders', `/orders/${crypto.randomUUID()}`]) {
    const answer = await page.goto(`${desk()}${path}`)
    expect(answer?.status(), path).toBe(403)
  }
  await expect(page.getByRole('heading', { name: 'Your role does not see this' })).toBeVisible()
})

test('words that people searched for in vain are added to what they mean, and found at once', async ({
  page,
  context,
}) => {
  const words = `брунькосок ${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`
  const search = `${shop().url}/search?${new URLSearchParams({ searchNameTerm: words })}`
  const told = page.waitForResponse((answer) => answer.url().endsWith('/api/search/unanswered'))
  await openWithScripts(page, search)
  expect((await told).status()).toBe(200)
  await logInAs(context, 'catalogue')
  await openWithScripts(page, desk())
  await expect(page.getByRole('heading', { name: 'Searched for in vain' })).toBeVisible()
  await page.getByLabel('Words', { exact: true }).fill(words)
  await page.getByLabel('Find what they mean').fill('before surgery')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('radio', { name: /^Before surgery/ }).check()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('status').first()).toHaveText('Added. The search knows the words now.')
  const row = page.getByRole('row').filter({ hasText: words })
  await expect(row).toContainText('Before surgery')
  for (const width of [390, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await tooWide(page), String(width)).toEqual([])
  }
  const shopPage = await context.newPage()
  await openWithScripts(shopPage, search)
  await expect(shopPage.getByRole('heading', { name: 'Before surgery' })).toBeVisible()
  await row.getByRole('button', { name: /Take back/ }).click()
  await expect(page.getByText('Taken back.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('another site’s form changes nothing', async ({ request }) => {
  const { token } = await staff('reception')
  const order = await paidVisit()
  const answer = await request.post(`${desk()}/?index`, {
    headers: {
      Cookie: `deskSession=${token}`,
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    },
    form: { intent: 'arrive', orderId: order.id, version: '0' },
  })
  expect(answer.status()).toBe(403)
})

test('screens hold at 390, 1280 and 1920 pixels, light and dark, also for who reads them enlarged', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  const order = await paidVisit()
  await logInAs(context, 'reception')
  for (const [name, path] of [
    ['today', dayOf(order)],
    ['order', `${desk()}/orders/${order.id}`],
  ] as const) {
    await openWithScripts(page, path)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const width of [390, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await tooWide(page), `${name} ${scheme} ${width}`).toEqual([])
        expect(await faultsOf(page), `${name} ${scheme} ${width}`).toEqual([])
      }
    }
    expect(await tooWideWhenNarrow(page), name).toEqual([])
  }
})

test('the day works without scripts', async ({ browser }) => {
  const order = await paidVisit()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(context, 'reception')
  const page = await context.newPage()
  await page.goto(dayOf(order))
  await rowOf(page, order).getByRole('button', { name: 'Arrived' }).click()
  await page.goto(dayOf(order))
  await expect(rowOf(page, order)).toContainText('Here')
  await context.close()
})
