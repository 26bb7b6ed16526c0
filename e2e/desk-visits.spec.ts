import { expect, type Page, test } from '@playwright/test'
import { tooWide } from './audits.ts'
import {
  codeOf,
  dayOf,
  desk,
  faultsOf,
  logInAs,
  PASSWORD,
  paidCall,
  paidVisit,
  rowOf,
  shop,
  staff,
} from './desk-stage.ts'
import { apiRoot, BRANCH, call, freeTime, settleIn, logInAs as shopLogIn } from './stage.ts'
import { openWithScripts } from './visitor.ts'

const sheetOf = ({ day }: { day: string }) => `${desk()}/sheet?date=${day}`
const visitOf = (page: Page, { number }: { number: string }) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: number }) })

async function historyOf(orderId: string): Promise<string[]> {
  const { token } = await staff('homeVisits')
  const order = await call<{ history: { kind: string }[] }>(`${apiRoot(shop())}/staff/orders/${orderId}`, {
    token,
  })
  return order.history.map(({ kind }) => kind)
}

test('a nurse takes the day along: it opens without a network, what is pressed is sent once, and a refusal is told', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const [order, contested] = [await paidCall(), await paidCall()]
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(context, 'homeVisits', 'Vera Sokol')
  for (const { day } of [contested, order]) {
    await openWithScripts(page, sheetOf({ day }))
    if (!(await page.getByLabel('Keep the sheet on this device').isChecked())) {
      await page.getByLabel('Keep the sheet on this device').check()
    }
    await expect(page.getByText('Kept on this device.')).toBeVisible()
  }
  const visit = visitOf(page, order)
  await expect(visit).toContainText('entrance 2, floor 4, flat 34')
  await expect(visit).toContainText('The bell does not ring.')
  await expect(visit).toContainText('Ferritin')
  expect(await faultsOf(page)).toEqual([])
  expect(await tooWide(page)).toEqual([])

  await context.setOffline(true)
  await page.reload()
  await expect(visit).toContainText('Ferritin')
  await visit.getByLabel('Identity checked').check()
  await visit.getByRole('button', { name: 'Check in' }).click()
  await visit.getByRole('button', { name: 'Samples collected' }).click()
  await expect(visit).toContainText('not sent yet')
  await expect(page.getByText('2 entries wait for the network')).toBeVisible()
  // The phone was in a pocket, and its browser began anew.
  await page.reload()
  await expect(visit).toContainText('Collected')
  await expect(page.getByText('2 entries wait for the network')).toBeVisible()

  await page.goto(sheetOf(contested))
  await visitOf(page, contested).getByRole('button', { name: 'Samples collected' }).click()
  await expect(page.getByText('3 entries wait for the network')).toBeVisible()
  const { token } = await staff('reception', 'Vera Krot')
  await call(`${apiRoot(shop())}/staff/orders/${contested.id}/no-show`, {
    method: 'POST',
    token,
    body: { version: 0 },
  })
  await context.setOffline(false)
  await expect(visitOf(page, contested).getByText('Changed by a colleague in the meantime')).toBeVisible()
  await expect(visitOf(page, contested)).toContainText('Not saved: Samples collected')
  await expect(visitOf(page, contested)).toContainText('Vera Krot')
  await visitOf(page, contested).getByRole('button', { name: 'Understood' }).click()
  await expect(visitOf(page, contested).getByText('Changed by a colleague in the meantime')).toHaveCount(0)
  await page.goto(sheetOf(order))
  await expect(visit).toContainText('Collected')
  await expect(page.getByText('for the network')).toHaveCount(0)
  const history = await historyOf(order.id)
  expect(history.filter((kind) => kind === 'arrived' || kind === 'samplesTaken').sort()).toEqual([
    'arrived',
    'samplesTaken',
  ])

  // With the session goes what the phone has kept.
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('what a nurse presses while her session ends without a network is sent after a new login', {
  tag: ['@ASVS-7.3.1'],
}, async ({ page, context }) => {
  const order = await paidCall()
  const { email, secret, token } = await staff('homeVisits', 'Nina Sokol')
  await logInAs(context, 'homeVisits', 'Nina Sokol')
  await openWithScripts(page, sheetOf(order))
  await page.getByLabel('Keep the sheet on this device').check()
  await expect(page.getByText('Kept on this device.')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  const visit = visitOf(page, order)
  await visit.getByLabel('Identity checked').check()
  await visit.getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText('1 entry waits for the network')).toBeVisible()

  // As when it is left for too long.
  await call(`${apiRoot(shop())}/staff/logout`, { method: 'POST', token })
  await context.setOffline(false)
  const notice = page.getByRole('status').filter({ hasText: 'Your session is over' })
  await notice.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  // The code of this half minute opened the invitation.
  await page.getByLabel('Code').fill(await codeOf(secret, 30))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(visit).toContainText('Arrived')
  await expect(page.getByText('for the network')).toHaveCount(0)
  expect(await historyOf(order.id)).toContain('arrived')
})

test('a day that was left stops asking for news, and asks again once somebody is back', async ({
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

test('the visits of a day are shown by city and by where nurses go, with the keyboard and without scripts', async ({
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
  await expect(rowOf(page, atHome)).toContainText('Minsk')
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

test('a sheet is of a place, is kept as that, says so without a network, and another place that is not kept leads to it', async ({
  browser,
  page,
  context,
}) => {
  const order = await paidCall()
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(context, 'homeVisits')
  await openWithScripts(page, sheetOf(order))
  await page.getByLabel('Place').selectOption('home:1')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const ofPlace = `${sheetOf(order)}&place=home%3A1`
  await expect(page).toHaveURL(ofPlace)
  const saidPlace = page.getByRole('paragraph').filter({ hasText: /^Minsk$/ })
  await expect(saidPlace).toBeVisible()
  await expect(visitOf(page, order)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await tooWide(page)).toEqual([])
  await page.getByLabel('Keep the sheet on this device').check()
  await expect(page.getByText('Kept on this device.')).toBeVisible()

  await context.setOffline(true)
  await page.goto(`${sheetOf(order)}&place=home%3A2`)
  await expect(page).toHaveURL(ofPlace)
  await expect(saidPlace).toBeVisible()
  await expect(page.getByLabel('Place')).toHaveValue('home:1')
  await expect(visitOf(page, order)).toBeVisible()
  await context.setOffline(false)

  const plain = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(plain, 'homeVisits')
  const there = await plain.newPage()
  await there.goto(sheetOf(order))
  await there.getByLabel('Place').selectOption('city:Гомель')
  await there.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(visitOf(there, order)).toHaveCount(0)
  await there.getByRole('link', { name: 'Next day' }).click()
  await expect(there.getByLabel('Place')).toHaveValue('city:Гомель')
  await plain.close()
})

test('the day that stands open shows what another counter has done, and keeps what is typed', async ({
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

test('the nurse’s sheet works without scripts, and is for nobody else', async ({ browser }) => {
  const order = await paidCall()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(context, 'homeVisits', 'Nina Kot')
  const page = await context.newPage()
  await page.goto(sheetOf(order))
  await visitOf(page, order).getByRole('button', { name: 'No-show' }).click()
  await page.goto(sheetOf(order))
  await expect(visitOf(page, order)).toContainText('No-show')
  await context.clearCookies()
  await logInAs(context, 'reception')
  expect((await page.goto(sheetOf(order)))?.status()).toBe(403)
  await context.close()
})

test('reception moves a visit without a word: the patient is asked, agrees and moves it, which the open page tells; then once more, agreed on the phone', async ({
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
  // The page that stands open tells it when somebody comes back to it.
  const changed = page.getByRole('status').filter({ hasText: 'The order has changed since you opened it' })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const readAnew = async () => {
    await comeBack()
    await changed.getByRole('button', { name: 'Refresh' }).click()
    await expect(changed).toHaveCount(0)
  }
  await readAnew()
  await expect(unanswered).toHaveCount(0)
  await expect(page.getByText('Patient agreed')).toBeVisible()

  const root = apiRoot(shop())
  const as = { token: order.customer.token }
  const { visit } = await call<{ visit: { start: string } }>(`${root}/orders/${order.id}`, as)
  let start = visit.start
  while (start === visit.start) start = await freeTime(shop(), BRANCH)
  const body = { start, current: visit.start }
  await call(`${root}/orders/${order.id}/visit`, { method: 'POST', ...as, body })
  await readAnew()
  await expect(page.getByText('Moved by the patient')).toBeVisible()

  await move(true)
  const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) })
  await expect(history.getByText('Visit moved')).toHaveCount(2)
  await expect(unanswered).toHaveCount(0)
})

test('reception cancels an order with the patient’s consent: it stands in the history', async ({
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
  // The test shop's limit is low.
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
})

test('reception closes a day with a visit: sees whom it hits, closes it knowingly, and moves the visit to a time that is offered', async ({
  page,
  context,
}) => {
  // No other test visits this branch: the day is closed for nobody else.
  const branch = 3
  const visit = await paidVisit('Zaleska', branch)
  await logInAs(context, 'reception')
  const calendar = `${desk()}/calendar?place=${branch}&from=${visit.day}`
  await openWithScripts(page, calendar)
  const close = async () => {
    await page.getByLabel('First day').fill(visit.day)
    await page.getByLabel('Reason').fill('The boiler is mended')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
  }
  await close()
  const warning = page.getByRole('alert')
  await expect(warning).toContainText('This leaves 1 visit without a place')
  await expect(warning.getByRole('link', { name: visit.number })).toBeVisible()
  // Three other times, none of them on that day.
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
