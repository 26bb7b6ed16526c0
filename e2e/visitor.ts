import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { HOME_VISIT_CUT_OFF, localTime } from '@shop/domain/visit-slots'
import { WORKERS } from './playwright.config.ts'

/** A shop under test: its own address, and that of the sandbox beside its main API. */
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
  /** `content` of those that are not texts, in base64. */
  attachments: { filename: string; contentType: string; text: string; content?: string }[]
}

/** The newest mail to an address with a matching subject; waits until it has arrived. */
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
      { timeout: PATIENCE_MS, message: `a mail about ${subject}` },
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

/** Opens a page and waits until React has hydrated all of it: before that, only the browser handles its forms. */
export async function openWithScripts(page: Page, url: string) {
  await page.goto(url)
  await waitForScripts(page)
}

/**
 * Ends once the page has read an answer from such an address. The `finished()` of a response may never end, since the
 * router may drop an answer before its connection ends.
 */
export function answerRead(
  page: Page,
  address: RegExp,
  { timeout }: { timeout?: number } = {},
): Promise<Request> {
  const options = {
    predicate: (request: Request) => address.test(request.url()),
    ...(timeout === undefined ? {} : { timeout }),
  }
  return Promise.any([
    page.waitForEvent('requestfinished', options),
    page.waitForEvent('requestfailed', options),
  ])
}

/** React marks an element while it is still hydrating the rest; only its root shows that it has finished. */
export async function waitForScripts(page: Page) {
  await page.waitForFunction(() => {
    const mark = Object.keys(document.body).find((key) => key.startsWith('__reactFiber'))
    let fiber = mark ? (document.body as unknown as Record<string, Fiber>)[mark] : undefined
    while (fiber?.return) fiber = fiber.return
    if (fiber?.stateNode.current.memoizedState.isDehydrated !== false) return false
    // Boundaries hydrate after the root.
    const controls = [...document.querySelectorAll('form, button')]
    return controls.every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')))
  })
}

/** Waits until the parts that load after a page of a logged-in customer are running: it needs them when offline. */
export async function waitForParts(page: Page) {
  await page.waitForFunction(() => {
    const served = [...document.scripts].some(
      ({ src, type, textContent }) => !src && type !== 'application/ld+json' && textContent,
    )
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    return !served && files.some((name) => name.includes('/reach-shop'))
  })
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
 * Whether a time is reserved for the tests of this worker. Each worker has its own half hours, so that no test
 * takes the last place at a time that another test has just been shown.
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
 * The worker's first free time on the day that the page opens on its own, or on the next day that has one:
 * other days are opened to find it. `fits`: which times are meant.
 */
export async function ownTime(
  page: Page,
  { from = closesSoon() ? 1 : 0, fits = (_start: string): boolean => true } = {},
): Promise<Locator> {
  const days = page.locator('[aria-labelledby="week-title"] li').locator('a, button')
  const times = page.locator('input[type="radio"][value*="T"]:enabled')
  // The address changes a moment before its screen is shown.
  await expect(days.first()).toBeVisible()
  for (let at = from; at < (await days.count()); at += 1) {
    const day = days.nth(at)
    if ((await day.getAttribute('aria-current')) === null) await day.click()
    await expect(day).toHaveAttribute('aria-current', 'date')
    const starts = await times.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value))
    const start = starts.find((one) => isOwnTime(one) && fits(one))
    if (start) return page.locator(`input[type="radio"][value="${start}"]`)
  }
  throw new Error('no free time this week')
}

/** Chooses the first free time after the first day, for which ordering may close while a test runs. */
export async function chooseTime(page: Page) {
  await (await ownTime(page, { from: 1 })).check()
}

/**
 * The visible control where a page has one for wide screens and one for phones. Controls that the styles hide are
 * visible until the styles have loaded; one found earlier would be waited for in vain.
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

/** Chromium's virtual authenticator: a phone that always recognises its owner. */
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
