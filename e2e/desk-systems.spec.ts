import { expect, test } from '@playwright/test'
import { desk, faultsOf, logInAs, PASSWORD } from './desk-stage.ts'
import { openWithScripts } from './visitor.ts'

test('an administrator ends a laboratory’s system with the own password, without scripts too', {
  tag: ['@ASVS-10.4.9'],
}, async ({ page, context, browser }) => {
  await logInAs(context, 'administrator', 'Jan Lis')
  await openWithScripts(page, `${desk()}/machine`)
  await page.getByRole('link', { name: 'Laboratory systems' }).click()
  const system = page.getByRole('region', { name: 'Analyser of the demo' })
  await expect(system).toContainText('may log in')
  await expect(system.getByRole('row', { name: /demo-key/ })).toContainText('never')
  expect(await faultsOf(page)).toEqual([])

  const whole = system.locator('details').filter({ hasText: 'End the system' })
  await whole.locator('summary').click()
  await whole.getByLabel('Your password').fill('guess')
  await whole.getByRole('button', { name: 'End now' }).click()
  await expect(page.getByRole('alert')).toHaveText('This is not your password.')
  await expect(system).toContainText('may log in')

  const plain = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(plain, 'administrator', 'Jan Lis')
  const bare = await plain.newPage()
  await bare.goto(`${desk()}/machine/laboratory-systems`)
  const key = bare.getByRole('row', { name: /demo-key/ })
  await key.locator('summary').click()
  await key.getByLabel('Your password').fill(PASSWORD)
  await key.getByRole('button', { name: 'End now' }).click()
  await expect(bare.getByRole('status').filter({ hasText: 'The key is ended.' })).toBeVisible()
  await expect(key).toContainText('revoked')
  await plain.close()

  await whole.getByLabel('Your password').fill(PASSWORD)
  await whole.getByRole('button', { name: 'End now' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The system is ended.' })).toBeVisible()
  await expect(system).toContainText('ended')
  await expect(whole).toHaveCount(0)
})
