import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { LOCALES } from '@shop/domain/locale'
import { addPatient, type Customer, chooseCall, fillCart, logInAs, newCustomer, settleIn } from './stage.ts'
import { shopTogether } from './visitor.ts'

/** WCAG 1.4.12: what a reader may set. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`

const FOR_EVERYBODY = [
  '/',
  '/search',
  '/search/analysis/1',
  '/profiles',
  '/categories/allergology',
  '/articles/getting-ready-for-analyses',
  '/laboratory',
  '/laboratories',
  '/laboratories/1',
  '/documents',
  '/support',
]
const GUESTS = ['/login', '/register', '/add-to-cart/analysis/1', '/verify-report']
const CUSTOMERS = [
  '/add-to-cart/analysis/1',
  '/order/cart',
  '/order/date-or-call',
  '/order/call-details',
  '/order/feedback',
  '/order/confirm-email',
  '/orders',
  '/test-results',
  '/patients',
  '/patients/create',
  '/settings',
]

let customer: Customer
test.beforeAll(async () => {
  customer = await newCustomer(shopTogether())
  await fillCart(customer, { patientIds: [await addPatient(customer)] })
  await chooseCall(customer)
})

/** What is wider than the window, unless it scrolls in a frame of its own or is out of sight on purpose. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScrolled = (element: Element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true
      }
      return false
    }
    const room = document.documentElement.clientWidth
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > room + 1)
      .filter((element) => !element.closest('.visually-hidden, [popover]') && !isScrolled(element))
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`)
      .slice(0, 3)
  })
}

async function expectNothingTooWide(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(`${shopTogether().url}${path}`, { waitUntil: 'domcontentloaded' })
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets.push(sheet)
    }, TEXT_SPACING)
    expect.soft(await tooWide(page), path).toEqual([])
  }
}

async function narrow(context: BrowserContext, locale: string): Promise<Page> {
  const shop = shopTogether()
  await settleIn(context, shop)
  await context.addCookies([{ name: 'locale', value: locale, url: shop.url }])
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 640 })
  return page
}

for (const locale of LOCALES) {
  test(`on 320 px with wide text nothing needs to be scrolled sideways (${locale})`, async ({ context }) => {
    const page = await narrow(context, locale)
    await expectNothingTooWide(page, [...FOR_EVERYBODY, ...GUESTS])
    await logInAs(context, customer)
    await expectNothingTooWide(page, CUSTOMERS)
  })
}
