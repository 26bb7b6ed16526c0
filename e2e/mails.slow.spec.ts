import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { faultsOf, foreignTexts } from './audits.ts'
import { type ShopAtAnyTime, type StagedMails, stageMails } from './mail-stage.ts'
import { NARROW } from './screen-checks.ts'
import { filledFolder, SLOW_CLOCK, startProcess } from './shop-process.ts'
import { STREET } from './stage.ts'
import type { Mail, ShopUnderTest } from './visitor.ts'

/** Each test has a shop of its own, which always has the same date, time and numbers of orders. */
const test = base.extend<{ shop: ShopAtAnyTime }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  shop: async ({}, use) => {
    const settings = { PORT: String(await freePort()), DATA_DIR: filledFolder(), ...SLOW_CLOCK }
    let running = await startProcess('shop', settings)
    const { url } = running
    await use({
      url,
      sandbox: `${url}/sandbox`,
      async startAgainAt(time) {
        await running.stop()
        running = await startProcess('shop', { ...settings, CLOCK_START: String(time) })
      },
    })
    await running.stop()
  },
})

/** A phone, and a mail program's window for one mail; as high as the mail. */
const PHONE = { ...NARROW, height: 200 }
const WINDOW = { width: 720, height: 200 }
/** Gmail shows the rest of a longer mail only on request. */
const GMAIL_CLIPS_AT = 102 * 1024
/** Without the criterion that only a page can meet: landmarks. */
const CRITERIA = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

/** The mails that differ in structure have pictures in English; these two in Russian too, for the letters. */
const IN_RUSSIAN = ['order-paid', 'critical-result']
const isPictured = (name: string, locale: Locale) =>
  locale === 'en' || (locale === 'ru' && IN_RUSSIAN.includes(name))

/** The shop's typeface, so that the machine's own are in no picture. */
const FONTS = readFileSync(
  join(import.meta.dirname, '../apps/storefront/app/ui/styles/fonts.css'),
  'utf8',
).replaceAll(/url\("\.\/(fonts\/[^"]+)"\)/g, (_, file: string) => {
  const font = readFileSync(join(import.meta.dirname, '../apps/storefront/app/ui/styles', file))
  return `url("data:font/woff2;base64,${font.toString('base64')}")`
})

/** Opens a mail as a program does: with its attached pictures; and without what is random, the code and the port. */
async function openMail(page: Page, { html, attachments }: Mail, { url }: ShopUnderTest) {
  const shown = html
    .replace(/(class="code"[^>]*>)\d{6}/, '$1012345')
    .replaceAll(url, 'https://shop.example')
    .replaceAll(/cid:([^"@]+)@[^"]*/g, (_, name: string) => {
      const { contentType, content } = attachments.find(({ filename }) => filename === `${name}.png`)!
      return `data:${contentType};base64,${content}`
    })
  await page.setContent(shown)
  await page.addStyleTag({ content: FONTS })
  await page.evaluate(() => document.fonts.ready)
}

async function agreeOnMail(page: Page, name: string) {
  await expect.soft(page).toHaveScreenshot(`mail-${name}.png`, { fullPage: true })
}

/** Single words that are broken over several lines. */
const brokenLabels = (page: Page) =>
  page.locator('td.soft').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        const lines = new Set([...range.getClientRects()].map(({ top }) => top))
        return lines.size > 1 && !/\s/.test(cell.textContent)
      })
      .map(({ textContent }) => textContent),
  )

/** At 360 px light and dark, and light in a window. */
async function agreeOnMails(
  page: Page,
  { pictured }: StagedMails,
  { locale, shop }: { locale: Locale; shop: ShopUnderTest },
) {
  const own = locale === 'en' ? '' : `-${locale}`
  for (const [name, mail] of Object.entries(pictured).filter(([each]) => isPictured(each, locale))) {
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ colorScheme: 'light' })
    await openMail(page, mail, shop)
    await agreeOnMail(page, `${name}${own}-360`)
    if (own) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    await agreeOnMail(page, `${name}-360-dark`)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(WINDOW)
    await agreeOnMail(page, `${name}-720`)
  }
}

for (const locale of LOCALES) {
  test(`mails in ${locale} look as agreed, fit a phone, are readable in light and dark mode, and declare their language`, async ({
    page,
    shop,
  }) => {
    test.slow()
    const staged = await stageMails(shop, locale)
    expect(staged.all.length).toBeGreaterThan(12)
    await agreeOnMails(page, staged, { locale, shop })
    await page.setViewportSize(NARROW)
    for (const mail of staged.all) {
      const { subject, html } = mail
      expect.soft(Buffer.byteLength(html), subject).toBeLessThan(GMAIL_CLIPS_AT)
      await openMail(page, mail, shop)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, subject).toBeLessThanOrEqual(NARROW.width)
      expect.soft(await brokenLabels(page), subject).toEqual([])
      expect.soft(await foreignTexts(page, [STREET, 'Anna', 'Kovaleva']), subject).toEqual([])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect.soft(await faultsOf(page, CRITERIA), `${subject}, ${colorScheme}`).toEqual([])
      }
    }
  })
}
