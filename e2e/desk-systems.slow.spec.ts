import { expect, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { Client } from 'pg'
import { faultsOf } from './audits.ts'
import { desk, logInAs, logInDemo, PASSWORD } from './desk-stage.ts'
import { startProcess } from './shop-process.ts'
import { apiRoot } from './stage.ts'
import { openWithScripts, shopApart } from './visitor.ts'

test('an administrator disconnects a laboratory’s system with their own password, without scripts too', {
  tag: ['@ASVS-10.4.9'],
}, async ({ page, context, browser }) => {
  await logInAs(context, 'administrator', 'Jan Lis')
  await openWithScripts(page, `${desk()}/machine`)
  await page.getByRole('link', { name: 'Laboratory systems' }).click()
  const system = page.getByRole('region', { name: 'Analyser of the demo' })
  await expect(system).toContainText('has access')
  await expect(system.getByRole('row', { name: /demo-key/ })).toContainText('never')
  expect(await faultsOf(page)).toEqual([])

  const whole = system.locator('details').filter({ hasText: 'Disconnect the system' })
  await whole.locator('summary').click()
  await whole.getByLabel('Your password').fill('guess')
  await whole.getByRole('button', { name: 'End now' }).click()
  await expect(page.getByRole('alert')).toHaveText('This is not your password.')
  await expect(system).toContainText('has access')

  const plain = await browser.newContext({ javaScriptEnabled: false })
  await logInAs(plain, 'administrator', 'Jan Lis')
  const bare = await plain.newPage()
  await bare.goto(`${desk()}/machine/laboratory-systems`)
  const key = bare.getByRole('row', { name: /demo-key/ })
  await key.locator('summary').click()
  await key.getByLabel('Your password').fill(PASSWORD)
  await key.getByRole('button', { name: 'End now' }).click()
  await expect(bare.getByRole('status').filter({ hasText: 'The key has been revoked.' })).toBeVisible()
  await expect(key).toContainText('revoked')
  await plain.close()

  await whole.getByLabel('Your password').fill(PASSWORD)
  await whole.getByRole('button', { name: 'End now' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'The system has been disconnected.' }),
  ).toBeVisible()
  await expect(system).toContainText('disconnected')
  await expect(whole).toHaveCount(0)
})

/** Inserts jobs as they are once all their tries have failed: no test can wait for that. */
async function failJobs(names: readonly string[]) {
  const database = new Client({ connectionString: process.env.LABORATORY_DATABASE })
  await database.connect()
  for (const name of names) {
    await database.query(
      `insert into jobs.job (id, name, data, state, output, retry_limit, retry_count, completed_on)
       values ($1, $2, '{}', 'failed', '{"error": "TypeError"}', 2, 2, now())`,
      [crypto.randomUUID(), name],
    )
  }
  await database.end()
}

test('an administrator retries a failed job; a second one is told that a colleague has already done so', async ({
  page,
  context,
}) => {
  await failJobs(['sweep-staff'])
  const own = await startProcess('desk', { PORT: String(await freePort()), API_ROOT: apiRoot(shopApart()) })
  const token = await logInDemo(shopApart(), 'administrator')
  await context.addCookies([{ name: 'deskSession', value: token, url: own.url, httpOnly: true }])
  const failed = page
    .getByRole('table', { name: 'Failed jobs' })
    .getByRole('row')
    .filter({ hasText: 'sweep-staff' })
  await openWithScripts(page, `${own.url}/machine`)
  await expect(failed).toContainText('TypeError')
  expect(await faultsOf(page)).toEqual([])
  const there = await context.newPage()
  await openWithScripts(there, `${own.url}/machine`)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Started again.' })).toBeVisible()
  await expect(failed).toHaveCount(0)
  await there.getByRole('button', { name: 'Retry' }).first().click()
  await expect(there.getByRole('alert')).toContainText('A colleague has already retried it')
  await own.stop()
})
