// The checks of every picture of a screen.
import { expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { isBackPathKeyRejected } from '../apps/storefront/app/platform/navigation/back-path.ts'
import { localPath, screenAt } from '../apps/storefront/app/platform/navigation/local-path.ts'
import { NAVIGATION } from '../apps/storefront/app/platform/navigation/navigation.ts'
import { COLOURS, faultsOf, foreignTexts, tooWideWhenNarrow, wrongRings } from './audits.ts'
import { LONG_FIRST, LONG_LAST } from './cast.ts'
import { SUPPORT_TEXTS } from './rare-stage.ts'
import { STREET } from './stage.ts'

export const WIDE = { width: 1280, height: 900 }
export const NARROW = { width: 360, height: 740 }

/** Where a narrowed page scrolls to is random: shows the focused element, otherwise the top. */
async function scrollToState(page: Page) {
  await page.evaluate(() => {
    const { activeElement, body } = document
    if (activeElement && activeElement !== body) activeElement.scrollIntoView({ block: 'center' })
    else window.scrollTo(0, 0)
  })
}

/** Links of the page whose way back the shop would reject. */
async function invalidBackLinks(page: Page): Promise<string[]> {
  const links = page.locator('a[href*="backPathKey"], a[href*="pathnameToReturn"]')
  const urls = await links.evaluateAll((anchors) =>
    anchors.map((anchor) => (anchor as HTMLAnchorElement).href),
  )
  return urls.filter((href) => {
    const { pathname, searchParams } = new URL(href)
    const key = screenAt(pathname)
    const params = key && matchPath(NAVIGATION[key].path, pathname)?.params
    const asked = searchParams.get('pathnameToReturn')
    return !params || isBackPathKeyRejected(params, searchParams) || (asked !== null && !localPath(asked))
  })
}

/** Replaces every price with one of six digits, every surname with one of eighty letters. */
export async function goToExtremes(page: Page) {
  await page.evaluate((surname) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue =
        text.nodeValue?.replaceAll(/\d+\.\d\d\b/g, '987,654.30').replaceAll(/Kovaleva?/g, surname) ?? ''
    }
  }, LONG_LAST)
}

/** Parts that are random each time are masked. */
export async function agreeOn(page: Page, picture: string, covered?: string) {
  const mask = covered ? [page.locator(covered)] : []
  await expect.soft(page).toHaveScreenshot(picture, { mask, maskColor: '#9aa3ad' })
}

export async function checkEnglish(page: Page, picture: string, covered?: string) {
  await scrollToState(page)
  await agreeOn(page, `${picture}-1280.png`, covered)
  expect.soft(await invalidBackLinks(page), 'links lead back to pages that the shop accepts').toEqual([])
  expect.soft(await faultsOf(page), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await faultsOf(page, COLOURS), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(NARROW)
  await scrollToState(page)
  await agreeOn(page, `${picture}-360.png`, covered)
  expect.soft(await wrongRings(page), 'one ring around the focused element').toEqual([])
}

export async function checkWords(page: Page, locale: string) {
  expect
    .soft(
      await foreignTexts(page, [LONG_FIRST, LONG_LAST, STREET, ...SUPPORT_TEXTS]),
      `every text is marked with its language in ${locale}`,
    )
    .toEqual([])
  expect.soft(await tooWideWhenNarrow(page), `nothing is wider than 320 px in ${locale}`).toEqual([])
}
