import type { Page } from '@playwright/test'
import type { StagedShare } from './stage.ts'

// What brings a page into the state that is meant.

export async function confirmNothing(page: Page) {
  await page.getByRole('dialog').locator('form:has(select) button[type="submit"]').first().click()
  await page.locator('[aria-invalid="true"]').waitFor()
}

/** The state is on the page alone: its address shows the form again. */
export async function shareAnew(page: Page) {
  const button = page.getByRole('main').locator('button[value="makeShare"]')
  await button.click()
  await button.waitFor({ state: 'detached' })
}

export async function enterPin(page: Page, { share }: { share: StagedShare }) {
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
  await page.locator('button[name="intent"][value="add"]').filter({ visible: true }).first().click()
  await page.getByRole('alert').first().waitFor()
}

export async function sendEmpty(page: Page) {
  const fields = page.getByRole('main').locator('form input[required]:is([type="text"], [type="tel"])')
  for (const field of await fields.filter({ visible: true }).all()) await field.fill('')
  await page.locator('button[form]').filter({ visible: true }).first().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

export async function typeTired(page: Page) {
  await page.getByRole('combobox').pressSequentially('tired')
  await page.getByRole('option').first().waitFor()
}

export async function submit(page: Page) {
  await page.getByRole('main').locator('form button[type="submit"]:not([tabindex="-1"])').first().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}
