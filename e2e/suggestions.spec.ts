import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { BRANCH, settleIn } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'
import { wordsIn } from './words.ts'

const t = wordsIn('en')

test.beforeEach(async ({ context, page }) => {
  await settleIn(context, shopTogether(), BRANCH)
  await openWithScripts(page, shopTogether().url)
})

test('while somebody types, what it is about and tests are offered, and the keys choose among them', async ({
  page,
}) => {
  const field = page.getByRole('combobox', { name: t('catalogue.search.label') })
  await field.pressSequentially('tired')
  const list = page.getByRole('listbox', { name: t('catalogue.search.suggestions.label') })
  await expect(list.getByRole('option').first()).toContainText(t('catalogue.search.suggestions.reason'))
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await field.press('ArrowDown')
  const first = list.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? 'none')
  await expect(field).toBeFocused()
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations).toEqual([])
  // Once around: the last one up from the field, and Escape leaves what was typed.
  await field.press('ArrowUp')
  await expect(list.locator('[aria-selected="true"]')).toHaveCount(0)
  await field.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(field).toHaveValue('tired')
})

test('a suggestion leads to its page by key and by press; Enter without a choice searches', async ({
  page,
}) => {
  const field = page.getByRole('combobox', { name: t('catalogue.search.label') })
  await field.pressSequentially('ferrit')
  await page.getByRole('option', { name: /^Ferritin/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ferritin' })).toBeVisible()
  await page.goBack()
  await field.fill('ferrit')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?searchNameTerm=ferrit/)
})

test('nonsense offers nothing, and says so', async ({ page }) => {
  const field = page.getByRole('combobox', { name: t('catalogue.search.label') })
  await field.pressSequentially('qqqqqqqq')
  await expect(
    page.getByRole('status').filter({ hasText: t('catalogue.search.suggestions.count', { count: 0 }) }),
  ).toBeAttached()
  await expect(page.getByRole('listbox')).toHaveCount(0)
})
