import { expect, test } from '@playwright/test'
import { AUDIT_LINES } from '@shop/contract/staff'
import { faultsOf } from './audits.ts'
import { desk, logInAs, paidVisit, shop, staff } from './desk-stage.ts'
import { apiRoot, call } from './stage.ts'
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
  const found = page.getByRole('row').filter({ hasText: visit.id })
  await expect(found.filter({ hasText: 'Staff' }).filter({ hasText: 'viewed: Order' }).first()).toBeVisible()
  await page.getByLabel('Record', { exact: true }).selectOption('Calendar')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('0 lines, newest first')).toBeVisible()
  // A name is not sent, since it would be in the address.
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
    'An order number contains only digits.',
  )
  await expect(there.getByLabel('Record', { exact: true })).toHaveAccessibleDescription(
    'Choose from the list.',
  )
  // By a person who does nothing else: more accesses to the audit than fit on a page, each a request and a line.
  const { token } = await staff('privacy', 'Zoya Pages')
  const { id } = await call<{ id: string }>(`${apiRoot(shop())}/staff/current`, { token })
  for (let look = 0; look <= AUDIT_LINES; look++) await call(`${apiRoot(shop())}/staff/audit`, { token })
  await there.goto(`${desk()}/audit?staffId=${id}`)
  await expect(there.getByRole('row').nth(1)).toContainText('Audit')
  const lines = () => there.locator('tbody tr').allTextContents()
  const newest = await lines()
  expect(newest).toHaveLength(AUDIT_LINES)
  await there.getByRole('link', { name: 'Older' }).click()
  await expect(there.getByRole('link', { name: 'Newest' })).toBeVisible()
  const older = await lines()
  expect(older.length).toBeGreaterThan(0)
  expect(newest.filter((line) => older.includes(line))).toEqual([])
  await there.getByRole('link', { name: 'Newest' }).click()
  await expect(there.getByRole('link', { name: 'Newest' })).toHaveCount(0)
  await plain.close()
})
