import { expect, type Page, test } from '@playwright/test'
import { codeOf, desk, logInAs, PASSWORD, paidVisit, shop, staff } from './desk-stage.ts'
import { apiRoot, askSupport, call } from './stage.ts'
import { openWithScripts } from './visitor.ts'

const NOTE = 'Comes with a wheelchair: ground floor.'
const NADIA = ['reception,support', 'Nadia Zhuk'] as const

const keptIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('typed-words'))

async function logIn(page: Page, { email, secret }: { email: string; secret: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  // The current code was used for the invitation.
  await page.getByLabel('Code from the app').fill(await codeOf(secret, 30))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('what is typed survives the end of a session, only for the same person, and is sent once', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  const { reference } = await askSupport(order.customer)
  const nadia = await staff(...NADIA)
  await logInAs(context, ...NADIA)
  const note = page.getByRole('textbox', { name: 'Note' })
  const answer = page.getByLabel('Your answer')
  await openWithScripts(page, `${desk()}/messages`)
  await page.getByRole('link', { name: reference }).click()
  await answer.fill('Of course.')
  const thread = page.url()
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  await note.fill(NOTE)
  await call(`${apiRoot(shop())}/staff/logout`, { method: 'POST', token: nadia.token })
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('Your session has ended. Log in again.')).toBeVisible()
  expect(decodeURIComponent(page.url())).toBe(`${desk()}/login?over=1&to=/orders/${order.id}`)

  // A colleague at the same computer sees none of it.
  await logInAs(context, 'reception')
  const there = await context.newPage()
  await openWithScripts(there, `${desk()}/orders/${order.id}`)
  await expect(there.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  expect(await keptIn(there)).toBeNull()
  await there.close()
  await context.clearCookies({ name: 'deskSession' })

  await logIn(page, nadia)
  await expect(page).toHaveURL(`${desk()}/orders/${order.id}`)
  await expect(note).toHaveValue(NOTE)
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText(NOTE)).toHaveCount(1)
  await expect(note).toHaveValue('')
  expect(await keptIn(page)).not.toContain(NOTE)
  await page.reload()
  await expect(note).toHaveValue('')

  await openWithScripts(page, thread)
  await expect(answer).toHaveValue('Of course.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The answer has been sent')).toBeVisible()
  await expect(answer).toHaveValue('')
  expect(await keptIn(page)).toBeNull()

  await answer.fill('Never sent.')
  expect(await keptIn(page)).toContain('Never sent.')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
  expect(await keptIn(page)).toBeNull()
})

test('after another person’s login nothing is left of what was typed in the ended session', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'support')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill(NOTE)
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  await expect(note).toHaveValue('')
  expect(await keptIn(page)).toBeNull()
})

test('what is typed stays while the page checks who else is here, and when it is reloaded', async ({
  page,
  context,
  browser,
}) => {
  const order = await paidVisit()
  const { reference } = await askSupport(order.customer)
  await logInAs(context, 'reception,support')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const note = page.getByRole('textbox', { name: 'Note' })
  const tube = page.getByRole('textbox', { name: /Kovaleva Anna:/ })
  await note.fill(NOTE)
  await tube.fill('S-1')

  const colleague = await browser.newContext()
  await logInAs(colleague, 'reception', 'Vera Krot')
  const there = await colleague.newPage()
  await openWithScripts(there, `${desk()}/orders/${order.id}`)
  await there.getByRole('button', { name: 'Check in' }).click()
  await expect(there.getByText('Arrived', { exact: true })).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('The order has changed since you opened it.')).toBeVisible()
  await expect(page.getByText('Vera Krot')).toBeVisible()
  await expect(note).toHaveValue(NOTE)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Arrived', { exact: true })).toBeVisible()
  await expect(note).toHaveValue(NOTE)
  await expect(tube).toHaveValue('S-1')

  await page.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('link', { name: reference }).click()
  const answer = page.getByLabel('Your answer')
  await answer.fill('Of course.')
  await logInAs(colleague, 'support', 'Vera Krot')
  await openWithScripts(there, page.url())
  await there.getByRole('button', { name: 'Assign to me' }).click()
  await expect(there.getByRole('button', { name: 'Unassign me' })).toBeVisible()
  // Refused, since a colleague was first. The text stays and can be sent again.
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Vera Krot' })).toBeVisible()
  await expect(answer).toHaveValue('Of course.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The answer has been sent')).toBeVisible()
  await expect(answer).toHaveValue('')
  await colleague.close()
})

test('what is typed into longer forms survives the end of a session, until it is accepted or left', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  const who = ['support,catalogue,privacy', 'Nadia Zhuk'] as const
  const nadia = await staff(...who)
  await logInAs(context, ...who)
  await openWithScripts(page, `${desk()}/catalogue/offers?find=7001`)
  await page.getByRole('listitem').filter({ hasText: '7001' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Texts in four languages' }).click()
  await page.getByRole('link', { name: 'Change the texts' }).click()
  const polish = page.getByLabel('Name, Polski')
  const before = await polish.inputValue()
  const texts = page.url()
  await polish.fill(`${before} we krwi`)

  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const cancel = page.locator('summary', { hasText: 'Cancel the order' })
  const reason = page.getByLabel('Reason', { exact: true })
  await cancel.click()
  await reason.fill('The patient fell ill.')

  await openWithScripts(page, `${desk()}/rights/new`)
  const words = page.getByLabel('Details')
  const came = page.getByLabel('Received by')
  await words.fill('Please send me\neverything.')
  await came.selectOption({ index: 1 })
  const chosen = await came.inputValue()
  await page.getByLabel('Name').fill('Anna Kovaleva')
  await page.getByLabel('E-mail').fill(order.customer.email)
  await call(`${apiRoot(shop())}/staff/logout`, { method: 'POST', token: nadia.token })
  await page.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByText('Your session has ended. Log in again.')).toBeVisible()
  await logIn(page, nadia)
  await expect(page).toHaveURL(`${desk()}/rights/new`)
  await expect(words).toHaveValue('Please send me\neverything.')
  await expect(came).toHaveValue(chosen)
  await page.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByText('everything.')).toBeVisible()
  expect(await keptIn(page)).not.toContain('everything')

  // What is folded opens if it contains something typed.
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  await expect(reason).toBeVisible()
  await expect(reason).toHaveValue('The patient fell ill.')
  expect(await keptIn(page)).toContain('fell ill')
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('A second person has to agree to the refund')).toBeVisible()
  expect(await keptIn(page)).not.toContain('fell ill')

  await openWithScripts(page, texts)
  await expect(polish).toHaveValue(`${before} we krwi`)
  await page.getByRole('link', { name: 'Leave unchanged' }).click()
  await expect(polish).toHaveCount(0)
  expect(await keptIn(page)).toBeNull()
  await page.getByRole('link', { name: 'Change the texts' }).click()
  await expect(polish).toHaveValue(before)
})
