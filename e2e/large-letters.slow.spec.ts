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
      // An address is as long as chance makes it, and breaks anywhere.
      if (text.nodeValue?.includes('@')) continue
      for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange()
        const tops = [...word].map((_, at) => {
          range.setStart(text, index + at)
          range.setEnd(text, index + at + 1)
          // The first letter behind a soft hyphen has the hyphen's place too, on the line before.
          return Math.round([...range.getClientRects()].at(-1)?.top ?? 0)
        })
        const lines = new Set(tops)
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

test('with letters twice as large on a phone, a guest on the way to a test reads no word broken without a hyphen', async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await page.setViewportSize(NARROW)
  const paths = [`/add-to-cart/analysis/${await analysisId(shop, FERRITIN)}?`, '/register?addableFlowPage=1&']
  for (const path of paths) {
    for (const locale of ['ru', 'be', 'pl', 'en']) {
      await openWithScripts(page, `${shop.url}${path}locale=${locale}`)
      expect.soft(await brokenWords(page), `${path} ${locale}`).toEqual([])
    }
  }
})
