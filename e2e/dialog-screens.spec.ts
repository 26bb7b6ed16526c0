import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { BRANCH, HOME_LABORATORY, logInAs, newCustomer, settleIn } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

const TITLE = 'Please select the lab you would like to attend'

const openerOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Laboratory/ })

async function settled(page: Page, context: BrowserContext) {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/documents`)
  return shop
}

test('the laboratory choice over a page is a dialog: the focus stays inside, Esc leads back to its opener', async ({
  page,
  context,
}) => {
  const shop = await settled(page, context)
  await openerOf(page).click()
  const dialog = page.getByRole('dialog', { name: TITLE })
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  expect(await isInside()).toBe(true)
  // Backwards from the first control the focus can only leave for the browser, not for the page behind.
  await page.keyboard.press('Shift+Tab')
  expect(
    await dialog.evaluate(
      (element) => document.activeElement === document.body || element.contains(document.activeElement),
    ),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${shop.url}/documents`)
  await expect(openerOf(page)).toBeFocused()
})

test('a dialog over a page is closed by its button, and the link on the page is focused again', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await logInAs(context, await newCustomer(shop))
  await openWithScripts(page, `${shop.url}/patients`)
  const add = page.getByRole('main').getByRole('link', { name: /add/i }).first()
  const opener = await add.getAttribute('href')
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'New patient' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('heading', { level: 1 })).toBeFocused()
  await dialog.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL(`${shop.url}/patients`)
  await expect(page.locator(`main a[href="${opener}"]`).first()).toBeFocused()
})

test('a selection that is let go outside a dialog leaves it open; a press on the backdrop closes it', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await logInAs(context, await newCustomer(shop))
  await openWithScripts(page, `${shop.url}/settings?modal=editProfile`)
  const dialog = page.getByRole('dialog', { name: 'Edit the profile' })
  const name = dialog.getByLabel('First name')
  const { x, y } = (await name.boundingBox())!
  await page.mouse.move(x + 20, y + 10)
  await page.mouse.down()
  await page.mouse.move(5, y + 10)
  await page.mouse.up()
  // The next press is answered after what the selection caused.
  await name.fill('Maria')
  await expect(name).toHaveValue('Maria')
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${shop.url}/settings`)
})

test('opened by its address, on a phone or without scripts, the same screen is a page', {
  tag: '@slow',
}, async ({ page, context, browser }) => {
  const shop = await settled(page, context)
  const heading = page.getByRole('heading', { level: 1, name: TITLE })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Select laboratory' }).click()
  await expect(heading).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${shop.url}/laboratory`)
  await expect(heading).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const bare = await browser.newContext({ javaScriptEnabled: false })
  await settleIn(bare, shop)
  const served = await bare.newPage()
  await served.goto(`${shop.url}/laboratory`)
  await expect(served.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await bare.close()
})

test('places are cards that show whether they are open; once the position is known the nearest come first', {
  tag: '@slow',
}, async ({ page, context }) => {
  const shop = await settled(page, context)
  await context.grantPermissions(['geolocation'], { origin: shop.url })
  await context.setGeolocation({ latitude: 52.0976, longitude: 23.7341 })
  await openerOf(page).click()
  const branches = page.getByRole('list').filter({ has: page.getByRole('button', { name: 'Минск, ' }) })
  const cards = branches.last().getByRole('listitem')
  await expect(cards.first()).toContainText(/Open until|Opens/)
  await expect(page.getByRole('combobox', { name: 'Laboratory' })).toBeVisible()
  await page.getByRole('button', { name: 'Find the closest lab' }).click()
  await expect(cards.first()).toContainText('Брест')
  await expect(cards.first()).toContainText(/\d\skm/)
  await expect(page.getByRole('img', { name: /nearest branches around you/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^All branches/ })).toHaveAttribute('href', '/laboratories')
  await cards.first().getByRole('button').click()
  await expect(page).toHaveURL(`${shop.url}/documents`)
  await expect(page.getByRole('banner')).toContainText('Брест')
})

test('a place’s card chooses it without scripts too', async ({ browser }) => {
  const shop = shopTogether()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await settleIn(context, shop, HOME_LABORATORY)
  const page = await context.newPage()
  await page.goto(`${shop.url}/laboratory?pathnameToReturn=%2Fdocuments`)
  await page.locator(`button[name="quick"][value="${BRANCH}"]`).click()
  await expect(page).toHaveURL(`${shop.url}/documents`)
  const chosen = (await context.cookies()).find(({ name }) => name === 'activeLaboratoryId')
  expect(chosen?.value).toBe(String(BRANCH))
  await context.close()
})
