import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { addPatient, analysisId, FERRITIN, logInAs, newCustomer, settleIn } from './stage.ts'
import { inSight, openWithScripts, shopTogether } from './visitor.ts'

declare global {
  interface Window {
    /** What has started to move since the page was opened: animations by name, transitions by property. */
    moved: { what: string; of: string; times: number }[]
  }
}

/** Records everything that starts to move, even before the page's scripts run. */
async function watchMotion(page: Page) {
  await page.addInitScript(() => {
    window.moved = []
    const note = (event: Event) => {
      const { target, propertyName, animationName } = event as TransitionEvent & AnimationEvent
      const element = target as Element
      const times = Math.max(0, ...element.getAnimations({ subtree: true }).map(timesOf))
      window.moved.push({ what: propertyName ?? animationName, of: element.outerHTML.slice(0, 80), times })
    }
    const timesOf = ({ effect }: Animation) => effect?.getComputedTiming().iterations ?? 1
    for (const kind of ['animationstart', 'transitionrun']) document.addEventListener(kind, note, true)
  })
}

const movedOn = (page: Page) => page.evaluate(() => window.moved)

async function openChoice(page: Page, context: BrowserContext) {
  const customer = await newCustomer(shopTogether())
  for (const firstName of ['Anna', 'Olga', 'Eva']) await addPatient(customer, { firstName })
  await settleIn(context, customer.shop)
  await logInAs(context, customer)
  await watchMotion(page)
  await openWithScripts(
    page,
    `${customer.shop.url}/add-to-cart/analysis/${await analysisId(customer.shop, FERRITIN)}`,
  )
  for (const name of [/Anna/, /Olga/]) await page.getByRole('checkbox', { name }).check()
}

/** The amount to be paid, in the sidebar. */
const sumOf = (page: Page) =>
  page
    .locator('aside')
    .getByText(/^\d+\.\d\d$/)
    .last()

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const moves = reducedMotion === 'no-preference'

  test(`the sum ${moves ? 'counts' : 'appears immediately'} when another patient is chosen, and adding moves nothing, motion: ${reducedMotion}`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await openChoice(page, context)
    const before = Number(await sumOf(page).textContent())
    await page.getByRole('checkbox', { name: /Eva/ }).check()
    // Its text, as read aloud, is the new sum from the start.
    await expect(sumOf(page)).toHaveText((1.5 * before).toFixed(2))
    const counts = async () => (await movedOn(page)).some(({ what }) => what === '--minor')
    // It begins with the frame after the text.
    if (moves) await expect.poll(counts).toBe(true)
    await (await inSight(page.getByRole('button', { name: 'Add to cart' }))).click()
    await expect(page.getByText('Analysis has been added to the cart')).toBeVisible()
    const places = (await movedOn(page)).filter(({ what }) =>
      /^(?:translate|transform|offset|top|left)/.test(what),
    )
    expect(places).toEqual([])
    expect(await counts()).toBe(moves)
  })

  test(`the bar of a range is ${moves ? 'drawn once' : 'shown immediately'}, motion: ${reducedMotion}`, async ({
    page,
    context,
  }) => {
    const shop = shopTogether()
    await settleIn(context, shop)
    await page.emulateMedia({ reducedMotion })
    await watchMotion(page)
    await openWithScripts(page, shop.url)
    const drawn = async () => (await movedOn(page)).filter(({ what }) => /open|arrive/.test(what))
    if (moves) await expect.poll(async () => (await drawn()).length).toBe(2)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    expect((await drawn()).map(({ times }) => times)).toEqual(moves ? [1, 1] : [])
  })
}
