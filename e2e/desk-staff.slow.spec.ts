import { expect, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, invite, linkOf, logInAs, PASSWORD } from './desk-stage.ts'
import { openWithScripts } from './visitor.ts'

test('an administrator invites a colleague, ends an access, and sees no order', async ({ page, context }) => {
  await logInAs(context, 'administrator')
  await openWithScripts(page, desk())
  await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const email = `desk.${crypto.randomUUID()}@example.com`
  await page.getByLabel('Name', { exact: true }).fill('Vera Krot')
  await page.getByLabel('E-mail').fill(email)
  const password = page.getByRole('main').getByLabel('Your password').last()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('alert')).toContainText('at least one role')
  await page.getByRole('checkbox', { name: 'Support' }).check()
  await password.fill('guess')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('alert')).toHaveText('This is not your password.')
  await expect(password).toHaveAccessibleDescription('This is not your password.')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('The invitation is on its way.')).toBeVisible()
  await linkOf(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')
  await row.locator('summary', { hasText: 'End access' }).click()
  await expect(row.getByText('logged out everywhere immediately')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const end = row.locator('form').filter({ has: page.getByRole('button', { name: 'End access' }) })
  await end.getByLabel('Your password').fill('guess')
  await end.getByRole('button').click()
  await expect(page.getByRole('alert')).toHaveText('This is not your password.')
  await expect(row).toContainText('Invited')
  await end.getByLabel('Your password').fill(PASSWORD)
  await end.getByRole('button').click()
  await expect(row).toContainText('Ended')
  for (const path of ['/orders', `/orders/${crypto.randomUUID()}`]) {
    const answer = await page.goto(`${desk()}${path}`)
    expect(answer?.status(), path).toBe(403)
  }
  await expect(
    page.getByRole('heading', { name: 'Your role does not give you access to this' }),
  ).toBeVisible()
})

test('without scripts too, a wrong password keeps what an administrator typed, and the right one changes roles', async ({
  browser,
}) => {
  const email = await invite('support', 'Vera Krot')
  await using context = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(context, 'administrator')
  const page = await context.newPage()
  await page.goto(`${desk()}/staff`)
  const invitation = page.locator('form', { has: page.getByRole('button', { name: 'Send the invitation' }) })
  await invitation.getByLabel('Name', { exact: true }).fill('Eva Lis')
  await invitation.getByLabel('E-mail').fill('eva.lis@example.com')
  await invitation.getByRole('checkbox', { name: 'Finance' }).check()
  await invitation.getByLabel('Your password').fill('guess')
  await invitation.getByRole('button').click()
  await expect(page.getByRole('alert')).toHaveText('This is not your password.')
  await expect(invitation.getByLabel('Name', { exact: true })).toHaveValue('Eva Lis')
  await expect(invitation.getByLabel('E-mail')).toHaveValue('eva.lis@example.com')
  await expect(invitation.getByRole('checkbox', { name: 'Finance' })).toBeChecked()
  await expect(invitation.getByLabel('Your password')).toHaveValue('')

  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click()
  const roles = page.locator('form', { has: page.getByRole('button', { name: 'Save the roles' }) })
  await roles.getByRole('checkbox', { name: 'Finance' }).check()
  await roles.getByLabel('Your password').fill('guess')
  await roles.getByRole('button').click()
  await expect(roles.getByLabel('Your password')).toHaveAccessibleDescription('This is not your password.')
  await expect(roles.getByRole('checkbox', { name: 'Finance' })).toBeChecked()
  await roles.getByLabel('Your password').fill(PASSWORD)
  await roles.getByRole('button').click()
  await expect(page.getByRole('status').filter({ hasText: 'The roles have been changed' })).toBeVisible()
  const again = page.locator('details', { hasText: 'Invite again' })
  await again.locator('summary').click()
  await again.getByLabel('Your password').fill(PASSWORD)
  await again.getByRole('button').click()
  await expect(page.getByRole('status').filter({ hasText: 'The invitation is on its way' })).toBeVisible()
})

test('roles changed by a colleague in the meantime are shown, and not overwritten by a second press', async ({
  browser,
}) => {
  const email = await invite('support', 'Vera Krot')
  await using context = await browser.newContext()
  await logInAs(context, 'administrator')
  const open = async () => {
    const page = await context.newPage()
    await openWithScripts(page, `${desk()}/staff`)
    await page.getByRole('row').filter({ hasText: email }).getByRole('link').click()
    const roles = page.locator('form', { has: page.getByRole('button', { name: 'Save the roles' }) })
    await expect(roles).toBeVisible()
    const save = async (role: string) => {
      await roles.getByRole('checkbox', { name: role }).check()
      await roles.getByLabel('Your password').fill(PASSWORD)
      await roles.getByRole('button').click()
    }
    return {
      page,
      save,
      isChosen: (role: string) => expect(roles.getByRole('checkbox', { name: role })).toBeChecked(),
    }
  }
  const [first, second] = [await open(), await open()]
  await first.save('Finance')
  const done = (page: typeof first.page) =>
    page.getByRole('status').filter({ hasText: 'The roles have been changed' })
  await expect(done(first.page)).toBeVisible()
  await second.save('Catalogue')
  await expect(second.page.getByRole('alert')).toBeVisible()
  await second.isChosen('Finance')
  await second.save('Catalogue')
  await expect(done(second.page)).toBeVisible()
  for (const role of ['Support', 'Finance', 'Catalogue']) await second.isChosen(role)
})
