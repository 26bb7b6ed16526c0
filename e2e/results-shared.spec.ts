import { expect, type Locator, type Page, test } from '@playwright/test'
import { qrCode } from '@shop/contract/qr-code'
import { LOCALES } from '@shop/domain/locale'
import partner from '../partners/synlab/partner.json' with { type: 'json' }
import { main, readerOf, reportedFerritin } from './result-stage.ts'
import { NARROW } from './screen-checks.ts'
import { shareResult } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

async function makeLinkInPolish(page: Page) {
  await page.getByRole('radio', { name: 'Polski' }).check()
  await page.getByRole('button', { name: 'Create a link' }).click()
  await expect(page.getByText('The link is ready')).toBeVisible()
  const [link = '', pin = ''] = await main(page).getByRole('definition').allInnerTexts()
  expect(link).toMatch(/\/shared-results\/[^/?]+\?locale=pl$/)
  return { link, pin }
}

/** Replaces the browser's share sheet: records what it receives, and ends it as sent or closed. */
async function standInForSheet(page: Page, outcome: 'sent' | 'closed') {
  const handed: ShareData[] = []
  await page.exposeFunction('handToSheet', (what: ShareData) => handed.push(what))
  await page.addInitScript((end) => {
    const hand = (window as unknown as { handToSheet: (what?: ShareData) => Promise<void> }).handToSheet
    navigator.share = async (what) => {
      await hand(what)
      if (end === 'closed') throw new DOMException('Share canceled', 'AbortError')
    }
  }, outcome)
  return handed
}

for (const outcome of ['sent', 'closed'] as const) {
  test(`the link goes to the phone’s own share sheet in the doctor’s language, and the sheet is ${outcome}`, {
    tag: '@slow',
  }, async ({ browser }) => {
    const shop = shopTogether()
    const { customer, paths } = await reportedFerritin(shop)
    const page = await readerOf(browser, { shop, customer })
    const faults: Error[] = []
    page.on('pageerror', (fault) => faults.push(fault))
    const handed = await standInForSheet(page, outcome)
    await openWithScripts(page, `${paths.person}/share`)
    const { link } = await makeLinkInPolish(page)
    const send = page.getByRole('button', { name: 'Send the link' })
    await send.click()
    await expect
      .poll(() => handed)
      .toEqual([
        {
          title: 'Wyniki badań',
          text: 'Pacjent udostępnia Ci wyniki badań. Otwórz link i wpisz PIN, który otrzymasz osobno.',
          url: link,
        },
      ])
    // A patient who closes it may send again, without any message.
    await expect(send).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(faults).toEqual([])
  })
}

for (const scripts of [true, false]) {
  test(`without a share sheet the link is a code that leads the doctor to a page in their language, ${scripts ? 'with' : 'without'} scripts`, {
    tag: '@slow',
  }, async ({ browser }) => {
    const shop = shopTogether()
    const { customer, paths } = await reportedFerritin(shop)
    const page = await readerOf(browser, { shop, customer, scripts })
    await page.goto(`${paths.person}/share`)
    const { link, pin } = await makeLinkInPolish(page)
    await expect(page.getByRole('button', { name: 'Send the link' })).toHaveCount(0)
    const figure = page.getByRole('figure')
    await expect(figure.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
    await expect(figure.locator('svg path')).toHaveAttribute('d', qrCode(link).path)
    // The doctor reads it in their own language, and the patient in hers.
    await expect(figure.locator('[lang="pl"]')).toHaveText('Zeskanuj ten kod i wpisz PIN.')
    await expect(figure).toContainText('Your doctor can scan this code and then type the PIN.')

    const doctor = await readerOf(browser, { shop, scripts })
    await doctor.goto(link)
    await expect(doctor.locator('html')).toHaveAttribute('lang', 'pl')
    await doctor.getByLabel('PIN').fill(pin)
    await doctor.getByRole('button', { name: 'Otwórz', exact: true }).click()
    await expect(main(doctor)).toContainText('Anna Kovaleva')
    await expect(main(doctor)).toContainText('Ferrytyna')
  })
}

for (const [who, dateOfBirth, words] of [
  ['an adult', '1992-03-08', /Call your doctor today/],
  ['a baby', '2026-05-20', /Call your child’s doctor today/],
] as const) {
  test(`a critical value of ${who} is shown with a number to call: on the person’s, the result’s and the doctor’s page`, {
    tag: who === 'an adult' ? [] : ['@slow'],
  }, async ({ browser }) => {
    const shop = shopTogether()
    const { customer, result, paths } = await reportedFerritin(shop, {
      ferritin: 900,
      isCritical: true,
      dateOfBirth,
    })
    const page = await readerOf(browser, { shop, customer })
    const number = `tel:${partner.phone.replaceAll(/[^+\d]/g, '')}`
    const expectNotice = async (reader: Page, text: RegExp) => {
      await expect(main(reader)).toContainText(text)
      await expect(main(reader)).toContainText('Critically high')
      await expect(main(reader).getByRole('link', { name: partner.phone })).toHaveAttribute('href', number)
    }
    await page.goto(paths.person)
    await expectNotice(page, words)
    await page.goto(paths.result)
    await expectNotice(page, words)
    // However far outside its range the value is, its mark is on the bar. A baby of this age has no range.
    const bar = main(page).locator('[style^="--v"]')
    await expect(bar).toHaveCount(who === 'an adult' ? 1 : 0)
    const overhang = (mark: Locator) =>
      mark.evaluate(async (svg) => {
        // It moves to its place when the page opens.
        await Promise.all(svg.getAnimations().map(({ finished }) => finished))
        return svg.getBoundingClientRect().right - svg.parentElement!.getBoundingClientRect().right
      })
    for (const mark of await bar.locator('svg').all()) expect(await overhang(mark)).toBeLessThanOrEqual(0.5)

    const share = await shareResult(customer, result)
    const doctor = await readerOf(browser, { shop })
    await doctor.goto(`/shared-results/${share.token}`)
    await doctor.getByLabel('PIN').fill(share.pin)
    await doctor.getByRole('button', { name: 'Open', exact: true }).click()
    await expectNotice(doctor, /needs action today/)
    // In the list it is marked, beside the person.
    await page.goto('/test-results')
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Anna' }).first()).toContainText(
      /critical/i,
    )
  })
}

test('on a phone what to do about a critical value, the value and the doctor’s link are on the first screen, in every language', {
  tag: '@slow',
}, async ({ browser }) => {
  const shop = shopTogether()
  const { customer, paths } = await reportedFerritin(shop, { ferritin: 900, isCritical: true })
  const page = await readerOf(browser, { shop, customer })
  await page.setViewportSize(NARROW)
  for (const locale of LOCALES) {
    await page.goto(`${paths.result}?locale=${locale}`)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    const link = main(page).locator('a[href$="/share"]')
    await expect(link).toBeVisible()
    const bottom = await link.evaluate((button) => button.getBoundingClientRect().bottom)
    const bar = await page
      .locator('nav')
      .evaluateAll(
        (navs) => navs.find((nav) => getComputedStyle(nav).position === 'fixed')!.getBoundingClientRect().top,
      )
    expect(bottom, locale).toBeLessThan(bar)
  }
})
