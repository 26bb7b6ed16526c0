import { expect, test } from '@playwright/test'
import { openMenu } from './screen-states.ts'
import { settleIn } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

test('a mailed link still works after the language of its page was changed', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  const address = `${shop.url}/reset-password#token=from-the-mail`
  await openWithScripts(page, address)
  const secret = page.locator('input[name="token"]')
  await expect(secret).toHaveValue('from-the-mail')
  await openMenu(page)
  await page.getByRole('button', { name: 'Polski' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await expect(page).toHaveURL(address)
  await expect(secret).toHaveValue('from-the-mail')
  await expect(secret).toBeHidden()
})

test('a language chosen by the address gives way to the one chosen by hand', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const shop = shopTogether()
  await settleIn(context, shop)
  await openWithScripts(page, `${shop.url}/search?searchNameTerm=ferritin&locale=ru`)
  await openMenu(page)
  await page.getByRole('button', { name: 'Polski' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await expect(page).toHaveURL(`${shop.url}/search?searchNameTerm=ferritin`)
})
