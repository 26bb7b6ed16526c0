import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { STAFF_ROLES } from '@shop/domain/staff'
import { faultsOf } from './audits.ts'
import { desk, logInAs, shop, staff } from './desk-stage.ts'
import { apiRoot, call } from './stage.ts'
import { openWithScripts } from './visitor.ts'

// In one worker, one after the other.
test.describe.configure({ mode: 'default' })

/** A day far enough ahead that no other test uses it. */
const nextYear = () => `${new Date().getFullYear() + 1}-03-01`

test('catalogue staff find a test, schedule a price, change it and cancel it, and withdraw a test at a laboratory and offer it again', async ({
  page,
  context,
}) => {
  await logInAs(context, 'catalogue')
  await openWithScripts(page, `${desk()}/catalogue/offers`)
  await page.getByLabel('Code or name').fill('1252')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('listitem').filter({ hasText: '1252' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Schedule a price' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByLabel(/^New price/).fill('21,40')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Choose a day from tomorrow on').first()).toBeVisible()
  await page.getByLabel('First day').fill(nextYear())
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('The price is scheduled.')).toBeVisible()
  await page.getByText('Change', { exact: true }).click()
  const coming = page.getByRole('region', { name: 'Upcoming prices' })
  await coming.getByLabel('First day').fill('2020-01-01')
  await coming.getByRole('button', { name: 'Save' }).click()
  await expect(coming.getByLabel('First day')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
  await coming.getByLabel('First day').fill(nextYear())
  await coming.getByLabel(/^New price/).fill('22.40')
  await coming.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The change is saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Prices and availability' }).click()
  const row = page.getByRole('row').filter({ hasText: '1252' })
  await expect(row).toContainText('22.40')
  expect(await faultsOf(page)).toEqual([])
  await row.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('The price change is cancelled.')).toBeVisible()

  await page.goBack()
  const place = page.getByRole('region', { name: 'Where it is offered' }).getByRole('row').nth(2)
  await place.getByRole('button', { name: /^Stop offering/ }).click()
  await expect(place).toContainText('Not offered')
  await place.getByRole('button', { name: /^Offer again/ }).click()
  await expect(page.getByText('It is offered there again.')).toBeVisible()
})

test('catalogue staff compare a test’s texts and change one in a draft, which is shown before anything changes', async ({
  page,
  context,
  browser,
}) => {
  await logInAs(context, 'catalogue')
  await openWithScripts(page, `${desk()}/catalogue/offers?find=1252`)
  await page.getByRole('listitem').filter({ hasText: '1252' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Texts in four languages' }).click()
  const name = page.getByRole('row').filter({ hasText: 'Name' }).first()
  await expect(name.getByRole('cell')).toHaveText(['Ferritin', 'Ферритин', 'Ferrytyna', 'Ферыцін'])
  expect(await faultsOf(page)).toEqual([])
  const address = page.url()
  await page.getByRole('link', { name: 'Change the texts' }).click()
  await page.getByRole('button', { name: 'Show the changes' }).click()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  const russian = page.getByLabel('Name, Русский')
  await russian.fill('')
  await page.getByRole('button', { name: 'Show the changes' }).click()
  await expect(page.getByRole('alert')).toContainText('analyses.json / 1252 / nameRu')
  await expect(russian).toHaveValue('')
  expect(await faultsOf(page)).toEqual([])

  // Without scripts too, what was typed stays.
  const plain = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(plain, 'catalogue')
  const there = await plain.newPage()
  await there.goto(`${address}?change=1`)
  await there.getByLabel('Name, Русский').fill('')
  // Polish and Belarusian are checked separately.
  await there.getByLabel('Name, Беларуская').fill('')
  await there.getByRole('button', { name: 'Show the changes' }).click()
  await expect(there.getByLabel('Name, Русский')).toHaveValue('')
  await expect(there.getByLabel('Name, Беларуская')).toHaveValue('')
  await there.getByLabel('Name, Русский').fill('Ферритин')
  await there.getByLabel('Name, Polski').fill('Ferrytyna we krwi')
  await there.getByRole('button', { name: 'Show the changes' }).click()
  await expect(there.getByRole('heading', { name: 'Texts of 1252' })).toBeVisible()
  const change = there.getByRole('row').filter({ hasText: 'Translations' })
  // Unchanged parts of the text are not marked.
  const ofPolish = change.getByRole('listitem').filter({ hasText: 'Polski: ' })
  await expect(ofPolish.locator('ins')).toHaveText('we krwi')
  await expect(change.getByRole('listitem').filter({ hasText: 'Беларуская: ' }).locator('del')).toHaveText(
    'Ферыцін',
  )
  await expect(change).toContainText('Polski: Ferrytyna we krwi')
  await expect(there.getByRole('button', { name: /^Publish/ })).toBeVisible()
  await plain.close()
  await page.goto(address)
  await expect(name.getByRole('cell').nth(2)).toHaveText('Ferrytyna')
})

/** Publishes another Polish name of an entry as Vera Krot; returns the previous one. */
async function publishPolishName(entry: string, pl: string): Promise<string> {
  const { token } = await staff('catalogue', 'Vera Krot')
  const root = `${apiRoot(shop())}/staff`
  type Texts = { version: number; texts: { field: string; kind: string; values: Record<string, string> }[] }
  const { version, texts } = await call<Texts>(`${root}/offers/${entry}/texts`, { token })
  const { field, values } = texts.find(({ kind }) => kind === 'name')!
  const changed = [{ field, values: { ...values, pl } }]
  const body = { version, note: 'Polish name', texts: changed }
  const { id } = await call<{ id: string }>(`${root}/offers/${entry}/texts`, { method: 'POST', token, body })
  await call(`${root}/catalogue/editions/${id}/publication`, { method: 'POST', token, body: { version } })
  return values.pl!
}

test('a text that a colleague changed in the meantime is shown, and not changed back by a second press', async ({
  page,
  context,
}) => {
  await logInAs(context, 'catalogue')
  await openWithScripts(page, `${desk()}/catalogue/offers?find=5504`)
  await page.getByRole('listitem').filter({ hasText: '5504' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Texts in four languages' }).click()
  await page.getByRole('link', { name: 'Change the texts' }).click()
  const [polish, belarusian] = ['Polski', 'Беларуская'].map((name) => page.getByLabel(`Name, ${name}`))
  const typed = `${await belarusian!.inputValue()} (кроў)`
  await belarusian!.fill(typed)
  const [, entry] = /offers\/(\w+\/\d+)\//.exec(page.url())!
  const before = await publishPolishName(entry!, `${await polish!.inputValue()} (krew)`)
  const show = page.getByRole('button', { name: 'Show the changes' })
  await show.click()
  await expect(page.getByRole('alert')).toContainText('Vera Krot')
  await expect(polish!).toHaveValue(`${before} (krew)`)
  await expect(belarusian!).toHaveValue(typed)
  await show.click()
  await expect(page.getByRole('heading', { name: 'Texts of 5504' })).toBeVisible()
  const change = page.getByRole('row').filter({ hasText: 'Translations' })
  await expect(change).toContainText('(кроў)')
  await expect(change).not.toContainText('Polski: ')
  await publishPolishName(entry!, before)
})

test('search words are added as they were corrected after the search for what they mean', async ({
  page,
  context,
}) => {
  await logInAs(context, 'catalogue')
  await openWithScripts(page, `${desk()}/search-words`)
  await page.getByRole('textbox', { name: 'Words' }).fill('ферытынн')
  await page.getByLabel('Find the test they mean').fill('ferritin')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('radio').first().check()
  await page.getByRole('textbox', { name: 'Words' }).fill('запас жалеза')
  await page.getByLabel('Language').selectOption('be')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'запас жалеза' })
  await expect(row).toContainText('Беларуская')
  await row.getByRole('button', { name: /^Remove/ }).click()
  await expect(row).toHaveCount(0)
})

/**
 * The delivered catalogue's file of callable regions, with the home visit to the last town costing one more, and
 * its old price.
 */
function dearerWay() {
  const file = join(import.meta.dirname, '../catalogue/callable-regions.json')
  const regions = JSON.parse(readFileSync(file, 'utf8')) as { nameEn: string; price: { price: number } }[]
  const town = regions.at(-1)!
  const before = town.price.price
  town.price.price += 1
  const buffer = Buffer.from(JSON.stringify(regions))
  return {
    town: town.nameEn,
    before,
    files: { name: 'callable-regions.json', mimeType: 'application/json', buffer },
  }
}

test('catalogue staff upload files, see what would change, publish it, and return to the earlier edition', async ({
  page,
  context,
}) => {
  const { town, before, files } = dearerWay()
  const note = `Home visits ${crypto.randomUUID()}`
  await logInAs(context, 'catalogue')
  await openWithScripts(page, `${desk()}/catalogue`)
  await page.getByLabel('Description').fill(note)
  await page.getByLabel('Files').setInputFiles({ ...files, name: 'regions.json' })
  await page.getByRole('button', { name: 'Show the changes' }).click()
  await expect(page.getByText('regions.json is not a file of the catalogue')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue(note)
  await page.getByLabel('Files').setInputFiles(files)
  await page.getByRole('button', { name: 'Show the changes' }).click()

  const heading = page.getByRole('heading', { name: note })
  const changes = page.getByRole('table', { name: 'What would change' }).getByRole('row')
  await expect(heading).toBeVisible()
  await expect(changes).toHaveCount(2)
  await expect(changes.nth(1)).toContainText(town)
  await expect(changes.nth(1).getByRole('deletion')).toHaveText(before.toFixed(2))
  await expect(changes.nth(1).getByRole('insertion')).toHaveText((before + 1).toFixed(2))
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('This edition is in force.')).toBeVisible()

  await page.getByRole('link', { name: 'Editions' }).click()
  const editions = page.getByRole('table', { name: 'Editions' }).getByRole('row')
  await expect(editions.nth(1)).toContainText(note)
  await expect(editions.nth(1)).toContainText('In force')
  await editions.filter({ hasText: 'Earlier' }).first().getByRole('link').click()
  await expect(changes.nth(1).getByRole('deletion')).toHaveText((before + 1).toFixed(2))
  await page.getByRole('button', { name: 'Back to this edition' }).click()
  await expect(page.getByRole('button', { name: 'Back to this edition' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Editions' }).click()
  await expect(editions.filter({ hasText: 'In force' }).last()).toContainText('earlier edition restored')
  await expect(editions.filter({ hasText: note })).toContainText('Earlier')
})

/** Each screen's address, with the permission that it needs. */
const SCREENS = [
  ['/sheet', 'visits.sheet'],
  ['/laboratory', 'reports.read'],
  ['/laboratory/critical-values', 'criticals.read'],
  ['/laboratory/held', 'heldResults.read'],
  ['/machine', 'machine.read'],
  ['/orders', 'orders.read'],
  ['/calendar', 'calendar.read'],
  ['/messages', 'messages.read'],
  ['/search-words', 'search.read'],
  ['/catalogue', 'catalogue.read'],
  ['/catalogue/missing-texts', 'catalogue.read'],
  ['/catalogue/offers', 'catalogue.read'],
  ['/money', 'payments.read'],
  ['/money/attention', 'payments.read'],
  ['/money/closing', 'payments.read'],
  ['/rights', 'rights.read'],
  ['/staff', 'staff.read'],
  ['/audit', 'audit.read'],
] as const

test('each screen that a role may not see answers 403, says so and shows nothing', async ({ request }) => {
  const wrong: string[] = []
  for (const role of STAFF_ROLES) {
    const { token } = await staff(role)
    const { permissions } = await call<{ permissions: string[] }>(`${apiRoot(shop())}/staff/current`, {
      token,
    })
    for (const [path, permission] of SCREENS) {
      const answer = await request.get(`${desk()}${path}`, { headers: { Cookie: `deskSession=${token}` } })
      // Scripts contain the texts of every page.
      const html = (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, '')
      const may = permissions.includes(permission)
      const says = html.includes('Your role does not give you access to this')
      const shows = html.includes('<table')
      if (may ? answer.status() !== 200 || says : answer.status() !== 403 || !says || shows) {
        wrong.push(`${role} at ${path}: ${answer.status()}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
