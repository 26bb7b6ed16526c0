import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { LOCALES } from '@shop/domain/locale'
import { faultsOf, foreignTexts } from './audits.ts'
import { BLOOD_COUNT, reportCriticalBloodCount } from './laboratory-system.ts'
import { NARROW } from './screen-checks.ts'
import {
  addPatient,
  apiRoot,
  type Customer,
  call,
  confirmEmail,
  networkOfItsOwn,
  newCustomer,
  payOrder,
  placeOrder,
  STREET,
} from './stage.ts'
import { type Mail, readMail, shopTogether } from './visitor.ts'

/** As it does not break by itself. */
const LONG_ADDRESS = () => `anna.with.a.very.long.name.${crypto.randomUUID()}@mail.example.com`
/** Without what only a page has: landmarks. */
const CRITERIA = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
const SUPPORT = 'support@norma.example.com'

type Letter = 'paid' | 'refunded' | 'result' | 'supportCopy'

/** Its subject in any of the languages: an order speaks the one that it was made in, the account its own. */
function subjectOf(letter: Letter, values: Record<string, string> = {}): RegExp {
  const subjects = LOCALES.map((locale) => {
    const file = join(import.meta.dirname, '../packages/texts/locales', locale, 'mails.json')
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<Letter, { subject: string }>
    return texts[letter].subject.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  })
  return new RegExp(`^(?:${subjects.join('|')})$`)
}

/** What somebody gets who registers, orders at a branch and at home, pays, asks for help, and has a critical value. */
async function mailsOf(customer: Customer): Promise<Mail[]> {
  const { shop, email, token } = customer
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const atBranch = await placeOrder(customer, patientId, { code: BLOOD_COUNT, total: 28.8 })
  await payOrder(atBranch)
  await reportCriticalBloodCount({ customer, order: atBranch })
  const atHome = await placeOrder(customer, patientId, { isAtHome: true })
  await payOrder(atHome)
  // An order that is cancelled before its mail goes out is not told of as paid.
  await readMail(shop, email, subjectOf('paid', { number: atHome.number }))
  await call(`${apiRoot(shop)}/orders/${atHome.id}/cancel`, { method: 'POST', token })
  const { reference } = await call<{ reference: string }>(`${apiRoot(shop)}/support-messages`, {
    method: 'POST',
    token,
    headers: { 'X-Forwarded-For': networkOfItsOwn() },
    body: {
      name: 'Anna Kovaleva',
      email,
      message: `https://example.com/${'a'.repeat(80)}`,
      orderNumber: atHome.number,
    },
  })
  // Each goes out by a job of its own, in any order; that an order waits for its payment is told only while it does.
  await readMail(shop, email, subjectOf('paid', { number: atBranch.number }))
  await readMail(shop, email, subjectOf('refunded', { number: atHome.number }))
  await readMail(shop, email, subjectOf('result'))
  await readMail(shop, email, subjectOf('supportCopy', { reference }))
  await readMail(shop, SUPPORT, new RegExp(reference))
  const answer = await fetch(`${shop.sandbox}/mailbox/messages`)
  const all = (await answer.json()) as Mail[]
  return all.filter(({ to, subject }) => to === email || (to === SUPPORT && subject.includes(reference)))
}

/** Single words that do not stand in one line. */
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

for (const locale of LOCALES) {
  test(`mails in ${locale} fit a phone, are readable in the light and in the dark, and say their language`, async ({
    page,
  }) => {
    const customer = await newCustomer(shopTogether(), { locale, email: LONG_ADDRESS() })
    const mails = await mailsOf(customer)
    expect(mails.length).toBeGreaterThan(6)
    await page.setViewportSize(NARROW)
    for (const { subject, html } of mails) {
      await page.setContent(html)
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
