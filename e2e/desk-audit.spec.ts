import { expect, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, logInAs, paidVisit } from './desk-stage.ts'
import { openWithScripts } from './visitor.ts'

test('the audit is searched by order, kind, action and days, with and without scripts, and keeps what was typed', async ({
  browser,
  page,
  context,
}) => {
  const visit = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${visit.id}`)
  await logInAs(context, 'privacy')
  await openWithScripts(page, `${desk()}/audit`)
  await page.getByLabel('Order number').fill(visit.number)
  await page.getByLabel('Action').selectOption('viewed')
  await page.getByLabel('Record', { exact: true }).selectOption('Order')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('number') === visit.number)
  expect(await faultsOf(page)).toEqual([])
  const lines = page.getByRole('row').filter({ hasText: visit.id })
  await expect(lines.filter({ hasText: 'Staff' }).filter({ hasText: 'viewed Order' }).first()).toBeVisible()
  await page.getByLabel('Record', { exact: true }).selectOption('Calendar')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('0 lines, newest first')).toBeVisible()
  // A name is not sent: it would stand in the address.
  await page.getByLabel('Record ID').fill('Anna Kovaleva')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByLabel('Record ID')).toBeFocused()
  expect(page.url()).not.toContain('Kovaleva')

  const plain = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(plain, 'privacy')
  const there = await plain.newPage()
  await there.goto(`${desk()}/audit?number=${visit.number}&from=2030-02-03&to=2030-02-01`)
  await expect(there.getByLabel('To', { exact: true })).toHaveAccessibleDescription(/not before the first/)
  await expect(there.getByLabel('To', { exact: true })).toHaveValue('2030-02-01')
  await expect(there.getByLabel('Order number')).toHaveValue(visit.number)
  await there.goto(`${desk()}/audit?number=12x&kind=nothing`)
  await expect(there.getByLabel('Order number')).toHaveValue('12x')
  await expect(there.getByLabel('Order number')).toHaveAccessibleDescription(
    'An order number has digits only.',
  )
  await expect(there.getByLabel('Record', { exact: true })).toHaveAccessibleDescription(
    'Choose from the list.',
  )
  await there.goto(`${desk()}/audit`)
  const older = there.getByRole('link', { name: 'Older' })
  if ((await older.count()) > 0) {
    const first = await there.locator('table').textContent()
    await older.click()
    await expect(there.locator('table')).not.toHaveText(first!)
    await there.getByRole('link', { name: 'Newest' }).click()
  }
  await expect(there.getByRole('row').nth(1)).toContainText('Audit')
  await plain.close()
})
