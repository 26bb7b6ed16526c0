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

/** Too long for a line, with no place for a break. */
const LONG_ADDRESS = () => `anna.with.a.very.long.name.${crypto.randomUUID()}@mail.example.com`
/** Without the criterion that only a page can meet: landmarks. */
const CRITERIA = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
const SUPPORT = 'support@norma.example.com'

type MailKind = 'paid' | 'refunded' | 'result' | 'supportCopy'

/** A mail's subject in any of the languages: an order uses the language in which it was made, the account its own. */
function subjectOf(kind: MailKind, values: Record<string, string> = {}): RegExp {
  const subjects = LOCALES.map((locale) => {
    const file = join(import.meta.dirname, '../packages/texts/locales', locale, 'mails.json')
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<MailKind, { subject: string }>
    return texts[kind].subject.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  })
  return new RegExp(`^(?:${subjects.join('|')})$`)
}

/**
 * The mails after registering, ordering at a branch and at home, paying, asking for help, and getting a critical
 * value.
 */
async function mailsOf(customer: Customer): Promise<Mail[]> {
  const { shop, email, token } = customer
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const atBranch = await placeOrder(customer, patientId, { code: BLOOD_COUNT, total: 28.8 })
  await payOrder(atBranch)
  await reportCriticalBloodCount({ customer, order: atBranch })
  const atHome = await placeOrder(customer, patientId, { isAtHome: true })
  await payOrder(atHome)
  // An order cancelled before its mail is sent gets no mail about its payment.
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
  // Each is sent by its own job, in any order; the mail about a waiting payment is only sent while the order waits.
  await readMail(shop, email, subjectOf('paid', { number: atBranch.number }))
  await readMail(shop, email, subjectOf('refunded', { number: atHome.number }))
  await readMail(shop, email, subjectOf('result'))
  await readMail(shop, email, subjectOf('supportCopy', { reference }))
  await readMail(shop, SUPPORT, new RegExp(reference))
  const answer = await fetch(`${shop.sandbox}/mailbox/messages`)
  const all = (await answer.json()) as Mail[]
  return all.filter(({ to, subject }) => to === email || (to === SUPPORT && subject.includes(reference)))
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

for (const locale of LOCALES) {
  test(`mails in ${locale} fit a phone, are readable in light and dark mode, and declare their language`, async ({
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
