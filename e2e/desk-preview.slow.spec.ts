import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CHANGES_PER_PAGE } from '@shop/contract/editions'
import { COLOURS, faultsOf } from './audits.ts'
import { desk, logInAs } from './desk-stage.ts'
import { openWithScripts } from './visitor.ts'

/** A changed file of the delivered catalogue. */
function changed<Row extends object>(name: string, change: (row: Row, place: number) => Row) {
  const text = readFileSync(join(import.meta.dirname, `../catalogue/${name}`), 'utf8')
  const rows = (JSON.parse(text) as Row[]).map(change)
  return {
    count: rows.length,
    file: { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(rows)) },
  }
}

test('an edition with more changes than fit on a page is paged through, as a whole and by part', async ({
  page,
  context,
}) => {
  const translations = changed<{ pl: string }>('translations.json', (row) => ({ ...row, pl: `${row.pl} ′` }))
  const regions = changed<{ price: { price: number } }>('callable-regions.json', (row, place) =>
    place === 0 ? { ...row, price: { ...row.price, price: row.price.price + 1 } } : row,
  )
  await logInAs(context, 'catalogue')
  await openWithScripts(page, `${desk()}/catalogue`)
  await page.getByLabel('Files').setInputFiles([translations.file, regions.file])
  await page.getByRole('button', { name: 'Show the changes' }).click()
  const table = page.getByRole('table', { name: 'What would change' })
  const count = translations.count + 1
  const said = (from: number, to: number, of: number) => page.getByText(`${from}–${to} of ${of} changes`)
  await expect(said(1, CHANGES_PER_PAGE, count)).toBeVisible()
  const seen = new Set<string>()
  const next = page.getByRole('link', { name: 'Next page' })
  const pages = Math.ceil(count / CHANGES_PER_PAGE)
  for (let place = 0; place < pages; place++) {
    const [from, to] = [place * CHANGES_PER_PAGE + 1, Math.min(count, (place + 1) * CHANGES_PER_PAGE)]
    await expect(said(from, to, count)).toBeVisible()
    for (const entry of await table.locator('tbody tr td:nth-child(2)').allTextContents()) seen.add(entry)
    if (place === 1) {
      expect(await faultsOf(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await faultsOf(page, COLOURS)).toEqual([])
    }
    if (place < pages - 1) await next.click()
  }
  await expect(next).toHaveCount(0)
  // Every change was on exactly one of the pages.
  expect(seen.size).toBe(count)
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(said(1, CHANGES_PER_PAGE, count)).toBeVisible()

  await page.getByRole('link', { name: 'Translations', exact: true }).click()
  await expect(said(1, CHANGES_PER_PAGE, translations.count)).toBeVisible()
  await next.click()
  await expect(page.getByText('Translations: ', { exact: false }).first()).toBeVisible()
  await expect(
    said(CHANGES_PER_PAGE + 1, Math.min(translations.count, 2 * CHANGES_PER_PAGE), translations.count),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Every part' }).click()
  await expect(said(1, CHANGES_PER_PAGE, count)).toBeVisible()
})
