import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import {
  addPatient,
  analysisId,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  chooseCall,
  confirmEmail,
  fillCart,
  HOME_LABORATORY,
  logInAs,
  mailedCode,
  newCustomer,
  PASSWORD,
  placeOrder,
  settleIn,
} from './stage.ts'
import { chooseTime, fillCallDetails, inSight, openWithScripts, ownTime, shopTogether } from './visitor.ts'

const PHONE = { width: 390, height: 844 }

async function customerWithCart(
  context: BrowserContext,
  laboratoryId = HOME_LABORATORY,
): Promise<Customer & { patientId: string }> {
  const customer = await newCustomer(shopTogether())
  const patientId = await addPatient(customer)
  await confirmEmail(customer)
  await fillCart(customer, { patientIds: [patientId], laboratoryId })
  await settleIn(context, customer.shop, laboratoryId)
  await logInAs(context, customer)
  return { ...customer, patientId }
}

const days = (page: Page) => page.locator('[aria-labelledby="week-title"] li').locator('a, button')
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

test('the next step of the order starts at its top; choosing another day does not scroll', {
  tag: '@slow',
}, async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  const { shop } = await customerWithCart(context)
  await openWithScripts(page, `${shop.url}/order/call-details`)
  await page.getByLabel('Street').fill('улица Немига, 12')
  await page.getByLabel('Phone for the nurse').fill('+375 29 123 45 67')
  await days(page).nth(1).scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(100)
  await days(page).nth(1).click()
  await expect(days(page).nth(1)).toHaveAttribute('aria-current', 'date')
  expect(await scrolled(page)).toBe(before)
  await (await ownTime(page, { from: 1 })).check()
  await (await inSight(page.getByRole('button', { name: 'Continue' }))).click()
  await expect(page).toHaveURL(/\/order\/data-confirmed/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('the step after a login in the middle of the order starts at its top', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE)
  const { shop, email } = await customerWithCart(context)
  await openWithScripts(page, `${shop.url}/order/call-details`)
  await page.getByLabel('Street').fill('улица Немига, 12')
  await page.getByLabel('Phone for the nurse').fill('+375 29 123 45 67')
  await chooseTime(page)
  await context.clearCookies({ name: 'authToken' })
  await (await inSight(page.getByRole('button', { name: 'Continue' }))).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/call-details/)
  await expect(page.getByLabel('Street')).toHaveValue('улица Немига, 12')
  await expect.poll(() => scrolled(page)).toBe(0)
})

for (const [place, laboratoryId, path] of [
  ['at home', HOME_LABORATORY, 'call-details'],
  ['at a branch', BRANCH, 'nurse-checkout-time'],
] as const) {
  test(`the focus stays on the chosen day and week, ${place}`, { tag: '@slow' }, async ({
    page,
    context,
  }) => {
    const { shop } = await customerWithCart(context, laboratoryId)
    await openWithScripts(page, `${shop.url}/order/${path}`)
    const day = days(page).nth(1)
    await day.focus()
    await page.keyboard.press('Enter')
    await expect(day).toHaveAttribute('aria-current', 'date')
    await expect(day).toBeFocused()
    const strip = page.locator('[aria-labelledby="week-title"]')
    const later = strip.getByRole(place === 'at home' ? 'button' : 'link', { name: 'Later' })
    for (let turns = 0; (await later.count()) > 0; turns += 1) {
      expect(turns).toBeLessThan(6)
      const first = await strip.getByRole('listitem').first().textContent()
      await later.focus()
      await page.keyboard.press('Enter')
      await expect(strip.getByRole('listitem').first()).not.toHaveText(first ?? '')
      if ((await later.count()) > 0) await expect(later).toBeFocused()
    }
    await expect(strip.getByRole('heading')).toBeFocused()
  })
}

for (const scripts of [true, false]) {
  test(`another place is chosen above the times, which then show its own, ${scripts ? 'with' : 'without'} scripts`, {
    tag: '@slow',
  }, async ({ browser }) => {
    await using context = await browser.newContext({ javaScriptEnabled: scripts, viewport: PHONE })
    const { shop } = await customerWithCart(context, BRANCH)
    const page = await context.newPage()
    const address = `${shop.url}/order/nurse-checkout-time`
    await (scripts ? openWithScripts(page, address) : page.goto(address))
    const day = days(page).nth(1)
    await day.click()
    await expect(day).toHaveAttribute('aria-current', 'date')
    const offered = page.locator('input[type="radio"][name="nurseCheckoutDate"]')
    const places = page.getByRole('region', { name: 'Place of the visit' })
    const other = places.locator('details button').first()
    const [id, name] = [await other.getAttribute('value'), (await other.locator('b').textContent())!]
    expect(id).not.toBe(String(BRANCH))
    const free = await call<{ start: string; free: number }[]>(
      `${apiRoot(shop)}/visit-slots?laboratoryId=${id}`,
    )
    // A time that both places have free.
    const starts = new Set(free.filter((slot) => slot.free > 0).map(({ start }) => start))
    const time = await ownTime(page, { from: 1, fits: (start) => starts.has(start) })
    const taken = await time.getAttribute('value')
    await time.check()
    await places
      .getByText(/^\d+ more branches$/)
      .filter({ visible: true })
      .click()
    const chosen = places.locator('[aria-current="true"]')
    await expect(chosen).toHaveCount(1)
    await other.click()
    await expect(chosen).toContainText(name)
    await expect(page).toHaveURL(/\/order\/nurse-checkout-time\?day=/)
    if (scripts) await expect(chosen).toBeFocused()
    // The fold is closed again, and the place and its days are in sight.
    await expect(places.getByRole('button')).toHaveCount(0)
    await expect(chosen).toBeInViewport()
    await expect(days(page).first()).toBeInViewport()
    const cookies = await context.cookies()
    expect(cookies.find((cookie) => cookie.name === 'activeLaboratoryId')?.value).toBe(id)
    await expect(offered.and(page.locator(`[value="${taken}"]`))).toBeChecked()
    const shown = await offered.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value))
    expect(free.map(({ start }) => start)).toEqual(expect.arrayContaining(shown))
    const label = page.locator('label').filter({ has: page.locator('input[type="radio"]:enabled') })
    await label.first().click()
    await (await inSight(page.getByRole('button', { name: 'Continue' }))).click()
    await expect(page).toHaveURL(/\/order\/data-confirmed/)
    await expect(page.getByRole('main')).toContainText(name)
  })
}

test('the town of the chosen laboratory is filled in, and its home visit is in the visible total', async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE)
  const { shop } = await customerWithCart(context)
  await openWithScripts(page, `${shop.url}/order/call-details`)
  const town = page.getByLabel('Town or village')
  await expect(town).toHaveValue('Minsk')
  const bar = page.locator('[data-sticky-bar]')
  await expect(bar).toContainText('56.80')
  await town.fill('Dzyarzhynsk nowhere')
  await expect(bar).toContainText('23.80')
  await expect(town).toHaveAttribute('autocomplete', 'address-level2')
})

test('a wrong field is focused and scrolled into view, and its error goes when it is corrected', async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE)
  const { shop } = await customerWithCart(context)
  await openWithScripts(page, `${shop.url}/order/call-details`)
  await page.getByLabel('Town or village').fill('Atlantis')
  await page.getByLabel('Phone for the nurse').fill('+375 29 123 45 67')
  await chooseTime(page)
  await (await inSight(page.getByRole('button', { name: 'Continue' }))).click()
  const town = page.getByLabel('Town or village')
  await expect(town).toHaveAttribute('aria-invalid', 'true')
  await expect(town).toBeFocused()
  await expect(town).toBeInViewport()
  await town.fill('Minsk')
  await expect(town).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Street').fill('улица Немига, 12')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await (await inSight(page.getByRole('button', { name: 'Continue' }))).click()
  await expect(page).toHaveURL(/\/order\/data-confirmed/)
})

test('choosing no patient is reported in view, until one is chosen', async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  const customer = await customerWithCart(context)
  const { shop } = customer
  await addPatient(customer, { firstName: 'Sofia' })
  await openWithScripts(page, `${shop.url}/add-to-cart/analysis/${await analysisId(shop, '1001')}`)
  const add = await inSight(page.getByRole('button', { name: 'Add to cart' }))
  await add.scrollIntoViewIfNeeded()
  await add.click()
  const alert = page.getByRole('alert').filter({ hasText: 'Choose at least one patient' })
  await expect(alert).toBeInViewport()
  expect(await alert.evaluate((element) => element.parentElement === document.activeElement)).toBe(true)
  await page.getByRole('checkbox', { name: /Sofia/ }).check()
  await expect(alert).toHaveCount(0)
})

test('the phone’s Back leads from the review to the visit, past the code that was typed', async ({
  page,
  context,
}) => {
  const customer = await newCustomer(shopTogether())
  const { shop } = customer
  await fillCart(customer, { patientIds: [await addPatient(customer)] })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await openWithScripts(page, `${shop.url}/order/call-details`)
  await fillCallDetails(page)
  await page.getByLabel('Code').fill(await mailedCode(customer))
  await expect(page).toHaveURL(/\/order\/data-confirmed/)
  await page.goBack()
  await expect(page).toHaveURL(/\/order\/call-details/)
  await expect(page.getByLabel('Street')).toHaveValue('улица Немига, 12')
})

test('the phone’s Back skips a completed login, and one that is asked for on the way back', {
  tag: '@slow',
}, async ({ page, context }) => {
  const { shop, email } = await newCustomer(shopTogether())
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/documents`)
  const sections = page.getByRole('navigation', { name: 'Main' })
  await sections.getByRole('link', { name: 'Results' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${shop.url}/test-results`)
  await sections.getByRole('link', { name: 'Profiles' }).click()
  await expect(page).toHaveURL(`${shop.url}/profiles`)
  await context.clearCookies({ name: 'authToken' })
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(`${shop.url}/documents`)
})

/** Orders the cart's contents, up to the payment page. */
async function orderUnpaid(page: Page, customer: Customer) {
  await chooseCall(customer)
  await openWithScripts(page, `${customer.shop.url}/order/data-confirmed`)
  await (await inSight(page.getByRole('button', { name: /Order and pay|Pay/ }))).click()
  await expect(page.locator('button[name="outcome"]').first()).toBeVisible()
}

test('after Back from the payment page every page shows the waiting order, which can be paid or cancelled', {
  tag: '@slow',
}, async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  const customer = await customerWithCart(context)
  const { shop } = customer
  await orderUnpaid(page, customer)
  await page.goBack()
  const bar = page.getByRole('region', { name: 'Order awaiting payment' })
  await expect(bar).toContainText('56.80')
  for (const path of ['/order/cart', '/profiles', '/patients/create', '/laboratory', '/logout']) {
    await page.goto(`${shop.url}${path}`)
    await expect(bar.getByRole('button', { name: 'Pay' })).toBeVisible()
  }
  // The start page shows it once, on the order's card.
  await page.goto(shop.url)
  const card = page.getByRole('region', { name: /^Order \d+$/ })
  await expect(card).toContainText('56.80')
  await expect(bar).toHaveCount(0)
  await card.getByRole('button', { name: 'Pay' }).click()
  await expect(page.locator('button[name="outcome"]').first()).toBeVisible()
  await page.goto(`${shop.url}/order/cart`)
  await bar.getByRole('link', { name: 'Cancel' }).click()
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(
    page
      .getByRole('main')
      .getByText(/cancelled/i)
      .first(),
  ).toBeVisible()
  await page.goto(`${shop.url}/order/cart`)
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('a waiting order stays visible above the page behind a dialog, and does not get in the dialog’s way', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await customerWithCart(context)
  const { shop } = customer
  await orderUnpaid(page, customer)
  await openWithScripts(page, `${shop.url}/patients`)
  const bar = page.locator('section[aria-label="Order awaiting payment"]')
  const before = await bar.boundingBox()
  const title = page.getByRole('heading', { level: 1 })
  const titleBefore = await title.boundingBox()
  await page.getByRole('main').getByRole('link', { name: /add/i }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New patient' })
  await expect(dialog).toBeVisible()
  // Neither the bar nor the page behind has moved.
  expect(await bar.boundingBox()).toEqual(before)
  expect(await page.locator('[inert] h1').boundingBox()).toEqual(titleBefore)
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  expect(await isInside()).toBe(true)
  await dialog.getByRole('heading', { level: 1 }).press('Shift+Tab')
  expect(await bar.evaluate((element) => element.contains(document.activeElement))).toBe(false)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(bar.getByRole('button', { name: 'Pay' })).toBeVisible()
})

test('the review lists a container brought from home; a patient who buys one is told to collect the sample beforehand', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await customerWithCart(context)
  const { shop, token, patientId } = customer
  const id = await analysisId(shop, '7001')
  const decide = (isBought: boolean) =>
    call(`${shop.url}/api/cart/add-to-cart`, {
      method: 'POST',
      token,
      headers: { 'X-Laboratory-Id': String(HOME_LABORATORY) },
      body: {
        analysisId: id,
        patientIds: [patientId],
        updateToIsBoughtOptionalMaterialMap: { [patientId]: { 40: isBought } },
      },
    })
  await decide(true)
  await page.goto(`${shop.url}/order/cart`)
  await expect(page.getByText('Collect the urine before the nurse comes')).toBeVisible()
  await chooseCall(customer)
  await decide(false)
  await page.goto(`${shop.url}/order/data-confirmed`)
  await expect(page.getByText('Have your own container ready: Sterile urine container, 100 mL')).toBeVisible()
  await expect(page.getByText('Collect the urine before the nurse comes')).toHaveCount(0)
})

test('an order’s open page shows a change made elsewhere without being reloaded', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const customer = await customerWithCart(context)
  const { shop, token } = customer
  const { id } = await placeOrder(customer, customer.patientId)
  // The stream's first line arrives when the server knows what the page shows.
  const streamed = page.waitForResponse(/\/live$/)
  await openWithScripts(page, `${shop.url}/orders/${id}`)
  await streamed
  await expect(page.getByRole('button', { name: 'Pay' })).toBeVisible()
  await call(`${apiRoot(shop)}/orders/${id}/cancel`, { method: 'POST', token, body: {} })
  await expect(page.getByRole('button', { name: 'Pay' })).toHaveCount(0)
  await expect(
    page
      .getByRole('main')
      .getByText(/cancelled/i)
      .first(),
  ).toBeVisible()
})
