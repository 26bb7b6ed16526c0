import { expect, type Page, test } from '@playwright/test'
import { NARROW } from './screen-checks.ts'
import { addPatient, confirmEmail, fillCart, logInAs, newCustomer, placeOrder, settleIn } from './stage.ts'
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

test('with letters twice as large on a phone, cart and order break no word', async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const { id } = await placeOrder(customer, patientId)
  await fillCart(customer, { patientIds: [patientId] })
  await settleIn(context, shop)
  await logInAs(context, customer)
  await page.setViewportSize(NARROW)
  for (const path of ['/order/cart', `/orders/${id}`]) {
    await openWithScripts(page, `${shop.url}${path}`)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect.soft(await brokenWords(page), path).toEqual([])
  }
})
