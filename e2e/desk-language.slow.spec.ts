import { expect, test } from '@playwright/test'
import { codeOf, desk, PASSWORD, staff } from './desk-stage.ts'

test('the language is chosen at the login and in one’s own settings, without scripts too, and the account keeps it', async ({
  browser,
}) => {
  const withoutScripts = () => browser.newContext({ javaScriptEnabled: false })
  const { email, secret, token } = await staff('reception', 'Ewa Lis')
  const here = await withoutScripts()
  await here.addCookies([{ name: 'deskSession', value: token, url: desk(), httpOnly: true }])
  const page = await here.newPage()
  await page.goto(`${desk()}/passkeys`)
  await page.getByRole('button', { name: 'Русский' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  expect(page.url()).toBe(`${desk()}/passkeys`)
  await here.close()

  const elsewhere = await withoutScripts()
  const login = await elsewhere.newPage()
  await login.goto(`${desk()}/login?to=%2Fpasskeys`)
  await login.getByRole('button', { name: 'Polski' }).click()
  await expect(login.locator('html')).toHaveAttribute('lang', 'pl')
  expect(login.url()).toBe(`${desk()}/login?to=%2Fpasskeys`)
  await login.locator('input[name="email"]').fill(email)
  await login.locator('input[name="password"]').fill(PASSWORD)
  await login.locator('input[name="code"]').fill(await codeOf(secret, 30))
  await login.locator('input[name="code"]').press('Enter')
  await expect(login.getByText('Ewa Lis')).toBeVisible()
  expect(login.url()).toBe(`${desk()}/passkeys`)
  // The account's language applies, whatever was chosen in this browser before.
  await expect(login.locator('html')).toHaveAttribute('lang', 'ru')
  await elsewhere.close()
})
