import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { byKeyboard } from './keyboard.ts'
import { newEmail, readMail, shopApart, shopTogether } from './visitor.ts'
import { walkTheWholeWay } from './walk.ts'
import { wordsIn } from './words.ts'

const nothing = async () => {}
const english = { t: wordsIn('en'), ferritin: 'Ferritin', look: nothing }
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test.use({ actionTimeout: 15_000 })

async function pageOf(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(15_000)
  return context.newPage()
}

const WHOLE = [
  '@SPEC-1-ORDER-TESTS',
  '@SPEC-1-ACCOUNT',
  '@SPEC-1-PATIENTS',
  '@SPEC-1-BROWSE-ANALYSES',
  '@SPEC-1-LABORATORY-KINDS',
  '@SPEC-1-VISIT-OR-CALL',
  '@SPEC-1-CONFIRM-EMAIL',
  '@SPEC-1-EXTERNAL-PAYMENT',
  '@SPEC-1-RESULTS',
  '@SPEC-2-FLOW-ADDABLE',
  '@SPEC-2-FLOW-ADDED-MESSAGE',
  '@SPEC-2-FLOW-VISIT-UNCONFIRMED',
  '@SPEC-4-ORDER-REDIRECT',
]

const WAYS = [
  { tag: WHOLE, title: 'with a separate main API', shopOf: shopApart, options: {} },
  {
    tag: WHOLE,
    title: 'without scripts, on a phone, in one process',
    shopOf: shopTogether,
    options: { ...PHONE, javaScriptEnabled: false },
  },
]

for (const { tag, title, shopOf, options } of WAYS) {
  test(`a visitor orders ferritin, pays, and reads the result, ${title}`, { tag }, async ({ browser }) => {
    const shop = shopOf()
    const page = await pageOf(browser, options)
    const email = newEmail()
    const subjects: string[] = []
    const hasScripts = !('javaScriptEnabled' in options)
    const look = async (screen: string) => {
      if (hasScripts) expect.soft(await faultsOf(page), `${screen} is accessible`).toEqual([])
      // Before the result is opened: once it has been read, no mail is sent about it.
      if (screen === 'test results') subjects.push((await readMail(shop, email, /result/i)).subject)
    }
    await walkTheWholeWay({ ...english, page, shop, email, look, hasScripts })
    const paid = await readMail(shop, email, /paid/i)
    expect(paid.attachments.some(({ filename }) => filename.endsWith('.ics'))).toBe(true)
    for (const subject of [paid.subject, ...subjects]) expect(subject).not.toMatch(/ferritin|Kovaleva/i)
    await page.context().close()
  })
}

test('the whole way by keyboard alone, the focus always visible', { tag: '@slow' }, async ({ page }) => {
  await walkTheWholeWay({ ...english, page: byKeyboard(page), shop: shopTogether() })
})

async function expectReflow(page: Page, screen: string) {
  const { width } = page.viewportSize()!
  const wide = await page.evaluate((limit) => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= limit) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > limit + 1)
      .slice(0, 5)
      .map((element) => `${element.tagName}.${element.className}`)
  }, width)
  expect(wide, `nothing of ${screen} is wider than the screen`).toEqual([])
}

// 1280 px at a zoom of 400 % are 320 px; the height of the window shrinks in proportion.
test('the whole way at 320 px, without horizontal scrolling', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const look = (screen: string) => expectReflow(page, screen)
  await walkTheWholeWay({ ...english, page, shop: shopTogether(), look })
})

/** Forced colours remove backgrounds: a control marked only by its background cannot be seen. */
async function expectEdges(page: Page, screen: string) {
  const bare = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main button, main a.button_button, main input, main select, main textarea',
      ),
    ]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        const hasEdge = Number.parseFloat(style.borderTopWidth) > 0 || style.outlineStyle !== 'none'
        const isNative = style.appearance !== 'none'
        const isLink = style.textDecorationLine === 'underline'
        const isInBox = element.closest('label, .field_field, .search-field_search') !== null
        return width > 1 && height > 1 && !hasEdge && !isNative && !isLink && !isInBox
      })
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`),
  )
  expect(bare, `every control of ${screen} has an edge`).toEqual([])
}

async function expectStillness(page: Page, screen: string) {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const duration = Number(effect?.getComputedTiming().duration ?? 0)
        return playState === 'running' && duration > 10
      })
      .map((animation) => (animation as CSSAnimation).animationName ?? 'transition'),
  )
  expect(moving, `nothing moves on ${screen}`).toEqual([])
}

test('the whole way in forced colours with reduced motion, every control with an edge, nothing moving', {
  tag: '@slow',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' })
  const look = async (screen: string) => {
    await expectEdges(page, screen)
    await expectStillness(page, screen)
  }
  await walkTheWholeWay({ ...english, page, shop: shopTogether(), look })
})

/** A text that shows its key instead of words, such as `order.call.title`. */
const RAW_KEY =
  /\b(?:shell|account|patients|catalogue|order|results|documents|forms|cart|messages)[.:][a-zA-Z]+/

test('the whole way in Russian', { tag: '@slow' }, async ({ page, context }) => {
  const shop = shopApart()
  await context.addCookies([{ name: 'locale', value: 'ru', url: shop.url }])
  const look = async (screen: string) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    expect((await page.locator('body').textContent())?.match(RAW_KEY) ?? null, screen).toBeNull()
  }
  await walkTheWholeWay({ page, shop, t: wordsIn('ru'), ferritin: 'Ферритин', look })
})
