import { expect, test } from '@playwright/test'
import type { DeskCalendar } from '@shop/contract/desk-calendar'
import { faultsOf } from './audits.ts'
import { dayOf, desk, logInAs, paidVisit, shop, staff } from './desk-stage.ts'
import { apiRoot, askSupport, call } from './stage.ts'
import { openWithScripts } from './visitor.ts'

test('a day’s work is done by keyboard alone', async ({ page, context }) => {
  const orders = [await paidVisit('Zaleska'), await paidVisit('Zaleska')]
  await logInAs(context, 'reception')
  await openWithScripts(page, dayOf(orders[0]!))
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search this day' })).toBeFocused()
  await page.keyboard.type(orders[0]!.number)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  const link = page.getByRole('link', { name: orders[0]!.number })
  await expect(link).toBeFocused()
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: `Order ${orders[0]!.number}` })
  await expect(heading).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('calen')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Calendar/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.type(orders[0]!.number)
  await page.keyboard.press('Enter')
  await expect(heading).toBeVisible()
  // As a scanner types the code that the patient shows.
  await openWithScripts(page, desk())
  await page.keyboard.press('/')
  await page.keyboard.type(`${orders[1]!.number}\n`)
  await expect(page.getByRole('heading', { name: `Order ${orders[1]!.number}` })).toBeVisible()

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Turn off single-key shortcuts' }).click()
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the keys work in a Cyrillic layout too', async ({ page, context }) => {
  const order = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, dayOf(order))
  // Playwright presses keys of a Latin layout only.
  const press = (key: string, code: string, ctrlKey = false) =>
    page.evaluate(
      async (pressed) => {
        // A dialog that has just closed loses the focus with the next frame.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }),
        )
      },
      { key, code, ctrlKey },
    )
  // Firefox would go to its own search field if the page did not prevent it.
  expect(await press('л', 'KeyK', true)).toBe(false)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press('о', 'KeyJ')
  await expect(page.locator('[data-row]').first()).toBeFocused()
  await press('.', 'Slash')
  await expect(page.getByRole('searchbox', { name: 'Search this day' })).toBeFocused()
})

test('what is typed survives a lost connection, is sent again with a button, and arrives once', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Comes with a wheelchair: ground floor.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add the note' }).press('Enter')
  const notice = page.getByRole('alert').filter({ hasText: 'No connection' })
  await expect(notice).toContainText('What you typed is still here')
  await expect(note).toHaveValue('Comes with a wheelchair: ground floor.')
  expect(await faultsOf(page)).toEqual([])
  await context.setOffline(false)
  await notice.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText('Comes with a wheelchair: ground floor.')).toHaveCount(1)
  await expect(note).toHaveValue('')
  await expect(page.getByText('No connection')).toHaveCount(0)
})

test('a list is sorted by its column headers, by keyboard too, and J follows that order', async ({
  page,
  context,
}) => {
  const orders = [await paidVisit('Aronska'), await paidVisit('Zaleska')]
  await logInAs(context, 'reception')
  await openWithScripts(page, dayOf(orders[0]!))
  const patients = page.getByRole('columnheader', { name: 'Patients' })
  const names = () => page.locator('tbody td:nth-child(3) .nowrap:not(.muted)').allTextContents()
  const before = await names()
  expect(before.join()).toContain('Aronska')
  const { compare } = new Intl.Collator('en', { numeric: true })
  await patients.getByRole('button').press('Enter')
  await expect(patients).toHaveAttribute('aria-sort', 'ascending')
  await expect(patients.getByRole('button')).toBeFocused()
  expect(await names()).toEqual(before.toSorted(compare))
  await patients.getByRole('button').press('Enter')
  await expect(patients).toHaveAttribute('aria-sort', 'descending')
  expect(await names()).toEqual(before.toSorted((one, other) => compare(other, one)))
  expect(await faultsOf(page)).toEqual([])
  await page.locator('body').press('j')
  await expect(page.locator('tbody tr').first().getByRole('link').first()).toBeFocused()
  await patients.getByRole('button').press('Enter')
  await expect(patients).not.toHaveAttribute('aria-sort')
  expect(await names()).toEqual(before)
})

test('what is typed survives every other button, and a form empties only after its own success', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  const { reference } = await askSupport(order.customer)
  await logInAs(context, 'reception,support')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const note = page.getByRole('textbox', { name: 'Note' })
  const tube = page.getByRole('textbox', { name: /Kovaleva Anna:/ })
  await note.fill('Comes with a wheelchair.')
  await tube.fill('S-1')
  await page.getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText('Arrived', { exact: true })).toBeVisible()
  await expect(tube).toHaveValue('S-1')
  await expect(note).toHaveValue('Comes with a wheelchair.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('Comes with a wheelchair.')).toHaveCount(1)
  await expect(note).toHaveValue('')

  await openWithScripts(page, `${desk()}/messages`)
  await page.getByRole('link', { name: reference }).click()
  const answer = page.getByLabel('Your answer')
  await answer.fill('Of course.')
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByRole('button', { name: 'Unassign me' })).toBeVisible()
  await expect(answer).toHaveValue('Of course.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The answer has been sent')).toBeVisible()
  await expect(answer).toHaveValue('')
})

test('typed hours survive the saving of a closure, whose form empties', async ({ page, context }) => {
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/calendar?place=2`)
  await page.locator('summary').filter({ hasText: 'Monday' }).click()
  const opens = page.locator('details[open]').getByLabel('Opens')
  await opens.fill('07:15')
  const reason = page.getByLabel('Reason')
  await page.getByLabel('First day').fill(new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10))
  await reason.fill('Stocktaking')
  await page.getByRole('button', { name: 'Add closure' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(opens).toHaveValue('07:15')
  await expect(reason).toHaveValue('')
  await reason.fill('Another one')
  await page.getByRole('button', { name: /^Open again/ }).click()
  await expect(page.getByText('Stocktaking')).toHaveCount(0)
  await expect(reason).toHaveValue('Another one')
  await expect(opens).toHaveValue('07:15')
})

test('typed hours stay beside the current ones if a colleague has changed that day in the meantime', async ({
  page,
  context,
}) => {
  // No other test uses this branch.
  const branch = 4
  const { token } = await staff('reception', 'Vera Krot')
  const url = `${apiRoot(shop())}/staff/laboratories/${branch}/calendar`
  const { week, version } = await call<Pick<DeskCalendar, 'week' | 'version'>>(url, { token })
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/calendar?place=${branch}`)
  const card = page.getByRole('region', { name: 'Hours and places' })
  const monday = card.getByRole('group').filter({ has: page.locator('summary', { hasText: 'Monday' }) })
  await monday.locator('summary').click()
  await monday.getByLabel('Opens').fill('07:15')
  await monday.getByLabel('Places').first().fill('3')
  const theirs = { open: '09:30', close: '15:00', capacity: [{ from: '09:30', places: 2 }] }
  const change = { kind: 'week', week: { ...week, monday: theirs } }
  await call(url, { method: 'POST', token, body: { version, change, knownOrderIds: [] } })

  const save = monday.getByRole('button', { name: 'Save, Monday' })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Vera Krot')
  await expect(monday.getByRole('status')).toContainText('Now: 9:30–15:00 (2).')
  await expect(monday.getByLabel('Opens')).toHaveValue('07:15')
  await expect(monday.getByLabel('Places').first()).toHaveValue('3')
  expect(await faultsOf(page)).toEqual([])
  await monday.getByRole('button', { name: 'Discard my entries' }).click()
  await expect(monday.getByLabel('Opens')).toHaveValue('09:30')
  await expect(monday.locator('summary')).toBeFocused()
  await monday.getByLabel('Opens').fill('07:15')
  await save.click()
  await expect(monday.locator('summary')).toContainText('7:15–15:00')
  await monday.locator('summary').click()
  await expect(monday.getByRole('status')).toHaveCount(0)
  await expect(monday.getByLabel('Opens')).toHaveValue('07:15')
})

test('after the end of a session the login leads back to the page where it ended', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${order.id}?move`)
  await context.addCookies([{ name: 'deskSession', value: 'staff_over', url: desk() }])
  // The page has reported itself in the meantime, and the answer deleted the browser's cookie.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => context.cookies(desk())).toEqual([])
  await page.getByRole('textbox', { name: 'Note' }).fill('Comes with a wheelchair.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await logInAs(context, 'reception')
  await page.reload()
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible()
  expect(page.url()).toBe(`${desk()}/orders/${order.id}?move=`)
})
