import { expect, type Page, test } from '@playwright/test'
import { chromiumLaunch } from '../scripts/browser.mjs'
import { NARROW } from './screen-checks.ts'
import {
  addPatient,
  analysisId,
  chooseCall,
  confirmEmail,
  FERRITIN,
  fillCart,
  logInAs,
  newCustomer,
  placeOrder,
  settleIn,
} from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

/** The words of the page's main part that are broken over several lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1 && !text.parentElement?.closest('.visually-hidden')) broken.push(word)
      }
    }
    return broken
  })
}

// The browser's own setting: the styles' `em` conditions follow it, unlike a size set on the page.
const launch = chromiumLaunch()
test.use({ launchOptions: { ...launch, args: [...launch.args, '--blink-settings=defaultFontSize=32'] } })

/** Controls whose words do not fit into them. */
const tooSmall = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('a, button:not(.visually-hidden), label')
    .evaluateAll((controls) =>
      controls
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )

test('with letters twice as large on a phone, cart and order break no word', async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const { id } = await placeOrder(customer, patientId)
  await fillCart(customer, { patientIds: [patientId] })
  await chooseCall(customer)
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.setViewportSize(NARROW)
  for (const path of ['/order/cart', `/orders/${id}`, '/order/data-confirmed']) {
    await openWithScripts(page, `${shop.url}${path}`)
    expect.soft(await brokenWords(page), path).toEqual([])
  }
})

test('with letters twice as large on a phone, the longest words stay inside their buttons', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.setViewportSize(NARROW)
  for (const path of ['/register', '/login', `/add-to-cart/analysis/${await analysisId(shop, FERRITIN)}`]) {
    await openWithScripts(page, `${shop.url}${path}?locale=ru`)
    expect.soft(await tooSmall(page), path).toEqual([])
  }
})
