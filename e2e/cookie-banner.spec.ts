import { expect, test } from '@playwright/test'
import { BRANCH } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

test('a page opened while the acceptance of cookies is under way does not ask again', async ({
  page,
  context,
}) => {
  const { url } = shopTogether()
  await context.addCookies([{ name: 'activeLaboratoryId', value: String(BRANCH), url }])
  await openWithScripts(page, url)
  const held = Promise.withResolvers<void>()
  await page.route('**/cookie-consent.data*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Принять' }).click()
  const accepted = page.waitForResponse('**/cookie-consent.data*')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profiles' }).click()
  held.resolve()
  await accepted
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tests' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All tests' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Принять' })).toHaveCount(0)
})

test('the cookie banner comes back if accepting fails', async ({ page, context }) => {
  const { url } = shopTogether()
  await context.addCookies([{ name: 'activeLaboratoryId', value: String(BRANCH), url }])
  await openWithScripts(page, url)
  await page.route('**/cookie-consent.data*', (route) => route.abort('connectionreset'))
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/cookie-consent'))
  const banner = page.getByRole('region', { name: 'Файлы cookie' })
  await banner.getByRole('button').click()
  await failed
  await expect(banner).toBeVisible()
  await page.unroute('**/cookie-consent.data*')
  const accepted = page.waitForResponse('**/cookie-consent.data*')
  await banner.getByRole('button').click()
  await accepted
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('the cookie banner is Russian, stays at the bottom until accepted, and is accepted for 150 days', {
  tag: [
    '@SPEC-2-COOKIE-RUSSIAN',
    '@SPEC-2-COOKIE-STAYS',
    '@SPEC-1-SOME-RUSSIAN',
    '@SPEC-3-STORAGE-CONSENT',
    '@SPEC-9-CONSENT-DAYS',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await openWithScripts(page, shop.url)
  await page.getByRole('button', { name: 'Вызов, Минск' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const banner = page.getByRole('region', { name: 'Файлы cookie' })
  for (const path of ['/', '/documents', '/search']) {
    await page.goto(`${shop.url}${path}`)
    await expect(banner).toContainText('Мы используем файлы cookie')
    const box = await banner.boundingBox()
    expect(Math.round(box!.y + box!.height)).toBe(page.viewportSize()!.height)
  }
  // Only the cookie that the visitor asked for: the laboratory just chosen.
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['activeLaboratoryId'])
  // Not the script of the same name, which the browser may load before it sends the form.
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/cookie-consent'),
  )
  await page.getByRole('button', { name: 'Принять' }).click()
  await answered
  await page.goto(shop.url)
  await expect(banner).toHaveCount(0)
  const consent = (await context.cookies()).find(({ name }) => name === 'acceptCookie')
  const days = (consent!.expires - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(150)
})
