import { expect, type Page, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, logInAs, shop, staff } from './desk-stage.ts'
import { apiRoot, call, settleIn } from './stage.ts'
import { newEmail, openWithScripts, readMail } from './visitor.ts'

/** A guest asks, the desk answers by mail; returns the link in the mail. */
async function answeredGuest() {
  const email = newEmail()
  const { reference } = await call<{ reference: string }>(`${apiRoot(shop())}/support-messages`, {
    method: 'POST',
    body: { name: 'Anna Guest', email, message: 'May I come on Thursday?' },
  })
  const { token } = await staff('support')
  const root = `${apiRoot(shop())}/staff/messages`
  const messages = await call<{ id: string; reference: string }[]>(root, { token })
  const { id } = messages.find((one) => one.reference === reference)!
  const body = { version: 0, text: 'Thursday at nine.', close: true }
  await call(`${root}/${id}/answers`, { method: 'POST', token, body })
  const { text } = await readMail(shop(), email, /^Re: /)
  return { id, reference, link: /https?:\/\/\S+\/support\/answer#\S+/.exec(text)![0] }
}

async function expectAtDesk(page: Page, { id }: { id: string }, words: string): Promise<void> {
  await logInAs(page.context(), 'support')
  await openWithScripts(page, `${desk()}/messages/${id}`)
  const said = page.getByRole('article').filter({ hasText: words })
  await expect(said).toContainText('Anna Guest')
  await expect(page.getByRole('button', { name: 'Close without an answer' })).toBeVisible()
  // A guest without an account is greeted without a name.
  await page.getByRole('button', { name: 'Move a visit' }).click()
  await expect(page.getByLabel('Your answer')).toHaveValue(/^Hello,\n/)
}

test('a guest opens the answer by the mailed link and replies, and the desk has it in the same thread', async ({
  page,
  context,
}) => {
  const asked = await answeredGuest()
  await settleIn(context, shop())
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await openWithScripts(page, asked.link)
  await expect(page.getByText('Thursday at nine.')).toBeVisible()
  await expect(page.getByText('May I come')).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
  const message = page.getByLabel('Message')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await message.fill('And on Sunday?')
  // A reload needs the link again, and then shows what was typed.
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Sunday')
  await page.reload()
  await page.getByLabel('Link from the e-mail').fill(asked.link)
  await page.getByRole('button', { name: 'Show the answer' }).click()
  await expect(message).toHaveValue('And on Sunday?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your message is on its way')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Sunday')
  expect(new URL(page.url()).hash).toBe('')
  expect(addresses.filter((address) => /token|Sunday|Guest/.test(new URL(address).search))).toEqual([])
  await expectAtDesk(page, asked, 'And on Sunday?')
})

test('without scripts the link is pasted, and an invalid link says what to do instead', async ({
  browser,
  page,
}) => {
  const asked = await answeredGuest()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(asked.link)
  await expect(plain.getByText('Thursday at nine.')).toHaveCount(0)
  await plain.getByLabel('Link from the e-mail').fill(`${asked.link.split('#')[0]}#token=wrong`)
  await plain.getByRole('button', { name: 'Show the answer' }).click()
  await expect(plain.getByRole('alert')).toContainText('This link is no longer valid')
  await expect(plain.getByText('Thursday at nine.')).toHaveCount(0)
  await plain.getByLabel('Link from the e-mail').fill(asked.link)
  await plain.getByRole('button', { name: 'Show the answer' }).click()
  await expect(plain.getByText('Thursday at nine.')).toBeVisible()
  await plain.getByLabel('Message').fill('I have no scripts.')
  await plain.getByRole('button', { name: 'Send' }).click()
  await expect(plain.getByText('Your message is on its way')).toBeVisible()
  await context.close()
  await expectAtDesk(page, asked, 'I have no scripts.')
})
