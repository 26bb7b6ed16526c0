import { expect, test } from '@playwright/test'
import { faultsOf, tooWide } from './audits.ts'
import { dayOf, desk, logInAs, paidCall, paidVisit, rowOf, shop, staff } from './desk-stage.ts'
import { apiRoot, BRANCH, call, freeTime, settleIn, logInAs as shopLogIn } from './stage.ts'
import { openWithScripts } from './visitor.ts'

test('an abandoned day view stops polling, and polls again as soon as someone is back', async ({
  page,
  context,
}) => {
  const visit = await paidVisit()
  await logInAs(context, 'reception')
  await page.clock.install()
  await openWithScripts(page, dayOf(visit))
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('.data')) asked.push(request.url())
  })
  await page.mouse.move(10, 10)
  await page.clock.runFor(3 * 60_000)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await page.clock.fastForward(15 * 60_000)
  await page.waitForLoadState('networkidle')
  asked.length = 0
  await page.clock.runFor(5 * 60_000)
  expect(asked).toEqual([])
  await page.mouse.move(20, 20)
  await expect.poll(() => asked.length).toBe(1)
})

test('the visits of a day are shown by city and by area of home visits, by keyboard and without scripts', async ({
  browser,
  page,
  context,
}) => {
  const [atHome, visit] = [await paidCall(), await paidVisit()]
  await logInAs(context, 'homeVisits')
  await openWithScripts(page, `${desk()}/?date=${atHome.day}`)
  const place = page.getByLabel('Place')
  const home = place.locator('option[value="home:1"]')
  await expect(home).toHaveText(/^Minsk \(\d+\)$/)
  await place.selectOption('home:1')
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await expect(page).toHaveURL(`${desk()}/?date=${atHome.day}&place=home%3A1`)
  await expect(rowOf(page, atHome)).toContainText('улица Немига, 12, entrance 2')
  await expect(page.getByRole('row').filter({ hasText: 'Независимости, 116Б' })).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
  expect(await tooWide(page)).toEqual([])
  await page.getByRole('link', { name: 'Next day' }).click()
  await expect(place).toHaveValue('home:1')

  const plain = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(plain, 'homeVisits')
  const there = await plain.newPage()
  await there.goto(`${desk()}/?date=${visit.day}`)
  await there.getByLabel('Place').selectOption('city:Минск')
  await there.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(rowOf(there, visit)).toBeVisible()
  await there.getByLabel('Place').selectOption('city:Гомель')
  await there.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(rowOf(there, visit)).toHaveCount(0)
  await expect(there.getByText('No visits on this day')).toBeVisible()
  await plain.close()
})

test('an open day shows what another counter has done, and keeps what is typed', async ({
  page,
  context,
}) => {
  const visit = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, dayOf(visit))
  const find = page.getByRole('searchbox')
  await find.fill(visit.number)
  const there = await context.newPage()
  await openWithScripts(there, dayOf(visit))
  await rowOf(there, visit).getByRole('button', { name: 'Check in' }).click()
  await expect(rowOf(there, visit)).toContainText('Arrived')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(rowOf(page, visit)).toContainText('Arrived')
  await expect(find).toHaveValue(visit.number)
})

test('reception moves a visit: the patient is asked, agrees and moves it again, as the open page shows; then it is moved with consent by phone', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  const move = async (agreed: boolean) => {
    await page.getByRole('link', { name: 'Choose another time' }).click()
    await page.getByRole('link', { name: 'Later' }).click()
    await expect(page).toHaveURL(/move=\d/)
    if (agreed) await page.getByRole('checkbox', { name: 'The patient has agreed' }).check()
    else expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Move the visit' }).click()
    await expect(page.getByRole('button', { name: 'Move the visit' })).toHaveCount(0)
  }
  const unanswered = page.getByText('the patient has not answered yet')
  await move(false)
  await expect(unanswered).toBeVisible()

  const patient = await context.browser()!.newContext()
  await settleIn(patient, shop())
  await shopLogIn(patient, order.customer)
  const own = await patient.newPage()
  await openWithScripts(own, `${shop().url}/orders/${order.id}`)
  await own.getByRole('button', { name: 'Yes, it suits me' }).click()
  await expect(own.getByText('We had to move your visit')).toHaveCount(0)
  await patient.close()
  // The open page shows it when someone comes back to it.
  const changed = page.getByRole('status').filter({ hasText: 'The order has changed since you opened it' })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const refresh = async () => {
    await comeBack()
    await changed.getByRole('button', { name: 'Refresh' }).click()
    await expect(changed).toHaveCount(0)
  }
  await refresh()
  await expect(unanswered).toHaveCount(0)
  await expect(page.getByText('Patient agreed')).toBeVisible()

  const root = apiRoot(shop())
  const as = { token: order.customer.token }
  const { visit } = await call<{ visit: { start: string } }>(`${root}/orders/${order.id}`, as)
  let start = visit.start
  while (start === visit.start) start = await freeTime(shop(), BRANCH)
  const body = { start, current: visit.start }
  await call(`${root}/orders/${order.id}/visit`, { method: 'POST', ...as, body })
  await refresh()
  await expect(page.getByText('Moved by the patient')).toBeVisible()

  await move(true)
  const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) })
  await expect(history.getByText('Visit moved')).toHaveCount(2)
  await expect(unanswered).toHaveCount(0)
})

test('reception cancels an order with the patient’s consent, which the history shows', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  await page.locator('summary', { hasText: 'Cancel the order' }).click()
  await page.getByLabel('Reason').fill('Asked for on the telephone')
  await page.getByRole('checkbox', { name: 'The patient has agreed' }).check()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  // The test shop's refund limit is low.
  await expect(page.getByText('A second person has to agree to the refund')).toBeVisible()
  const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) })
  const entry = history.getByRole('listitem').filter({ hasText: 'Asked for on the telephone' })
  await expect(entry.getByText('The patient had agreed')).toBeVisible()
  await expect(entry).toContainText('Cancellation requested')

  const colleague = await staff('finance', 'Vera Krot')
  const root = `${apiRoot(shop())}/staff`
  const { payment } = await call<{ payment: { id: string } }>(`${root}/orders/${order.id}`, colleague)
  const { transactions } = await call<{
    transactions: { refunds: { id: string; version: number }[] }[]
  }>(`${root}/payments/${payment.id}`, colleague)
  const { id, version } = transactions[0]!.refunds[0]!
  await call(`${root}/refunds/${id}/decision`, {
    method: 'POST',
    ...colleague,
    body: { version, agrees: true },
  })
  await page.reload()
  await expect(entry).toContainText('Cancelled')
  const visit = page.locator('section', { has: page.getByRole('heading', { name: 'Visit' }) })
  await expect(visit).toContainText('Time')
  await expect(visit).not.toContainText('Collected')
})

test('reception closes a day with a visit: it is warned, confirms the closure, and moves the visit to an offered time', async ({
  page,
  context,
}) => {
  // No other test uses this branch: the closed day affects no one else.
  const branch = 3
  const visit = await paidVisit('Zaleska', branch)
  await logInAs(context, 'reception')
  const calendar = `${desk()}/calendar?place=${branch}&from=${visit.day}`
  await openWithScripts(page, calendar)
  const close = async () => {
    await page.getByLabel('First day').fill(visit.day)
    await page.getByLabel('Reason').fill('The boiler is mended')
    await page.getByRole('button', { name: 'Add closure' }).click()
  }
  await close()
  const warning = page.getByRole('alert')
  await expect(warning).toContainText('This leaves 1 visit without a place')
  await expect(warning.getByRole('link', { name: visit.number })).toBeVisible()
  // Three other times, none of them on the closed day.
  const times = await warning
    .locator('a[href*="to="]')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect(times).toHaveLength(3)
  expect(times.filter((address) => address.includes(visit.day))).toEqual([])
  expect(await faultsOf(page)).toEqual([])
  await warning.getByRole('link', { name: 'Leave it as it is' }).click()
  await expect(warning).toHaveCount(0)
  await expect(page.getByText('The boiler is mended')).toHaveCount(0)

  await openWithScripts(page, calendar)
  await close()
  await page.getByRole('button', { name: 'Continue anyway' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByText('The boiler is mended')).toBeVisible()
  await expect(page.getByText('1 visit has no place')).toBeVisible()
  const offered = page.locator(`a[href^="/orders/${visit.id}?"]`).first()
  const start = new URL((await offered.getAttribute('href'))!, desk()).searchParams.get('to')!
  await offered.click()
  await expect(page.getByRole('combobox', { name: 'Time' })).toHaveValue(start)
  await page.getByRole('checkbox', { name: 'The patient has agreed' }).check()
  await page.getByRole('button', { name: 'Move the visit' }).click()
  await expect(page.getByRole('button', { name: 'Move the visit' })).toHaveCount(0)

  await openWithScripts(page, calendar)
  await expect(page.getByText('1 visit has no place')).toHaveCount(0)
  await page.getByRole('button', { name: /^Open again/ }).click()
  await expect(page.getByText('The boiler is mended')).toHaveCount(0)
})

test('equal steps within a minute stay as many in the history when another entry comes', async ({
  page,
  context,
}) => {
  const order = await paidVisit()
  await logInAs(context, 'reception')
  await openWithScripts(page, `${desk()}/orders/${order.id}`)
  for (const step of ['Check in', 'Undo', 'Check in', 'Undo'])
    await page.getByRole('button', { name: step }).click()
  const entries = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'History' }) })
    .getByRole('listitem')
  await expect(entries.filter({ hasText: 'Checked in' })).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Note' }).fill('Comes with a wheelchair.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(entries.first()).toContainText('Comes with a wheelchair.')
  const shown = await entries.allTextContents()
  await page.reload()
  await expect(entries).toHaveText(shown)
})
