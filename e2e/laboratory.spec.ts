import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { apiRoot, BRANCH, call, HOME_LABORATORY, settleIn } from './stage.ts'
import { answerRead, openWithScripts, shopTogether } from './visitor.ts'

interface WireLaboratory {
  id: number
  type: string
  address: { latitude: number; longitude: number }
}

const TITLE = 'Please select the lab you would like to attend'

async function activeLaboratory(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === 'activeLaboratoryId')?.value
}

async function setGeolocationPermission(page: Page, setting: 'granted' | 'prompt' | 'denied') {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.send('Browser.setPermission', {
    permission: { name: 'geolocation' },
    setting,
    origin: shopTogether().url,
    ...(targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {}),
  })
}

test('without a laboratory every page shows the question for one, which cannot be closed', {
  tag: ['@SPEC-2-LAB-APPEARS', '@SPEC-2-LAB-CANNOT-CLOSE', '@SPEC-2-LAB-TEXT', '@SPEC-4-LAB-CLEARED'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  for (const path of ['/', '/profiles', '/order/cart', '/documents/public-offer']) {
    await page.goto(`${shop.url}${path}`)
    await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  }
  const dialog = page.getByRole('dialog', { name: TITLE })
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(dialog).toBeVisible()
  await settleIn(context, shop)
  await page.reload()
  await expect(dialog).toHaveCount(0)
  await context.clearCookies({ name: 'activeLaboratoryId' })
  await page.reload()
  await expect(dialog).toBeVisible()
})

test('the list shows callable and ordinary laboratories in separate groups', {
  tag: [
    '@SPEC-2-LAB-GROUPS',
    '@SPEC-2-LAB-CALLABLE-LABEL',
    '@SPEC-2-LAB-BRANCH-LABEL',
    '@SPEC-1-LABORATORY-KINDS',
  ],
}, async ({ page }) => {
  const shop = shopTogether()
  await page.goto(shop.url)
  const list = page.getByRole('combobox', { name: 'Laboratory' })
  const groups = await list.locator('optgroup').evaluateAll((elements) =>
    elements.map((group) => ({
      label: group.getAttribute('label'),
      options: [...group.querySelectorAll('option')].map(({ textContent }) => textContent ?? ''),
    })),
  )
  expect(groups.map(({ label }) => label)).toEqual(['Home visit', 'Branches'])
  const [calls, branches] = groups
  for (const label of calls!.options) expect(label).toMatch(/^Вызов, \S+/)
  for (const label of branches!.options) expect(label).toMatch(/^[^,]+, .+/)
  expect(calls!.options).toContain('Вызов, Минск')
})

test('confirming without a choice shows that a laboratory is required', {
  tag: ['@SPEC-2-LAB-REQUIRED', '@SPEC-5-LABORATORY', '@SPEC-8-LABORATORY-REQUIRED'],
}, async ({ page }) => {
  await page.goto(shopTogether().url)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Laboratory is required')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Laboratory' })).toHaveAccessibleDescription(
    /Laboratory is required/,
  )
  // The focus reads the message out, again each time.
  await expect(page.getByRole('combobox', { name: 'Laboratory' })).toBeFocused()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('combobox', { name: 'Laboratory' })).toBeFocused()
})

test('without scripts, too, confirming without a choice says so, and keeps the page to return to', {
  tag: ['@SPEC-2-LAB-REQUIRED', '@SPEC-5-LABORATORY'],
}, async ({ browser }) => {
  const shop = shopTogether()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${shop.url}/documents`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Laboratory is required')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Laboratory' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Laboratory' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(`${shop.url}/documents`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await context.close()
})

test('the quick button chooses the first callable laboratory', {
  tag: ['@SPEC-2-LAB-QUICK', '@SPEC-3-STORAGE-LABORATORY', '@SPEC-4-LAB-STORED'],
}, async ({ page, context }) => {
  await page.goto(shopTogether().url)
  await page.getByRole('button', { name: 'Вызов, Минск' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await activeLaboratory(context)).toBe(String(HOME_LABORATORY))
})

test('the closest laboratory is found by the device’s position, shown, and confirmed', {
  tag: [
    '@SPEC-2-LAB-SEARCH-OFFERED',
    '@SPEC-2-LAB-SEARCH-NEAREST',
    '@SPEC-2-LAB-SEARCH-TOLD',
    '@SPEC-2-LAB-SEARCH-CONFIRM',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const laboratories = await call<WireLaboratory[]>(`${apiRoot(shop)}/laboratories`)
  const target = laboratories.findLast(({ type }) => type === 'PHYSICAL')!
  const { latitude, longitude } = target.address
  await context.grantPermissions(['geolocation'], { origin: shop.url })
  await context.setGeolocation({ latitude: latitude + 0.0001, longitude: longitude + 0.0001 })
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Find the closest lab' }).click()
  await expect(page.getByText("You've been auto assigned the closest lab")).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await activeLaboratory(context)).toBe(String(target.id))
})

test('instead of the closest laboratory another one can be chosen by hand', {
  tag: ['@SPEC-2-LAB-SEARCH-CONFIRM'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await context.grantPermissions(['geolocation'], { origin: shop.url })
  await context.setGeolocation({ latitude: 52.09, longitude: 23.69 })
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Find the closest lab' }).click()
  await page.getByRole('button', { name: 'Choose manually' }).click()
  await expect(page.getByText("You've been auto assigned the closest lab")).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Laboratory' }).selectOption(String(BRANCH))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await activeLaboratory(context)).toBe(String(BRANCH))
})

test('the search is offered while the position may be requested, and not if it is denied', {
  tag: ['@SPEC-2-LAB-SEARCH-OFFERED'],
}, async ({ page }) => {
  const shop = shopTogether()
  const search = page.getByRole('button', { name: 'Find the closest lab' })
  await setGeolocationPermission(page, 'prompt')
  await page.goto(shop.url)
  await expect(search).toBeVisible()
  await setGeolocationPermission(page, 'denied')
  await page.reload()
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  await expect(search).toHaveCount(0)
})

test('a device that does not know its position says so', {
  tag: ['@SPEC-2-LAB-SEARCH-FAILED', '@SPEC-8-GEOLOCATION'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await context.grantPermissions(['geolocation'], { origin: shop.url })
  const session = await context.newCDPSession(page)
  // Without coordinates the emulated device has no position.
  await session.send('Emulation.setGeolocationOverride', {})
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Find the closest lab' }).click()
  await expect(page.getByText('Geolocation failed')).toBeVisible()
})

test('a block in Russian explains home visits, in every language', {
  tag: [
    '@SPEC-2-LAB-BLOCK-RUSSIAN',
    '@SPEC-2-LAB-BLOCK-EVERY-DAY',
    '@SPEC-2-LAB-BLOCK-CUT-OFF',
    '@SPEC-2-LAB-BLOCK-HOURS',
    '@SPEC-1-SOME-RUSSIAN',
  ],
}, async ({ page }) => {
  for (const locale of ['en', 'pl']) {
    await page.goto(`${shopTogether().url}/?locale=${locale}`)
    const block = page.getByRole('region', { name: 'Выезд на дом' })
    await expect(block).toHaveAttribute('lang', 'ru')
    await expect(block).toContainText('ежедневно, без выходных')
    await expect(block).toContainText('Визит на следующий день')
    await expect(block).toContainText('до 19:00')
    await expect(block).toContainText('с понедельника по субботу, с 7:30 до 11:30')
  }
})

test('choosing another laboratory shows its name and its analyses', {
  tag: ['@SPEC-4-LAB-RELOADS', '@SPEC-4-LAB-REFETCHED', '@SPEC-4-LAB-DETAILS'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  interface Offer {
    id: number
    name: string
    homeCallPossible: boolean
  }
  const offers = await call<Offer[]>(`${apiRoot(shop)}/labService?laboratoryId=${BRANCH}`)
  const notAtHome = offers.find(({ homeCallPossible }) => !homeCallPossible)!
  await settleIn(context, shop, BRANCH)
  await page.goto(`${shop.url}/search/analysis/${notAtHome.id}`)
  const choose = page.getByRole('main').getByRole('link', { name: 'Choose patients' })
  await expect(choose.first()).toBeVisible()
  await page.goto(`${shop.url}/laboratory?pathnameToReturn=%2Fsearch%2Fanalysis%2F${notAtHome.id}`)
  await page.getByRole('combobox', { name: 'Laboratory' }).selectOption(String(HOME_LABORATORY))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(`${shop.url}/search/analysis/${notAtHome.id}`)
  await expect(page.getByRole('banner')).toContainText('Home visits, Minsk')
  await expect(choose).toHaveCount(0)
})

/** Presses the menu's button, which forgets the choice. */
async function selectLaboratory(page: Page) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('button', { name: /^Select laboratory/ }).click()
}

test('the menu’s “Select laboratory” forgets the laboratory, and the question opens immediately, after client navigations too', {
  tag: ['@SPEC-4-LAB-CLEARED'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/support`)
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  await page.getByRole('contentinfo').getByRole('link', { name: 'All documents' }).click()
  await expect(page).toHaveURL(`${shop.url}/documents`)
  // A page that is still being rendered closes what was opened on the previous one.
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeFocused()
  await selectLaboratory(page)
  const dialog = page.getByRole('dialog', { name: TITLE })
  await expect(dialog).toBeVisible()
  await expect(dialog).toBeFocused()
  await expect(page).toHaveURL(`${shop.url}/documents`)
  expect(await activeLaboratory(context)).toBeUndefined()
  // It can neither be closed nor bypassed with the browser's Back.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  expect(loads).toEqual([])
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  // Each press of the link asks again: one is chosen, forgotten, and asked for a second time.
  await page.getByRole('button', { name: 'Вызов, Минск' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await selectLaboratory(page)
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/documents`)
})

test('without scripts the menu’s “Select laboratory” forgets it too, and a link to the question changes nothing', {
  tag: ['@SPEC-4-LAB-CLEARED'],
}, async ({ browser }) => {
  const shop = shopTogether()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await settleIn(context, shop)
  const page = await context.newPage()
  await page.goto(`${shop.url}/laboratory?quick=none&pathnameToReturn=%2Fdocuments`)
  expect(await activeLaboratory(context)).toBe(String(HOME_LABORATORY))
  await page.goto(`${shop.url}/documents`)
  await selectLaboratory(page)
  await expect(page).toHaveURL(`${shop.url}/documents`)
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  expect(await activeLaboratory(context)).toBeUndefined()
  await context.close()
})

test('another site cannot make the shop forget the laboratory', async () => {
  const shop = shopTogether()
  const send = (origin: string) =>
    fetch(`${shop.url}/laboratory?pathnameToReturn=%2Fdocuments`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: origin, 'Sec-Fetch-Site': origin === shop.url ? 'same-origin' : 'cross-site' },
      body: new URLSearchParams({ quick: 'none' }),
    })
  const own = await send(shop.url)
  expect([own.status, own.headers.get('set-cookie')]).toEqual([
    302,
    expect.stringContaining('activeLaboratoryId=;'),
  ])
  const foreign = await send('https://evil.example')
  expect(foreign.headers.get('set-cookie') ?? '').not.toContain('activeLaboratoryId=;')
  expect(foreign.status).toBe(404)
})

test('a laboratory chosen or forgotten in one window shows immediately in another', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  const beside = await context.newPage()
  await openWithScripts(beside, `${shop.url}/support`)
  await openWithScripts(page, `${shop.url}/documents`)
  await expect(beside.getByRole('banner')).toContainText('Home visits, Minsk')
  const asked: string[] = []
  beside.on('request', (request) => asked.push(request.url()))
  await selectLaboratory(page)
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  await expect(beside.getByRole('dialog', { name: TITLE })).toBeVisible()
  await page.getByRole('combobox', { name: 'Laboratory' }).selectOption(String(BRANCH))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(beside.getByRole('dialog')).toHaveCount(0)
  await expect(beside.getByRole('banner')).toContainText('Независимости, 116Б')
  // The window was notified, and loaded its data once per change.
  expect(asked.filter((url) => url.includes('/support.data'))).toHaveLength(2)
})

test('the first question keeps its element while other parts of the page load before its script', {
  tag: '@slow',
}, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/laboratory-dialog-*.js', async (route) => {
    await held
    await route.continue()
  })
  const other = answerRead(page, /\/assets\/after-page-.*\.js/)
  await page.goto(`${shopTogether().url}/documents`)
  const dialog = page.getByRole('dialog', { name: TITLE })
  const served = await dialog.elementHandle()
  await other
  await page.evaluate(async () => {
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame)
  })
  expect(await served!.evaluate((element) => element.isConnected)).toBe(true)
  release()
  // The script has loaded, and gives the question the focus.
  await expect(dialog).toBeFocused()
  expect(await served!.evaluate((element) => element === document.activeElement)).toBe(true)
})

for (const scripts of [true, false]) {
  test(`the first question leads to the places as cards, and a card answers it, ${scripts ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const shop = shopTogether()
    const context = await browser.newContext({ javaScriptEnabled: scripts })
    const page = await context.newPage()
    await page.goto(`${shop.url}/documents`)
    await page
      .getByRole('dialog', { name: TITLE })
      .getByRole('link', { name: /^Places with/ })
      .click()
    await expect(page).toHaveURL(`${shop.url}/laboratory?pathnameToReturn=%2Fdocuments`)
    const card = page.getByRole('listitem').filter({ hasText: 'Независимости' })
    await expect(card).toContainText(/Open until|Opens/)
    await card.getByRole('button').click()
    await expect(page).toHaveURL(`${shop.url}/documents`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await activeLaboratory(context)).toBe(String(BRANCH))
    await context.close()
  })
}
