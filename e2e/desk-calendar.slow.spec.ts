import { expect, type Page, test } from '@playwright/test'
import type { DeskCalendar } from '@shop/contract/desk-calendar'
import { desk, logInAs, shop, staff } from './desk-stage.ts'
import { apiRoot, call } from './stage.ts'
import { openWithScripts } from './visitor.ts'

type Stored = Pick<DeskCalendar, 'week' | 'version'>

/** A branch that no other test uses, as a colleague changes it. */
async function branchOfItsOwn(branch: number) {
  const { token } = await staff('reception', 'Vera Krot')
  const url = `${apiRoot(shop())}/staff/laboratories/${branch}/calendar`
  return {
    async change(changeOf: (stored: Stored) => object): Promise<void> {
      const stored = await call<Stored>(url, { token })
      const body = { version: stored.version, change: changeOf(stored), knownOrderIds: [] }
      await call(url, { method: 'POST', token, body })
    },
  }
}

/** A day this many days from today: the shop has the real clock, and shows closures that have not ended. */
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const hoursOf = (page: Page, day: string) =>
  page
    .getByRole('region', { name: 'Hours and places' })
    .getByRole('group')
    .filter({ has: page.locator('summary', { hasText: day }) })

test('without scripts, typed hours stay beside the current ones if a colleague has changed the day in the meantime', async ({
  browser,
}) => {
  const colleague = await branchOfItsOwn(6)
  await using context = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(context, 'reception')
  const page = await context.newPage()
  await page.goto(`${desk()}/calendar?place=6`)
  const monday = hoursOf(page, 'Monday')
  await monday.locator('summary').click()
  await monday.getByLabel('Opens').fill('07:15')
  await monday.getByLabel('Closes').fill('13:45')
  await monday.getByLabel('Places').nth(0).fill('3')
  await monday.getByLabel('From', { exact: true }).last().fill('12:00')
  await monday.getByLabel('Places').last().fill('1')
  await monday.getByLabel('Saturday').check()
  const theirs = { open: '09:30', close: '15:00', capacity: [{ from: '09:30', places: 2 }] }
  await colleague.change(({ week }) => ({ kind: 'week', week: { ...week, monday: theirs } }))

  await monday.getByRole('button', { name: 'Save, Monday' }).click()
  await expect(page.getByRole('alert')).toContainText('Vera Krot')
  await expect(monday.getByRole('status')).toContainText('Now: 9:30–15:00 (2).')
  await expect(monday.getByLabel('Opens')).toHaveValue('07:15')
  await expect(monday.getByLabel('Closes')).toHaveValue('13:45')
  await expect(monday.getByLabel('Places').nth(0)).toHaveValue('3')
  await expect(monday.getByLabel('From', { exact: true }).last()).toHaveValue('12:00')
  await expect(monday.getByLabel('Places').last()).toHaveValue('1')
  await expect(monday.getByLabel('Saturday')).toBeChecked()
  await expect(hoursOf(page, 'Tuesday').getByLabel('Opens')).toBeHidden()
  await monday.getByRole('button', { name: 'Save, Monday' }).click()
  await expect(hoursOf(page, 'Monday').locator('summary')).toHaveText('Monday: 7:15–13:45 (3, 12:00: 1)')
  await expect(hoursOf(page, 'Saturday').locator('summary')).toHaveText('Saturday: 7:15–13:45 (3, 12:00: 1)')

  // Impossible hours are kept as well, to be corrected; or the current ones can be taken instead.
  await monday.locator('summary').click()
  await monday.getByLabel('Opens').fill('18:00')
  await colleague.change(({ week }) => ({ kind: 'week', week: { ...week, monday: theirs } }))
  await monday.getByRole('button', { name: 'Save, Monday' }).click()
  await monday.getByRole('button', { name: 'Save, Monday' }).click()
  await expect(page.getByRole('alert')).toContainText('Check times, places and days')
  await expect(monday.getByLabel('Opens')).toHaveValue('18:00')
  await expect(monday.getByRole('status')).toContainText('Now: 9:30–15:00 (2).')
  await monday.getByRole('button', { name: 'Discard my entries' }).click()
  await monday.locator('summary').click()
  await expect(monday.getByLabel('Opens')).toHaveValue('09:30')
  await expect(page).toHaveURL(/place=6/)
})

test('without scripts, a typed closure stays if a colleague changed the calendar first', async ({
  browser,
}) => {
  const colleague = await branchOfItsOwn(5)
  const [firstDay, lastDay] = [dayAhead(60), dayAhead(61)]
  await using context = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(context, 'reception')
  const page = await context.newPage()
  await page.goto(`${desk()}/calendar?place=5`)
  const closures = page.getByRole('region', { name: 'Closures' })
  await closures.getByLabel('First day').fill(firstDay)
  await closures.getByLabel('Last day').fill(lastDay)
  await closures.getByRole('textbox', { name: 'Reason' }).fill('Water is off')
  await colleague.change(({ week }) => ({ kind: 'week', week: { ...week, sunday: null } }))

  await closures.getByRole('button', { name: 'Add closure' }).click()
  await expect(page.getByRole('alert')).toContainText('Vera Krot')
  await expect(closures.getByLabel('First day')).toHaveValue(firstDay)
  await expect(closures.getByLabel('Last day')).toHaveValue(lastDay)
  await expect(closures.getByRole('textbox', { name: 'Reason' })).toHaveValue('Water is off')
  await closures.getByRole('button', { name: 'Add closure' }).click()
  await expect(closures.getByText('Water is off')).toBeVisible()
  await expect(closures.getByRole('textbox', { name: 'Reason' })).toHaveValue('')
})

test('typed hours and a typed closure survive a reload, at their own laboratory, until they are saved', async ({
  page,
  context,
}) => {
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/calendar?place=9`)
  const monday = hoursOf(page, 'Monday')
  const places = monday.getByLabel('Places')
  await monday.locator('summary').click()
  await monday.getByLabel('Closes').fill('11:45')
  await places.last().fill('1')
  await monday.getByLabel('From', { exact: true }).last().fill('10:00')
  await monday.getByLabel('Saturday').check()
  await page.getByLabel('Reason').fill('Repairs')
  await page.reload()
  await expect(monday.getByLabel('Closes')).toHaveValue('11:45')
  await expect(monday.getByLabel('Closes')).toBeVisible()
  await expect(monday.getByLabel('From', { exact: true }).last()).toHaveValue('10:00')
  await expect(places.last()).toHaveValue('1')
  await expect(monday.getByLabel('Saturday')).toBeChecked()
  await expect(page.getByLabel('Reason')).toHaveValue('Repairs')
  await openWithScripts(page, `${desk()}/calendar?place=8`)
  await expect(page.getByLabel('Reason')).toHaveValue('')
  await expect(monday.getByLabel('Closes')).toBeHidden()
  await openWithScripts(page, `${desk()}/calendar?place=9`)
  await monday.getByRole('button', { name: 'Save, Monday' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(monday.locator('summary')).toContainText('10:00: 1')
  expect(await page.evaluate(() => sessionStorage.getItem('typed-words'))).not.toContain('11:45')
  await expect(page.getByLabel('Reason')).toHaveValue('Repairs')
})
