import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { COLOURS, faultsOf } from './audits.ts'
import { type ShopProcess, startProcess } from './shop-process.ts'
import { newCustomer, settleIn } from './stage.ts'
import { readMail } from './visitor.ts'

let folder: string
let shop: ShopProcess
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-partner-'))
  shop = await startProcess('shop', { PORT: String(await freePort()), DATA_DIR: folder, PARTNER: 'vesna' })
})
test.afterAll(async () => {
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a shop started for another partner has its name, colour, pictures, contacts and mails', {
  tag: ['@SPEC-1-PARTNER-SHOP'],
}, async ({ page, context }) => {
  const { url } = shop
  const underTest = { url, sandbox: `${url}/sandbox` }
  await settleIn(context, underTest)
  await page.goto(url)
  await expect(page).toHaveTitle(/ – Vesna$/)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#0f4a43')
  const search = page.getByRole('main').getByRole('button', { name: 'Search' }).first()
  await expect(search).toHaveCSS('background-color', 'rgb(15, 74, 67)')
  await expect(page.getByRole('contentinfo')).toContainText('Vesna family clinics')
  await expect(page.locator('body')).not.toContainText('Norma')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await faultsOf(page, COLOURS), colorScheme).toEqual([])
  }

  const manifest = await (await page.request.get(`${url}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ name: 'Vesna', theme_color: '#0f4a43' })
  expect(await (await page.request.get(`${url}/favicon.svg`)).text()).toContain('#0f4a43')
  const drawn = await page.request.get(`${url}/og.png`)
  expect(drawn.headers()['content-type']).toBe('image/png')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click()
  await expect(page.getByRole('link', { name: 'help@vesna.example.com' })).toBeVisible()
  await expect(page.getByRole('link', { name: '+375 152 00-00-00' })).toBeVisible()

  const { email } = await newCustomer(underTest)
  const mail = await readMail(underTest, email, /./)
  expect(mail.text).toContain('Vesna Family Clinics LLC')
  expect(mail.html).toContain('background:#0f4a43')
})
