import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import {
  addPatient,
  analysisId,
  apiRoot,
  type Customer,
  call,
  chooseCall,
  confirmEmail,
  FERRITIN,
  fillCart,
  logInAs,
  newCustomer,
  settleIn,
} from './stage.ts'
import { createPatient, inSight, openWithScripts, shopTogether, waitForParts } from './visitor.ts'

async function visitor(context: BrowserContext): Promise<Customer> {
  const customer = await newCustomer(shopTogether())
  await settleIn(context, customer.shop)
  await logInAs(context, customer)
  return customer
}

const ferritinOf = async ({ shop }: Customer) =>
  `${shop.url}/add-to-cart/analysis/${await analysisId(shop, FERRITIN)}`

const listed = ({ shop, token }: Customer, what: 'patient' | 'orders') =>
  call<unknown[]>(`${apiRoot(shop)}/${what}`, { token })

/** The notice that a visitor without an answer sees and hears. */
const noticeOf = (page: Page, title = 'No connection') => page.getByRole('alert').filter({ hasText: title })

/** Answers the router's requests for a page's data, counted by `nth`; prefetches before a press do not count. */
function onAsked(page: Page, path: string, answer: (route: Route, nth: number) => unknown) {
  let nth = 0
  return page.route(
    (url) => url.pathname === `${path}.data`,
    (route) => {
      if (route.request().resourceType() !== 'fetch') return route.fallback()
      nth++
      return answer(route, nth)
    },
  )
}

/** A busy shop refuses the next request for a page's data, or its next form. */
async function refuseNext(page: Page, path: string) {
  const refused = {
    status: 503,
    headers: { 'Retry-After': '1' },
    contentType: 'application/problem+json',
    // The same answer as the storefront server's `busyAnswer`, as its test shows.
    body: JSON.stringify({ status: 503, code: 'not_ready', missing: ['capacity'], retryAfterSeconds: 1 }),
  }
  await onAsked(page, path, (route, nth) => (nth === 1 ? route.fulfill(refused) : route.fallback()))
}

/** A page's next form reaches the shop, but its answer is lost on the way back. */
async function loseNextAnswer(page: Page, path: string) {
  await onAsked(page, path, async (route, nth) => {
    if (nth > 1) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
}

async function openLastLook(page: Page, context: BrowserContext): Promise<Customer> {
  const customer = await visitor(context)
  await confirmEmail(customer)
  await fillCart(customer, { patientIds: [await addPatient(customer)] })
  await chooseCall(customer)
  await openWithScripts(page, `${customer.shop.url}/order/data-confirmed`)
  return customer
}

async function expectOnePayment(page: Page, customer: Customer) {
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  expect(await listed(customer, 'orders')).toHaveLength(1)
}

test('on a slow connection each step shows that it is in progress, and a second press does nothing', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await visitor(context)
  await addPatient(customer)
  const session = await context.newCDPSession(page)
  const rate = (400 * 1024) / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: rate,
    uploadThroughput: rate,
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await openWithScripts(page, await ferritinOf(customer))
  await page.getByRole('checkbox', { name: /Anna Kovaleva/ }).check()
  const add = await inSight(page.getByRole('button', { name: 'Add to cart' }))
  await add.click()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page.getByText('Analysis has been added to the cart')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('adding to the cart while offline shows a notice, keeps the choice, and adds once at the second try', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await visitor(context)
  await addPatient(customer)
  await openWithScripts(page, await ferritinOf(customer))
  await waitForParts(page)
  const anna = page.getByRole('checkbox', { name: /Anna Kovaleva/ })
  await anna.check()
  await context.setOffline(true)
  const add = await inSight(page.getByRole('button', { name: 'Add to cart' }))
  await add.click()
  await expect(noticeOf(page)).toContainText('What you entered is still here')
  await expect(anna).toBeChecked()
  await expect(add).not.toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(false)
  await noticeOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Analysis has been added to the cart')).toBeVisible()
  await expect(noticeOf(page)).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 test' })).toBeVisible()
})

test('a form whose answer is lost keeps what was typed, and a second try does nothing twice', async ({
  page,
  context,
}) => {
  const customer = await visitor(context)
  await openWithScripts(page, `${customer.shop.url}/patients/create`)
  await loseNextAnswer(page, '/patients/create')
  await createPatient(page)
  await expect(noticeOf(page)).toBeVisible()
  await expect(page.getByLabel('Date of birth')).toHaveValue('1992-03-08')
  await noticeOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(`${customer.shop.url}/patients`)
  expect(await listed(customer, 'patient')).toHaveLength(1)
})

test('a busy shop’s refusal is shown, keeps what was typed, and a try after the stated time succeeds', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await visitor(context)
  await openWithScripts(page, `${customer.shop.url}/patients/create`)
  const busy = noticeOf(page, 'We are very busy right now')
  const tryAgain = busy.getByRole('button', { name: 'Try again' })

  await refuseNext(page, '/patients/create')
  await createPatient(page)
  await expect(busy).toContainText('what you typed is still here')
  await expect(tryAgain).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Date of birth')).toHaveValue('1992-03-08')
  await expect(tryAgain).not.toHaveAttribute('aria-disabled', 'true')
  await tryAgain.click()
  await expect(page).toHaveURL(`${customer.shop.url}/patients`)
  expect(await listed(customer, 'patient')).toHaveLength(1)

  await refuseNext(page, '/profiles')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profiles' }).click()
  await expect(busy).toContainText('could not open this page straight away')
  await expect(tryAgain).not.toHaveAttribute('aria-disabled', 'true')
  await tryAgain.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
  await expect(busy).toHaveCount(0)
})

test('a page requested while offline keeps what was typed on the current one, and opens once connected', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await visitor(context)
  await openWithScripts(page, `${customer.shop.url}/support`)
  await waitForParts(page)
  const message = page.getByLabel('Message')
  await message.fill('Когда будут готовы результаты?')
  await context.setOffline(true)
  // The shell checks the state when the tab becomes visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const notice = noticeOf(page)
  await expect(notice).toBeVisible()
  // The other page's notice replaces it.
  await notice.evaluate((element) => Object.assign(element, { isSameElement: true }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profiles' }).click()
  await expect(notice).not.toHaveJSProperty('isSameElement', true)
  await expect(notice).toContainText('The page will load as soon as there is a connection')
  await expect(message).toHaveValue('Когда будут готовы результаты?')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a page whose code never loaded, requested while offline, keeps what was typed, and opens once connected', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await visitor(context)
  await page.clock.install()
  await page.route('**/assets/profiles-*.js', (route) => route.abort('connectionreset'))
  const said = page.waitForEvent('console', (entry) => entry.text().includes('Error loading route module'))
  await openWithScripts(page, `${customer.shop.url}/support`)
  const message = page.getByLabel('Message')
  await message.fill('Когда будут готовы результаты?')
  await said
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profiles' }).click()
  await expect(noticeOf(page)).toContainText('The page will load as soon as there is a connection')
  await expect(message).toHaveValue('Когда будут готовы результаты?')
  await page.unrouteAll()
  const answered = page.waitForResponse('**/healthz')
  await context.setOffline(false)
  await page.clock.runFor(5_000)
  await answered
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
})

test('a page without an answer is requested again automatically, at growing intervals, without a new notice each time', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await visitor(context)
  await page.clock.install()
  await openWithScripts(page, `${customer.shop.url}/support`)
  let asked = 0
  await onAsked(page, '/profiles', (route, nth) => {
    asked = nth
    return nth <= 3 ? route.abort('connectionrefused') : route.continue()
  })
  const profiles = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profiles' })
  await profiles.click()
  const notice = noticeOf(page)
  await expect(notice).toContainText('The page will load as soon as there is a connection')
  await notice.evaluate((element) => Object.assign(element, { isSameElement: true }))
  for (const seconds of [2, 4]) {
    const before = asked
    await page.clock.runFor((seconds - 1) * 1000)
    expect(asked).toBe(before)
    const lost = page.waitForEvent('requestfailed')
    await page.clock.runFor(2000)
    await lost
    expect(asked).toBe(before + 1)
  }
  expect(await notice.evaluate((element) => 'isSameElement' in element)).toBe(true)
  // A restored connection starts over, and its first request may still fail.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.clock.runFor(3000)
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('if a retry hangs when the connection returns, the page is loaded as a document', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await visitor(context)
  await page.clock.install()
  await openWithScripts(page, `${customer.shop.url}/support`)
  let asked = 0
  const isHanging = Promise.withResolvers<void>()
  await onAsked(page, '/profiles', (route, nth) => {
    asked = nth
    if (nth === 1) return route.abort('connectionrefused')
    // This request is never answered.
    return nth === 2 ? isHanging.resolve() : route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profiles' }).click()
  await expect(noticeOf(page)).toContainText('The page will load as soon as there is a connection')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await isHanging.promise
  await expect(noticeOf(page)).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
  await expect(noticeOf(page)).toHaveCount(0)
  expect(asked).toBe(2)
})

test('a page whose code cannot be prefetched loses nothing that is typed, and opens when asked for', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await visitor(context)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url())
  })
  await page.route('**/assets/profiles-*.js', (route) => route.abort('connectionreset'))
  const said = page.waitForEvent('console', (entry) => entry.text().includes('Error loading route module'))
  await openWithScripts(page, `${customer.shop.url}/support`)
  const message = page.getByLabel('Message')
  await message.fill('Когда будут готовы результаты?')
  await said
  const profiles = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profiles' })
  await profiles.hover()
  await expect(message).toHaveValue('Когда будут готовы результаты?')
  expect(documents).toHaveLength(1)
  await page.unrouteAll()
  await profiles.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
  // A reload by the visitor still reloads.
  const before = documents.length
  await page.reload()
  expect(documents).toHaveLength(before + 1)
})

test('an order sent while offline is sent by the next try, once', async ({ page, context }) => {
  const customer = await openLastLook(page, context)
  await waitForParts(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Order and pay' }).first().click()
  await expect(noticeOf(page)).toBeVisible()
  expect(await listed(customer, 'orders')).toHaveLength(0)
  await context.setOffline(false)
  await noticeOf(page).getByRole('button', { name: 'Try again' }).click()
  await expectOnePayment(page, customer)
})

test('a connection lost before the page has fully loaded is reported once it is back, and the order is sent once', {
  tag: '@slow',
}, async ({ page, context }) => {
  const late = '**/assets/after-page-*.js'
  await page.route(late, (route) => route.abort('connectionreset'))
  const customer = await openLastLook(page, context)
  await context.setOffline(true)
  const submit = page.getByRole('button', { name: 'Order and pay' }).first()
  const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await submit.click()
  await lost
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true')
  await page.unroute(late)
  await context.setOffline(false)
  await noticeOf(page).getByRole('button', { name: 'Try again' }).click()
  await expectOnePayment(page, customer)
})

test('an order whose answer is lost is the same order at the next try', async ({ page, context }) => {
  const customer = await openLastLook(page, context)
  await loseNextAnswer(page, '/order/data-confirmed')
  const submit = page.getByRole('button', { name: 'Order and pay' }).first()
  await submit.click()
  await expect(noticeOf(page)).toBeVisible()
  expect(await listed(customer, 'orders')).toHaveLength(1)
  await submit.click()
  await expectOnePayment(page, customer)
})
