import { expect, type Locator, type Page, test } from '@playwright/test'
import { faultsOf, tooWide } from './audits.ts'
import { codeOf, desk, logInAs, PASSWORD, paidCall, shop, staff } from './desk-stage.ts'
import { apiRoot, call } from './stage.ts'
import { openWithScripts } from './visitor.ts'

const sheetOf = ({ day }: { day: string }) => `${desk()}/sheet?date=${day}`
/** By keyboard, as on a tablet with one. */
const unfoldTools = (page: Page) => page.locator('summary', { hasText: 'Day, place, print' }).press('Enter')
/** A step that is not the next one. */
async function pressRare(visit: Locator, step: string): Promise<void> {
  await visit.locator('summary', { hasText: 'More' }).click()
  await visit.getByRole('button', { name: step }).click()
}
const visitOf = (page: Page, { number }: { number: string }) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: number }) })

async function historyOf(orderId: string): Promise<string[]> {
  const { token } = await staff('homeVisits')
  const order = await call<{ history: { kind: string }[] }>(`${apiRoot(shop())}/staff/orders/${orderId}`, {
    token,
  })
  return order.history.map(({ kind }) => kind)
}

test('a nurse takes the day along: the sheet opens offline, steps are sent once, and a refusal is shown', {
  tag: '@slow',
}, async ({ page, context }) => {
  const [order, contested] = [await paidCall(), await paidCall()]
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(context, 'homeVisits', 'Vera Sokol')
  for (const { day } of [contested, order]) {
    await openWithScripts(page, sheetOf({ day }))
    if (!(await page.getByLabel('Keep the sheet on this device').isChecked())) {
      await unfoldTools(page)
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
  await expect(page.getByText('2 entries are waiting for the network')).toBeVisible()
  // The phone was in a pocket, and its browser restarted.
  await page.reload()
  await expect(visit).toContainText('Collected')
  await expect(page.getByText('2 entries are waiting for the network')).toBeVisible()

  await page.goto(sheetOf(contested))
  await pressRare(visitOf(page, contested), 'Samples collected')
  await expect(page.getByText('3 entries are waiting for the network')).toBeVisible()
  const { token } = await staff('reception', 'Vera Krot')
  await call(`${apiRoot(shop())}/staff/orders/${contested.id}/no-show`, {
    method: 'POST',
    token,
    body: { version: 0 },
  })
  await context.setOffline(false)
  await expect(visitOf(page, contested).getByText('Changed in the meantime')).toBeVisible()
  await expect(visitOf(page, contested)).toContainText('Not saved: Samples collected')
  await expect(visitOf(page, contested)).toContainText('Vera Krot')
  await visitOf(page, contested).getByRole('button', { name: 'Understood' }).click()
  await expect(visitOf(page, contested).getByText('Changed in the meantime')).toHaveCount(0)
  await page.goto(sheetOf(order))
  await expect(visit).toContainText('Collected')
  await expect(page.getByText('for the network')).toHaveCount(0)
  const history = await historyOf(order.id)
  expect(history.filter((kind) => kind === 'arrived' || kind === 'samplesTaken').sort()).toEqual([
    'arrived',
    'samplesTaken',
  ])

  // The end of the session deletes what the phone has kept.
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('steps recorded offline while the nurse’s session ends are sent after a new login', {
  tag: ['@ASVS-7.3.1', '@slow'],
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
  await expect(page.getByText('1 entry is waiting for the network')).toBeVisible()

  // As when the session expires.
  await call(`${apiRoot(shop())}/staff/logout`, { method: 'POST', token })
  await context.setOffline(false)
  const notice = page.getByRole('status').filter({ hasText: 'Your session has ended' })
  await notice.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  // The current code was used for the invitation.
  await page.getByLabel('Code').fill(await codeOf(secret, 30))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(visit).toContainText('Arrived')
  await expect(page.getByText('for the network')).toHaveCount(0)
  expect(await historyOf(order.id)).toContain('arrived')
})

test('steps recorded offline are sent from any screen of the desk, which also shows a refusal', {
  tag: '@slow',
}, async ({ page, context }) => {
  const [order, contested] = [await paidCall(), await paidCall()]
  await logInAs(context, 'homeVisits', 'Ida Sokol')
  for (const { day } of [contested, order]) {
    await openWithScripts(page, sheetOf({ day }))
    await page.getByLabel('Keep the sheet on this device').check()
    await expect(page.getByText('Kept on this device.')).toBeVisible()
  }
  await context.setOffline(true)
  for (const one of [order, contested]) {
    await page.goto(sheetOf(one))
    await pressRare(visitOf(page, one), 'Samples collected')
  }
  await expect(page.getByText('2 entries are waiting for the network')).toBeVisible()
  // The tab is closed at the door, and the next one opens another screen.
  await page.close()
  await context.setOffline(false)
  const { token } = await staff('reception', 'Vera Krot')
  await call(`${apiRoot(shop())}/staff/orders/${contested.id}/no-show`, {
    method: 'POST',
    token,
    body: { version: 0 },
  })
  const next = await context.newPage()
  await openWithScripts(next, `${desk()}/orders`)
  await expect(next.getByText('Changed in the meantime')).toBeVisible()
  await expect(next.getByText('Not saved: Samples collected')).toBeVisible()
  await expect(next.getByRole('main').getByRole('link', { name: contested.number })).toBeVisible()
  await expect.poll(() => historyOf(order.id)).toContain('samplesTaken')
  expect(await historyOf(contested.id)).not.toContain('samplesTaken')
  expect(await faultsOf(next)).toEqual([])
  await next.getByRole('button', { name: 'Understood' }).click()
  await expect(next.getByText('Not saved')).toHaveCount(0)
  await openWithScripts(next, sheetOf(order))
  await expect(visitOf(next, order)).toContainText('Collected')
  expect(await next.evaluate(() => Object.keys(localStorage))).toEqual(['keep-sheets'])
})

test('a sheet is for one place, is kept and labelled as such offline, and stands in for a place that is not kept', {
  tag: '@slow',
}, async ({ browser, page, context }) => {
  const order = await paidCall()
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(context, 'homeVisits')
  await openWithScripts(page, sheetOf(order))
  // The day's first visit is visible on the first screen; the rest unfolds in place, by keyboard too.
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 0.3 })
  await expect(page.getByLabel('Place')).toBeHidden()
  await unfoldTools(page)
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Place').selectOption('home:1')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const ofPlace = `${sheetOf(order)}&place=home%3A1`
  await expect(page).toHaveURL(ofPlace)
  const saidPlace = page.getByRole('paragraph').filter({ hasText: /^Minsk$/ })
  await expect(saidPlace).toBeVisible()
  await expect(visitOf(page, order)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await tooWide(page)).toEqual([])
  await unfoldTools(page)
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

test('the nurse’s sheet works without scripts, and only for nurses', async ({ browser }) => {
  const order = await paidCall()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(context, 'homeVisits', 'Nina Kot')
  const page = await context.newPage()
  await page.goto(sheetOf(order))
  await pressRare(visitOf(page, order), 'No-show')
  await page.goto(sheetOf(order))
  await expect(visitOf(page, order)).toContainText('No-show')
  await context.clearCookies()
  await logInAs(context, 'reception')
  expect((await page.goto(sheetOf(order)))?.status()).toBe(403)
  await context.close()
})

test('a house on the sheet opens in a phone’s own maps, which get nothing else, and is plain text elsewhere', {
  tag: '@slow',
}, async ({ browser }) => {
  const order = await paidCall()
  const iPad = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' }
  for (const [device, links] of [
    [{ userAgent: 'Mozilla/5.0 (Linux; Android 14)' }, [/^geo:0,0\?q=[^/]*12$/, /^tel:/]],
    [{ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)' }, [/^maps:\?q=[^/]*12$/, /^tel:/]],
    [{ ...iPad, hasTouch: true }, [/^maps:\?q=[^/]*12$/, /^tel:/]],
    [iPad, [/^tel:/]],
  ] as const) {
    const context = await browser.newContext(device)
    await logInAs(context, 'homeVisits')
    const page = await context.newPage()
    await openWithScripts(page, sheetOf(order))
    const door = visitOf(page, order).locator('address')
    await expect(door).toContainText('улица Немига, 12')
    const hrefs = () =>
      door.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    await expect.poll(async () => (await hrefs()).length).toBe(links.length)
    for (const [index, href] of (await hrefs()).entries()) expect(href).toMatch(links[index]!)
    await context.close()
  }
})

test('on a phone the current screen is in sight in the row of screens, also after another was chosen', {
  tag: '@slow',
}, async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logInAs(context, 'reception,laboratory,catalogue')
  await openWithScripts(page, `${desk()}/catalogue`)
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await expect(screens.locator('[aria-current]')).toHaveText('Catalogue')
  await expect(screens.locator('[aria-current]')).toBeInViewport({ ratio: 1 })
  await screens.getByRole('link').first().press('Enter')
  await expect(screens.getByRole('link').first()).toHaveAttribute('aria-current', 'page')
  await expect(screens.locator('[aria-current]')).toBeInViewport({ ratio: 1 })
})
