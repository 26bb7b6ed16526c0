import { expect } from '@playwright/test'
import { visit } from './fault-cases.ts'
import { test } from './faulty-shop.ts'
import { checkEnglish, checkWords, WIDE } from './screen-checks.ts'
import { openMenu } from './screen-states.ts'
import { openWithScripts } from './visitor.ts'

test('the menu while the account is unreachable looks as agreed and is accessible, wide and narrow, light and dark', async ({
  browser,
  faulty,
  known,
}) => {
  faulty.api.set(/^GET users\/current/, 503)
  const page = await visit({ browser, faulty }, { scripts: true, as: known })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(WIDE)
  await page.context().addCookies([{ name: 'locale', value: 'en', url: faulty.shop.url }])
  await openWithScripts(page, `${faulty.shop.url}/documents`)
  await openMenu(page)
  await expect(page.getByText('We cannot reach your account right now.')).toBeVisible()
  await checkEnglish(page, 'menu-while-the-account-is-away')
  await checkWords(page, 'en')
  await page.context().close()
})
