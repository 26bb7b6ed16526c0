import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { HOME_VISIT_CUT_OFF, localTime } from '@shop/domain/visit-slots'
import { WORKERS } from './playwright.config.ts'

/** A shop under test: its own address and that of the sandbox beside its main API. */
export interface ShopUnderTest {
  url: string
  sandbox: string
}

export function shopTogether(): ShopUnderTest {
  return { url: process.env.SHOP_TOGETHER!, sandbox: process.env.SANDBOX_TOGETHER! }
}

export function shopApart(): ShopUnderTest {
  return { url: process.env.SHOP_APART!, sandbox: process.env.SANDBOX_APART! }
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; text: string }[]
}

/** The newest mail to an address whose subject matches; waits until it is there. */
export async function readMail(shop: ShopUnderTest, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${shop.sandbox}/mailbox/messages?to=${encodeURIComponent(to)}`)
        const mails = (await answer.json()) as Mail[]
        found = mails.find((mail) => subject.test(mail.subject))
        return found !== undefined
      },
      { timeout: 20_000, message: `a mail about ${subject}` },
    )
    .toBe(true)
  return found!
}

export function newEmail(): string {
  return `anna.${randomUUID()}@example.com`
}

interface Fiber {
  return: Fiber | null
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}

/** Opens a page and waits until React has taken over all of it: before, its forms are the browser's alone. */
export async function openWithScripts(page: Page, url: string) {
  await page.goto(url)
  await waitForScripts(page)
}

/** React marks an element while it is still at work on the rest; only its root says that it is through. */
export async function waitForScripts(page: Page) {
  await page.waitForFunction(() => {
    const mark = Object.keys(document.body).find((key) => key.startsWith('__reactFiber'))
    let fiber = mark ? (document.body as unknown as Record<string, Fiber>)[mark] : undefined
    while (fiber?.return) fiber = fiber.return
    if (fiber?.stateNode.current.memoizedState.isDehydrated !== false) return false
    // What waits in a boundary of its own comes after the root.
    const controls = [...document.querySelectorAll('form, button')]
    return controls.every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')))
  })
}

/** What comes after the page of somebody logged in is at work, and holds what it would lack without a network. */
export async function waitForParts(page: Page) {
  await page.waitForFunction(() => {
    const served = [...document.scripts].some(
      ({ src, type, textContent }) => !src && type !== 'application/ld+json' && textContent,
    )
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    return !served && files.some((name) => name.includes('/reach-shop'))
  })
}

export async function chooseHomeCallInMinsk(page: Page) {
  await expect(
    page.getByRole('heading', { name: 'Please select the lab you would like to attend' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Вызов, Минск' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export async function acceptCookies(page: Page) {
  // Not the script of that name, which the browser may fetch before it sends the form.
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/cookie-consent'),
  )
  await page.getByRole('button', { name: 'Принять' }).click()
  await answered
  await expect(page.getByRole('button', { name: 'Принять' })).toHaveCount(0)
}

export async function register(page: Page, email: string, password = 'correct horse battery staple') {
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill('Kovaleva')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('checkbox', { name: /health data/ }).check()
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
}

export async function createPatient(page: Page) {
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill('Kovaleva')
  await page.getByLabel('Female').check()
  await page.getByLabel('Date of birth').fill('1992-03-08')
  await page.getByRole('button', { name: 'Add the patient' }).click()
}

/**
 * Whether a time is for the tests of this worker to take. Each takes half hours of its own, so that nobody takes the last
 * place at a time that another test has just been shown.
 */
export function isOwnTime(start: string): boolean {
  const halfHour = Math.floor(Date.parse(start) / 1_800_000)
  return halfHour % WORKERS === Number(process.env.TEST_PARALLEL_INDEX ?? 0) % WORKERS
}

/** Whether ordering a home visit for the first day may close while a test runs. */
function closesSoon(): boolean {
  const [now, soon] = [0, 5 * 60_000].map((ahead) => localTime(Date.now() + ahead, 'Europe/Minsk'))
  return now! < HOME_VISIT_CUT_OFF && HOME_VISIT_CUT_OFF <= soon!
}

/**
 * The first free time of its own on the day that the page opens by itself, or on the next one that has one:
 * other days are opened for it.
 */
export async function ownTime(page: Page, { from = closesSoon() ? 1 : 0 } = {}): Promise<Locator> {
  const days = page.locator('[aria-labelledby="week-title"] li').locator('a, button')
  const times = page.locator('input[type="radio"][value*="T"]:enabled')
  // The address changes a moment before its screen stands there.
  await expect(days.first()).toBeVisible()
  for (let at = from; at < (await days.count()); at += 1) {
    const day = days.nth(at)
    if ((await day.getAttribute('aria-current')) === null) await day.click()
    await expect(day).toHaveAttribute('aria-current', 'date')
    const starts = await times.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value))
    const start = starts.find(isOwnTime)
    if (start) return page.locator(`input[type="radio"][value="${start}"]`)
  }
  throw new Error('no free time in this week')
}

/** The first free time of a day after the first, for which ordering may close while a test runs. */
export async function chooseTime(page: Page) {
  await (await ownTime(page, { from: 1 })).check()
}

/**
 * The one in sight where a page has a control for wide screens and one for phones. What the styles hide is in
 * sight until they have come, and what was found so would be waited for in vain.
 */
export async function inSight(controls: Locator): Promise<Locator> {
  await controls.page().waitForLoadState()
  return controls.filter({ visible: true }).first()
}

export async function fillCallDetails(page: Page) {
  await page.getByLabel('Town or village').fill('Минск')
  await page.getByLabel('Street').fill('улица Немига, 12')
  await page.getByLabel('Phone for the nurse').fill('+375 29 123 45 67')
  await chooseTime(page)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Chromium's virtual authenticator: a telephone that always recognises its owner. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
