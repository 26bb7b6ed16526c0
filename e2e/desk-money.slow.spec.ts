import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, logInAs, paidVisit, refundAtProvider, rowOf, shop, staff } from './desk-stage.ts'
import { apiRoot, call } from './stage.ts'
import { openWithScripts } from './visitor.ts'

/** Opens the payment of a visit as Anna Lis of finance. */
async function openPayment(page: Page, context: BrowserContext): Promise<void> {
  const order = await paidVisit()
  await logInAs(context, 'finance', 'Anna Lis')
  await openWithScripts(page, `${desk()}/money?find=${order.number}`)
  await page.getByRole('link', { name: order.number }).click()
}

test('finance refunds above the limit with a second person, closes the day and compares a statement', async ({
  page,
  context,
  browser,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'finance', 'Anna Lis')
  await openWithScripts(page, desk())
  await page.getByRole('searchbox').fill(order.number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: order.number }).click()
  await page.getByText('Refund', { exact: true }).first().click()
  const sum = page.getByLabel('Amount, BYN')
  const whole = await sum.inputValue()
  const give = page.getByRole('button', { name: 'Refund', exact: true })
  await sum.fill('9999')
  await page.getByLabel('Reason').fill('The patient moves away.')
  await give.click()
  await expect(page.getByRole('alert')).toContainText('more than is left')
  await sum.fill(whole.replace('.', ','))
  await page.getByLabel('End the order').check()
  await give.click()
  await expect(page.getByText('Requested. A second person has to agree.')).toBeVisible()
  await expect(page.getByText('Someone else has to agree.')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  const other = await browser.newContext()
  await logInAs(other, 'finance', 'Vera Krot')
  const colleague = await other.newPage()
  await openWithScripts(colleague, `${desk()}/money/attention`)
  await rowOf(colleague, order).getByRole('link').click()
  await expect(colleague.getByText('Requested by Anna Lis')).toBeVisible()
  const agree = colleague.getByRole('button', { name: 'Agree to' })
  await agree.click()
  await expect(colleague.getByRole('status').filter({ hasText: 'Refunded.' })).toBeVisible()
  await expect(colleague.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await other.close()

  await openWithScripts(page, `${desk()}/money/closing`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  const csv = await readFile(await file.path(), 'utf8')
  const [paid, back] = csv.split('\r\n').filter((line) => line.includes(`,${order.number},`))
  expect([paid, back]).toEqual([
    expect.stringContaining(`,${whole},,BYN`),
    expect.stringContaining(`,,${whole},BYN`),
  ])
  expect(await faultsOf(page)).toEqual([])
  const payment = paid!.split(',')[6]
  await openWithScripts(page, `${desk()}/money/statement`)
  const compare = async (...amounts: string[]) => {
    const lines = amounts.map((amount) => `payment,${payment},${amount},BYN,${paid!.split(',')[0]}`)
    const buffer = Buffer.from(['type,payment,amount,currency,time', ...lines].join('\n'))
    await page.getByLabel('File').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Compare' }).click()
  }
  await compare('much')
  await expect(page.getByText('Line 2, column amount: this cannot be read.')).toBeVisible()
  await compare('1.00', 'much')
  await expect(page.getByText('1 line could not be read and is missing')).toBeVisible()
  const unread = page.getByRole('table', { name: 'Lines that could not be read' })
  await expect(unread.getByRole('row').nth(1)).toHaveText('3amountmuch')
  await expect(rowOf(page, order).filter({ hasText: 'Different amount' })).toContainText(whole)
  expect(await faultsOf(page)).toEqual([])
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const money = page.getByRole('region', { name: 'Money' })
  await money.getByRole('link', { name: 'Payment' }).click()
  await expect(page.getByRole('heading', { name: `Payment of order ${order.number}` })).toBeVisible()
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  await expect(money.getByRole('listitem')).toContainText('Refunded')
  await expect(money.getByRole('link')).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
  expect((await page.goto(`${desk()}/money`))?.status()).toBe(403)
})

test('if the session has ended, the login leads back to the closing instead of being saved as its file', async ({
  page,
  context,
}) => {
  await paidVisit()
  await logInAs(context, 'finance')
  await openWithScripts(page, `${desk()}/money/closing`)
  await context.clearCookies({ name: 'deskSession' })
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
  await logInAs(context, 'finance')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Daily closing' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download as CSV' })).toBeVisible()
})

test('finance marks a refund that the provider refuses as refunded by bank transfer', async ({
  page,
  context,
}) => {
  await openPayment(page, context)
  const uid = await page.locator('.deskCode').first().textContent()
  await page.getByText('Refund', { exact: true }).first().click()
  const sum = page.getByLabel('Amount, BYN')
  await refundAtProvider(shop(), uid!.trim(), Math.round(Number(await sum.inputValue()) * 100))
  await sum.fill('5')
  await page.getByLabel('Reason').fill('The card is closed.')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('The provider did not accept it')).toBeVisible()
  await page.getByText('Refunded outside the shop').click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Reference').fill('PP 1042')
  await page.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Refunded.' })).toBeVisible()
  await expect(page.getByText('Bank transfer, PP 1042: Anna Lis')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('a refund just after a colleague’s shows hers, keeps what was typed, and is made with a second press', async ({
  page,
  context,
}) => {
  await openPayment(page, context)
  await page.getByText('Refund', { exact: true }).first().click()
  await page.getByLabel('Amount, BYN').fill('2')
  await page.getByLabel('Reason').fill('A sample was lost.')

  const { token } = await staff('finance', 'Vera Krot')
  const payment = `${apiRoot(shop())}/staff/payments/${page.url().split('/').at(-1)}`
  const { transactions } = await call<{ transactions: { id: string; version: number }[] }>(payment, { token })
  const [{ id, version }] = transactions as [{ id: string; version: number }]
  await call(`${apiRoot(shop())}/staff/transactions/${id}/refunds`, {
    method: 'POST',
    token,
    body: { amount: { price: 1, currency: 'BYN' }, reason: 'Charged too much.', endsOrder: false, version },
  })

  const give = page.getByRole('button', { name: 'Refund', exact: true })
  await give.click()
  await expect(page.getByRole('alert')).toContainText('Vera Krot')
  await expect(page.getByText('Charged too much.')).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue('A sample was lost.')
  await expect(page.getByLabel('Amount, BYN')).toHaveValue('2')
  await give.click()
  await expect(page.getByRole('status').filter({ hasText: 'Refunded.' })).toBeVisible()
  await expect(page.getByText('A sample was lost.')).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue('')
})
