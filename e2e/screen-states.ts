import type { IncomingMessage } from 'node:http'
import type { Page } from '@playwright/test'
import { qrCode } from '@shop/contract/qr-code'
import { busyAnswer } from '../apps/storefront/server/busy-page.ts'
import { readSettings } from '../apps/storefront/settings.ts'
import { type Customer, PASSWORD, type StagedShare } from './stage.ts'

// These functions bring a page into the intended state.

export async function confirmNothing(page: Page) {
  await page.getByRole('dialog').locator('form:has(select) button[type="submit"]').first().click()
  await page.locator('[aria-invalid="true"]').waitFor()
}

/** A link is random each time, and wraps to three or four lines; its minute depends on how fast the machine is. */
async function settleLink(page: Page, link: string) {
  await page.locator('[role="status"] code').evaluate((code, text) => {
    code.textContent = text
  }, link)
  await page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = text.nodeValue!.replaceAll(/\b11:\d\d\b/g, '11:00')
  })
}

/** This state exists only on the page: its address shows the form again. */
export async function makeNewShare(page: Page) {
  const button = page.getByRole('main').locator('button[value="makeShare"]')
  await button.click()
  await button.waitFor({ state: 'detached' })
  await settleLink(page, `https://shop.example/shared-results/${'x'.repeat(43)}?locale=en`)
}

export function enterPin(page: Page, { share }: { share: StagedShare }) {
  return openShare(page, share)
}

export function enterAlarmPin(page: Page, { alarmShare }: { alarmShare: StagedShare }) {
  return openShare(page, alarmShare)
}

async function openShare(page: Page, share: StagedShare) {
  const pin = page.locator('input[name="pin"]')
  await pin.fill(share.pin)
  await pin.press('Enter')
  await pin.waitFor({ state: 'detached' })
}

export function openMenu(page: Page) {
  return page.locator('[popovertarget="menu"]').click()
}

export async function loseNextPage(page: Page) {
  await page.route('**/documents.data*', (route) => route.abort())
  await page.getByRole('contentinfo').locator('a[href="/documents"]').first().click()
  await page.getByRole('alert').waitFor()
}

export async function addUndecided(page: Page) {
  await page.getByRole('main').getByRole('checkbox').first().check()
  await page.locator('button[form][value="add"]').filter({ visible: true }).first().click()
  await page.getByRole('alert').first().waitFor()
}

export async function sendEmpty(page: Page) {
  const fields = page.getByRole('main').locator('form input[required]:is([type="text"], [type="tel"])')
  for (const field of await fields.filter({ visible: true }).all()) await field.fill('')
  await page.locator('button[form]').filter({ visible: true }).first().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

export async function typeTired(page: Page) {
  await page.getByRole('search').getByRole('combobox').pressSequentially('tired')
  await page.getByRole('option').first().waitFor()
}

/** The picture shows the focused element: here the part of the page under this heading. */
export function showPart(page: Page, heading: string) {
  return page.locator(`h2#${heading}`).evaluate((element: HTMLElement) => {
    element.tabIndex = -1
    element.focus()
  })
}

/** Chooses the chart of the eighth value of a blood count: its platelets. */
export async function chooseChart(page: Page) {
  await page.locator('section[aria-labelledby="courses"] nav a').nth(7).click()
  await showPart(page, 'courses')
}

/** The visit is near enough that the hours until the fast are counted. */
export function seeCountdown(page: Page) {
  return page.getByRole('timer').waitFor()
}

export async function searchTired(page: Page) {
  await page.locator('button[popovertarget="search"]').click()
  await typeTired(page)
}

export async function submit(page: Page) {
  await page.getByRole('main').locator('form button[type="submit"]:not([tabindex="-1"])').first().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

const ONCE = { times: 1 }

/** Shows the answer of a shop that is too busy for the page, given before any page is rendered. */
export async function meetBusyShop(page: Page) {
  const { storefront } = readSettings({ PUBLIC_URL: new URL(page.url()).origin })
  const answer = busyAnswer({ ...storefront, paymentPageHosts: [] })
  await page.route(
    '**/documents',
    async (route) => {
      const headers = await route.request().allHeaders()
      const request = { url: '/documents', method: 'GET', headers } as unknown as IncomingMessage
      const response = await answer(request, 5)
      const body = await response.text()
      await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body })
    },
    ONCE,
  )
  await page.reload()
}

/** Enters the right password, after which the app's code is asked for. */
export async function givePassword(page: Page, { guarded }: { guarded: Customer }) {
  const main = page.getByRole('main')
  await main.locator('input[name="username"]').fill(guarded.email)
  await main.locator('input[name="password"]').fill(PASSWORD)
  await main.locator('input[name="password"]').press('Enter')
  await main.locator('input[name="code"]').waitFor()
}

/** Prints the report. */
export async function printReport(page: Page) {
  const end = page.locator('button[value="endCodes"]')
  if ((await end.count()) === 0) {
    const answer = await page.request.get(page.url().replace(/share$/, 'report.pdf'))
    if (!answer.ok()) throw new Error(`no report: ${answer.status()}`)
    await page.reload()
  }
  // The picture shows the focused element.
  await end.focus()
}

export async function shareTooMuch(page: Page) {
  await page.locator('button[value="makeShare"]').click()
  await page.getByRole('alert').first().waitFor()
}

export function openHealthLinks(page: Page) {
  return page.getByRole('main').locator('details:has(button[value="makeHealthLink"]) > summary').click()
}

/**
 * Creates a health link. Its code differs each time as much as two screens do, so it is replaced by that of a
 * constant link.
 */
export async function makeHealthLink(page: Page) {
  await openHealthLinks(page)
  await page.locator('button[value="makeHealthLink"]').click()
  const code = page.getByRole('status').locator('svg[role="img"] > path')
  await code.waitFor()
  const link = `shlink:/${'x'.repeat(320)}`
  await settleLink(page, link)
  const { size, path } = qrCode(link)
  await code.evaluate(
    (element, { box, d }) => {
      element.setAttribute('d', d)
      element.parentElement?.setAttribute('viewBox', box)
    },
    { box: `0 0 ${size} ${size}`, d: path },
  )
}

export async function addPatientTooMany(page: Page) {
  const main = page.getByRole('main')
  await main.locator('input[name="firstName"]').fill('Vera')
  await main.locator('input[name="lastName"]').fill('Kovaleva')
  await main.locator('input[name="gender"][value="FEMALE"]').check()
  await main.locator('input[name="dateOfBirth"]').fill('1990-06-02')
  await main.locator('form button[type="submit"]:not([tabindex="-1"])').first().click()
  await page.getByRole('alert').first().waitFor()
}
