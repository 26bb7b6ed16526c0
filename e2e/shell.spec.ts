import { expect, type Locator, type Page, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { addPatient, fillCart, logInAs, newCustomer, PASSWORD, settleIn } from './stage.ts'
import { newEmail, openWithScripts, shopTogether } from './visitor.ts'

const GUEST_ITEMS = ['Home', 'Register', 'Login', 'Select laboratory', 'Documents', 'Support']
const USER_ITEMS = ['Home', 'Cart', 'Settings', 'Patients', 'Select laboratory', 'Documents', 'Support']

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Menu/ }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  return menu
}

async function itemsOf(menu: Locator): Promise<string[]> {
  const texts = await menu.getByRole('link').or(menu.getByRole('button')).allTextContents()
  return texts.map((text) => text.trim())
}

test('a guest’s menu contains what guests may do, and its links work', {
  tag: [
    '@SPEC-2-GUEST-HOME',
    '@SPEC-2-GUEST-REGISTER',
    '@SPEC-2-GUEST-LOGIN',
    '@SPEC-2-GUEST-SELECT-LABORATORY',
    '@SPEC-2-GUEST-DOCUMENTS',
    '@SPEC-2-GUEST-SUPPORT',
    '@SPEC-6-GUEST-MENU',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.goto(shop.url)
  const menu = await openMenu(page)
  const items = await itemsOf(menu)
  for (const item of GUEST_ITEMS) {
    expect(items.filter((text) => text.startsWith(item))).toHaveLength(1)
  }
  expect(items).toHaveLength(GUEST_ITEMS.length)
  for (const hidden of ['Settings', 'Patients', 'Sign Out']) {
    await expect(menu.getByText(hidden, { exact: true })).toHaveCount(0)
  }
  await menu.getByRole('link', { name: 'Support' }).click()
  await expect(page).toHaveURL(`${shop.url}/support`)
})

test('a customer’s avatar opens the whole menu with a summary', {
  tag: [
    '@SPEC-2-BAR-AVATAR',
    '@SPEC-2-MENU-OPENS',
    '@SPEC-2-MENU-HOME',
    '@SPEC-2-MENU-CART',
    '@SPEC-2-MENU-SETTINGS',
    '@SPEC-2-MENU-PATIENTS',
    '@SPEC-2-MENU-SELECT-LABORATORY',
    '@SPEC-2-MENU-DOCUMENTS',
    '@SPEC-2-MENU-SUPPORT',
    '@SPEC-2-MENU-USER-SUMMARY',
    '@SPEC-2-MENU-SIGN-OUT',
    '@SPEC-9-AVATAR-BAR',
    '@SPEC-9-AVATAR-SUMMARY',
    '@SPEC-4-AUTH-STORED-TOKEN',
    '@SPEC-4-USER-FETCHED',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.goto(shop.url)
  const button = page.getByRole('button', { name: 'Menu of Anna Kovaleva' })
  const avatar = button.getByText('AK', { exact: true })
  expect(await avatar.boundingBox()).toMatchObject({ width: 36, height: 36 })
  const menu = await openMenu(page)
  const items = await itemsOf(menu)
  for (const item of [...USER_ITEMS, 'Sign Out']) {
    expect(items.some((text) => text.startsWith(item))).toBe(true)
  }
  await expect(menu).toContainText(customer.email)
  const large = menu.getByText('AK', { exact: true })
  expect(await large.boundingBox()).toMatchObject({ width: 56, height: 56 })
})

test('Sign Out asks first, then deletes the token and leads to the start page', {
  tag: ['@SPEC-2-SIGN-OUT-ASKS', '@SPEC-4-LOGOUT-RESETS', '@SPEC-4-LOGOUT-TOKEN', '@SPEC-4-LOGOUT-HOME'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.goto(`${shop.url}/settings`)
  await (await openMenu(page)).getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible()
  await page.getByRole('link', { name: 'Stay logged in' }).click()
  await expect(page).toHaveURL(`${shop.url}/settings`)
  await (await openMenu(page)).getByRole('button', { name: 'Sign Out' }).click()
  const left = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  expect((await (await left).allHeaders())['clear-site-data']).toBe('"cache", "storage"')
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names).not.toContain('authToken')
  await page.goto(`${shop.url}/settings`)
  await expect(page).toHaveURL(/\/login\?pathnameToReturn=%2Fsettings&/)
  const answer = await fetch(`${shop.url}/laboratory-api/users/current`, {
    headers: { Authorization: `Bearer ${customer.token}` },
  })
  expect(answer.status).toBe(401)
})

test('Back leads to the parent unless the address says otherwise; the logo leads to the start page', {
  tag: [
    '@SPEC-2-BAR-BACK-BUTTON',
    '@SPEC-2-BAR-LOGO',
    '@SPEC-2-BAR-CART-ICON',
    '@SPEC-2-BACK-PATH-KEY',
    '@SPEC-2-BACK-PATHNAME-TO-RETURN',
    '@SPEC-2-ANALYSIS-BACK-PATH-KEY',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  const back = page.getByRole('banner').getByRole('link', { name: 'Back', exact: true })
  const places = [
    ['/order/cart', '/'],
    ['/search/analysis/1', '/search'],
    ['/search/analysis/1?backPathKey=profiles', '/profiles'],
    ['/profiles/1?pathnameToReturn=%2Forder%2Fcart', '/order/cart'],
    ['/documents/public-offer', '/documents'],
    // A guest is sent to the login, to which the page asked for would send them again.
    ['/orders', '/'],
  ]
  for (const [from, to] of places) {
    await page.goto(`${shop.url}${from}`)
    await back.click()
    await expect(page).toHaveURL(`${shop.url}${to}`)
  }
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect(back).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Cart, empty' }).click()
  await expect(page).toHaveURL(`${shop.url}/order/cart`)
})

test('a long e-mail address does not make the menu of a phone scroll sideways', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  const email = newEmail().replaceAll('-', '')
  await settleIn(context, shop)
  await logInAs(context, await newCustomer(shop, { email }))
  await page.setViewportSize({ width: 360, height: 740 })
  await openWithScripts(page, `${shop.url}/documents`)
  await openMenu(page)
  await expect(page.getByText(email)).toBeVisible()
  const [wide, room] = await page
    .locator('#menu')
    .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
  expect(wide).toBe(room)
})

test('the cart has a badge while its total is above 0', { tag: ['@SPEC-2-BAR-CART-BADGE'] }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  const patientId = await addPatient(customer)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.goto(shop.url)
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ })
  await expect(cart).toHaveText('')
  await fillCart(customer, { patientIds: [patientId] })
  await page.reload()
  await expect(cart).toHaveText('1')
  await expect(cart).toHaveAccessibleName('Cart, 1 test')
})

test('a change of route shows that it is in progress', {
  tag: ['@SPEC-2-SPINNER', '@SPEC-3-LOAD-STATUSES'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, shop.url)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/support.data*', async (route) => {
    await held
    await route.continue()
  })
  await (await openMenu(page)).getByRole('link', { name: 'Support' }).click()
  const spinner = page.getByRole('status').filter({ hasText: 'Loading' })
  await expect(spinner).toBeVisible()
  const [ring, button] = await Promise.all(
    [spinner, page.getByRole('button', { name: 'Menu', exact: true })].map((part) => part.boundingBox()),
  )
  expect(Math.abs(ring!.x - button!.x)).toBeLessThanOrEqual(4)
  release()
  await expect(page).toHaveURL(`${shop.url}/support`)
  await expect(spinner).toHaveCount(0)
})

test('the interface is English until another language is chosen, and the choice is remembered', {
  tag: ['@SPEC-1-LOCALE-ENGLISH'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.goto(`${shop.url}/documents`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Polski' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await page.goto(`${shop.url}/support`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
})

test('another language can be chosen on an error page, which stays', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  const address = `${shop.url}/search/analysis/999999?pathnameToReturn=%2Fsearch`
  await page.goto(address)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Polski' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await expect(page).toHaveURL(address)
})

test('a first-time visitor is offered the four languages before the question for a laboratory', {
  tag: '@slow',
}, async ({ page }) => {
  await openWithScripts(page, `${shopTogether().url}/search?searchNameTerm=ferritin`)
  const dialog = page.getByRole('dialog')
  // The dialog opens after the page, and takes the focus.
  await expect(dialog).toBeFocused()
  for (const name of ['English', 'Русский', 'Polski', 'Беларуская']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name, exact: true })).toBeFocused()
  }
  await dialog.getByRole('button', { name: 'Polski' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toHaveText(/Wybierz laboratorium/)
  expect(new URL(page.url()).searchParams.get('searchNameTerm')).toBe('ferritin')
})

test('a phone whose browser was last updated in 2023 shows pages that lead back, and the branches', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.addInitScript(() => {
    Object.assign(URL, { canParse: undefined })
    Object.assign(Map, { groupBy: undefined })
  })
  for (const [path, title] of [
    ['/search/analysis/1?pathnameToReturn=%2Fsearch', /^Complete blood count/],
    ['/laboratories', 'Our branches'],
  ] as const) {
    await openWithScripts(page, `${shop.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
})

test('a page requests its scripts after the styles that it needs to be painted', async ({ request }) => {
  const html = await (await request.get(`${shopTogether().url}/documents`)).text()
  const preloads = html.match(/<link[^>]*rel="modulepreload"[^>]*>/g) ?? []
  const imported = [...html.matchAll(/(?:from|import) "(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  expect(imported.length).toBeGreaterThan(1)
  // Scripts without a preload would be requested as urgently as the styles.
  for (const file of imported) expect(preloads.join()).toContain(`href="${file}"`)
  for (const preload of preloads) expect(preload).toContain('fetchPriority="low"')
  const [framework] = /\/assets\/framework-[^"]+/.exec(preloads.join())!
  const script = await request.get(shopTogether().url + framework)
  expect(await script.text(), 'is compiled as it arrives').toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test('a guest’s page contains its styles; after a login they are loaded as a file, for later pages', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  const files: string[] = []
  page.on('request', (request) => request.url().endsWith('.css') && files.push(request.url()))
  const inPage = page.locator('head > style')
  await openWithScripts(page, `${shop.url}/login`)
  await expect(inPage).toHaveCount(1)
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(0)
  const customer = await newCustomer(shop)
  await page.getByLabel('E-mail').fill(customer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  expect(files).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).not.toHaveURL(/login/)
  await expect(inPage).toHaveCount(1)
  // The browser answers a second request from its cache.
  await expect.poll(() => files.length).toBeGreaterThan(0)
  await page.goto(`${shop.url}/settings`)
  await expect(inPage).toHaveCount(0)
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Golos')
  expect(new Set(files).size).toBe(1)
  expect(refused).toEqual([])
})

test('no list row is reported as too small a target because of the bar that covers it', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  for (const path of ['/search?searchNameTerm=vitamin', '/categories/infections']) {
    await page.goto(shop.url + path)
    // Wherever the bar cuts the list: a row is at least 56 px high.
    for (const height of [823, 810, 797, 784]) {
      await page.setViewportSize({ width: 412, height })
      expect(await faultsOf(page, { runOnly: ['target-size'] })).toEqual([])
    }
  }
})

test('on a phone the bar at the bottom leads to tests, cart, results and family', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${shop.url}/search`)
  const bar = page.getByRole('navigation', { name: 'Quick access' })
  await expect(bar.getByRole('link')).toHaveText(['Tests', 'Cart', 'Results', 'Patients'])
  await expect(bar.getByRole('link', { name: 'Tests' })).toHaveAttribute('aria-current', 'page')
  await expect(bar.getByRole('link').first()).toBeInViewport()
  await bar.getByRole('link', { name: 'Cart' }).click()
  await expect(page).toHaveURL(/\/order\/cart$/)
  // A page with its own action at the bottom shows that instead.
  await page.goto(`${shop.url}/search/analysis/1`)
  await expect(page.getByRole('link', { name: 'Choose patients' }).last()).toBeInViewport()
  await expect(bar).toBeHidden()
})

test('a laboratory chosen in another window appears in the top bar as soon as this window is used', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/documents`)
  const bar = page.getByRole('banner')
  await expect(bar).toContainText('Home visits, Minsk')
  await settleIn(context, shop, 1)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(bar).toContainText('Минск, проспект')
})

test('public values are loaded with every page, after what it needs to be painted', {
  tag: ['@SPEC-7-PUBLIC-ENV'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  for (const path of ['/', '/documents', '/laboratory']) {
    await page.goto(`${shop.url}${path}`)
    expect(await page.evaluate(() => (window as { publicEnv?: object }).publicEnv)).toMatchObject({
      locales: ['en', 'ru', 'pl', 'be'],
      orderCurrency: 'BYN',
    })
  }
  const html = await (await context.request.get(`${shop.url}/documents`)).text()
  expect(html).toMatch(/<script src="\/public-env.js" defer=""[^>]*fetchPriority="low"/i)
})

test('footer and menu link to all branches', { tag: '@slow' }, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await logInAs(context, await newCustomer(shop))
  await page.goto(`${shop.url}/documents`)
  const links = page.getByRole('link', { name: 'Branches and hours', includeHidden: true })
  await expect(links).toHaveCount(2)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Branches and hours' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Our branches' })).toBeVisible()
})
