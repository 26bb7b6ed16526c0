import { expect, test } from '@playwright/test'
import { readPdf } from '@shop/laboratory-api/pdf/testing/read-pdf'
import { main, readerOf, reportedFerritin } from './result-stage.ts'
import { shopTogether } from './visitor.ts'

for (const scripts of [true, false]) {
  test(`the code of a lost printed report can be ended, ${scripts ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const shop = shopTogether()
    const { customer, paths } = await reportedFerritin(shop)
    const page = await readerOf(browser, { shop, customer, scripts })
    const print = async () => {
      const answer = await page.request.get(`${paths.person}/report.pdf`)
      const { qrText } = await readPdf(new Response(new Uint8Array(await answer.body())))
      return new URL(qrText!).searchParams.get('documentNumber')!
    }
    const finder = await readerOf(browser, { shop, scripts })
    const check = async (code: string) => {
      await finder.goto(`/verify-report?documentNumber=${code}`)
      await finder.getByRole('button', { name: 'Check', exact: true }).click()
    }
    await page.goto(`${paths.person}/share`)
    const papers = main(page).getByRole('region', { name: 'Printed reports' })
    await expect(main(page).getByRole('button', { name: 'Create a link' })).toBeVisible()
    await expect(papers).toHaveCount(0)

    const code = await print()
    await check(code)
    await expect(main(finder)).toContainText('The document is ours and up to date')
    await page.reload()
    await papers.getByRole('button', { name: 'Cancel the codes' }).click()
    await expect(main(page).getByText('The codes no longer work')).toBeVisible()
    await expect(papers).toHaveCount(0)

    await check(code)
    await expect(main(finder)).toContainText('There is no such document')
    await check(await print())
    await expect(main(finder)).toContainText('The document is ours and up to date')
  })
}
