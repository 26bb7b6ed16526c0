import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { qrRows } from '@shop/contract/qr-code'
import { chromiumLaunch } from '../scripts/browser.mjs'
import { faultsOf } from './audits.ts'
import { dayOf, desk, logInAs, paidVisit } from './desk-stage.ts'
import { openWithScripts } from './visitor.ts'

const [WIDTH, HEIGHT, SQUARE] = [640, 480, 10]

/** What a camera sees with a code in front of it, as an uncompressed video. */
function filmOf(text: string): Buffer {
  const rows = qrRows(text)
  const left = Math.floor((WIDTH - rows.length * SQUARE) / 2)
  const top = Math.floor((HEIGHT - rows.length * SQUARE) / 2)
  const light = Buffer.alloc(WIDTH * HEIGHT, 200)
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue
      for (let line = 0; line < SQUARE; line++) {
        const at = (top + y * SQUARE + line) * WIDTH + left + x * SQUARE
        light.fill(30, at, at + SQUARE)
      }
    }
  }
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colours])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

/**
 * A browser whose camera sees this; access is allowed or denied beforehand, since the headless shell shows no
 * prompt.
 */
async function browserSeeing(text: string, isLet = true) {
  const film = join(tmpdir(), `${crypto.randomUUID()}.y4m`)
  await writeFile(film, filmOf(text))
  const launch = chromiumLaunch()
  const seen = [
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
    `--use-fake-ui-for-media-stream${isLet ? '' : '=deny'}`,
  ]
  const browser = await chromium.launch({ ...launch, args: [...launch.args, ...seen] })
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(film)
    },
  }
}

const scanner = { role: 'dialog', name: 'Scan an order’s code' } as const

test('the code of a confirmation in front of the camera leads to its order, from the day and from the orders', async () => {
  const visit = await paidVisit()
  await using seeing = await browserSeeing(visit.number)
  const context = await seeing.browser.newContext({ locale: 'en-GB' })
  await logInAs(context, 'reception')
  const page = await context.newPage()
  for (const from of [dayOf(visit), `${desk()}/orders`]) {
    await openWithScripts(page, from)
    await page.getByRole('link', { name: 'Scan', exact: true }).press('Enter')
    await expect(page).toHaveURL(`${desk()}/orders/${visit.id}`)
    // Back leads to the previous page, without the scanner.
    await page.goBack()
    await expect(page).toHaveURL(from)
    await expect(page.getByRole(scanner.role)).toHaveCount(0)
  }
})

test('a code that is not an order’s is reported, and scanning goes on', async () => {
  const visit = await paidVisit()
  await using seeing = await browserSeeing('https://example.com/menu')
  const context = await seeing.browser.newContext({ locale: 'en-GB' })
  await logInAs(context, 'reception')
  const page = await context.newPage()
  await openWithScripts(page, dayOf(visit))
  await page.getByRole('link', { name: 'Scan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: scanner.name })
  await expect(dialog.getByRole('status')).toContainText('This is not the code of an order')
  await expect(dialog.getByText('Hold the QR code')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(dayOf(visit))
  await expect(page.getByRole('link', { name: 'Scan', exact: true })).toBeFocused()
})

const DETECTORS = {
  'finds the code': {
    seen: 'nothing to see',
    detect: (number: string) => `return [{ rawValue: '${number}' }]`,
  },
  'lacks its detection service': {
    seen: null,
    detect: () => `throw new DOMException('Barcode detection service unavailable.', 'NotSupportedError')`,
  },
}

for (const [title, { seen, detect }] of Object.entries(DETECTORS)) {
  test(`a browser with its own detector that ${title} leads to the order`, async () => {
    const visit = await paidVisit()
    await using seeing = await browserSeeing(seen ?? visit.number)
    const context = await seeing.browser.newContext({ locale: 'en-GB' })
    await logInAs(context, 'reception')
    await context.addInitScript(`globalThis.BarcodeDetector = class {
      static async getSupportedFormats() { return ['qr_code'] }
      async detect() { ${detect(visit.number)} }
    }`)
    const page = await context.newPage()
    await openWithScripts(page, dayOf(visit))
    await page.getByRole('link', { name: 'Scan', exact: true }).click()
    await expect(page).toHaveURL(`${desk()}/orders/${visit.id}`)
  })
}

test('without a camera, permission or scripts the scanner says so, and the number can be typed', async ({
  browser,
}) => {
  const visit = await paidVisit()
  await using refusing = await browserSeeing(visit.number, false)
  for (const [of, words] of [
    [browser, 'No camera was found'],
    [refusing.browser, 'The browser does not allow the camera'],
  ] as const) {
    await using context = await of.newContext({ locale: 'en-GB' })
    await logInAs(context, 'reception')
    const page = await context.newPage()
    await openWithScripts(page, `${desk()}/orders`)
    await page.getByRole('link', { name: 'Scan', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(words)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Type the number instead' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('searchbox').fill(visit.number)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${desk()}/orders/${visit.id}`)
  }
  await using plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  await logInAs(plain, 'reception')
  const there = await plain.newPage()
  await there.goto(dayOf(visit))
  await there.getByRole('link', { name: 'Scan', exact: true }).click()
  const words = there.locator('dialog noscript p')
  await expect(words).toHaveText('Scanning needs JavaScript, which is off in this browser.')
  await expect(words).toBeVisible()
  await there.getByRole('button', { name: 'Type the number instead' }).click()
  await expect(there).toHaveURL(dayOf(visit))
  await expect(words).toHaveCount(0)
})

test('only the scanner’s page may use the camera', async ({ context }) => {
  await logInAs(context, 'reception')
  const policyOf = async (path: string) =>
    (await context.request.get(`${desk()}${path}`)).headers()['permissions-policy']
  expect(await policyOf('/?scan=1')).toContain('camera=(self)')
  expect(await policyOf('/orders?scan=1')).toContain('camera=(self)')
  for (const path of ['/', '/orders', '/calendar?scan=1', '/login?scan=1'])
    expect(await policyOf(path), path).toContain('camera=()')
})
