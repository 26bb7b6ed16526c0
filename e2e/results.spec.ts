import { expect, type Page, test } from '@playwright/test'
import { readPdf } from '@shop/laboratory-api/pdf/testing/read-pdf'
import {
  BLOOD_COUNT,
  PLATELETS,
  reportCountInRange,
  reportCriticalBloodCount,
  reportFerritin,
} from './laboratory-system.ts'
import { main, orderedFerritin, readerOf, reportedFerritin } from './result-stage.ts'
import { findResult, payOrder, placeOrder, type StagedResult } from './stage.ts'
import { readMail, shopTogether, waitForParts, waitForScripts } from './visitor.ts'

/** Creates a link for a doctor from the results page; returns its PIN. */
async function makeShare(patient: Page): Promise<string> {
  await patient.getByRole('link', { name: 'Show to a doctor' }).click()
  await patient.getByRole('radio', { name: '7 days' }).check()
  await patient.getByRole('radio', { name: 'English' }).check()
  await patient.getByRole('button', { name: 'Create a link' }).click()
  await expect(patient.getByText('The link is ready')).toBeVisible()
  const [, pin = ''] = await main(patient).getByRole('definition').allInnerTexts()
  return pin.replaceAll(/\D/g, '')
}

for (const scripts of [true, false]) {
  test(`a doctor opens a shared link with its PIN until the patient closes it, ${scripts ? 'with' : 'without'} scripts`, {
    tag: scripts ? [] : ['@slow'],
  }, async ({ browser }) => {
    const shop = shopTogether()
    const { customer, paths } = await reportedFerritin(shop)
    const path = paths.person
    const patient = await readerOf(browser, { shop, customer, scripts })
    await patient.goto(path)
    await patient.getByRole('link', { name: 'Show to a doctor' }).click()
    await patient.getByRole('radio', { name: '7 days' }).check()
    await patient.getByRole('radio', { name: 'English' }).check()
    await patient.getByRole('button', { name: 'Create a link' }).click()
    await expect(patient.getByText('The link is ready')).toBeVisible()
    const [link, pin] = await main(patient).getByRole('definition').allInnerTexts()
    const copy = patient.getByRole('button', { name: 'Copy the link' })
    if (scripts) {
      await copy.click()
      await expect(patient.getByRole('button', { name: 'Copied' })).toBeVisible()
      expect(await patient.evaluate(() => navigator.clipboard.readText())).toBe(link)
    } else await expect(copy).toBeHidden()

    const doctor = await readerOf(browser, { shop, scripts })
    await doctor.goto(link!)
    const open = async (digits: string) => {
      await doctor.getByLabel('PIN').fill(digits)
      await doctor.getByRole('button', { name: 'Open', exact: true }).click()
    }
    await open(String((Number(pin!.replaceAll(/\D/g, '')) + 1) % 1_000_000).padStart(6, '0'))
    await expect(doctor.getByText('Wrong PIN')).toBeVisible()
    await expect(main(doctor)).not.toContainText('Kovaleva')
    await open(pin!)
    await expect(doctor.getByRole('heading', { level: 1, name: 'Results of Anna Kovaleva' })).toBeVisible()
    await expect(main(doctor)).toContainText('12.5 ng/mL')

    await patient.goto(`${path}/share`)
    const tries = main(patient)
      .getByRole('listitem')
      .filter({ hasText: /· (opened|wrong PIN)$/ })
      .filter({ hasNotText: 'Link of' })
    await expect(tries).toHaveText([/opened$/, /wrong PIN$/])
    await patient.getByRole('button', { name: 'Close the link' }).click()
    await expect(patient.getByText('You have closed it.')).toBeVisible()
    await doctor.reload()
    await open(pin!)
    await expect(doctor.getByText('This link no longer opens')).toBeVisible()
    await expect(main(doctor)).not.toContainText('12.5 ng/mL')
  })
}

for (const scripts of [true, false]) {
  test(`a link for a clinic’s system is created, copied, opens the results, and is closed, ${scripts ? 'with' : 'without'} scripts`, {
    tag: '@slow',
  }, async ({ browser }) => {
    const shop = shopTogether()
    const { customer, paths } = await reportedFerritin(shop)
    const path = paths.person
    const patient = await readerOf(browser, { shop, customer, scripts })
    await patient.goto(`${path}/share`)
    await patient.getByText('For a clinic’s software').click()
    await patient.getByRole('button', { name: 'Create a SMART Health Link' }).click()
    const made = patient.getByRole('status').filter({ hasText: 'shlink:/' })
    await expect(made.getByRole('img')).toBeVisible()
    const [pin, link] = await made.getByRole('definition').allInnerTexts()
    const copy = made.getByRole('button', { name: 'Copy the link' })
    if (scripts) {
      await copy.click()
      await expect(made.getByRole('button', { name: 'Copied' })).toBeVisible()
      expect(await patient.evaluate(() => navigator.clipboard.readText())).toBe(link)
    } else await expect(copy).toBeHidden()

    const { url } = JSON.parse(Buffer.from(link!.replace('shlink:/', ''), 'base64url').toString()) as {
      url: string
    }
    const passcode = pin!.replaceAll(/\D/g, '')
    const ask = () =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ recipient: 'A clinic', passcode }),
      })
    const opened = await ask()
    expect(opened.status).toBe(200)
    expect(await opened.json()).toMatchObject({ files: [{ contentType: 'application/fhir+json' }] })

    await patient.goto(`${path}/share`)
    const card = main(patient).getByRole('listitem').filter({ hasText: 'SMART Health Link' })
    await expect(card).toContainText(/· opened/)
    await card.getByRole('button', { name: 'Close the link' }).click()
    await expect(patient.getByText('You have closed it.')).toBeVisible()
    expect((await ask()).status).toBe(404)
  })
}

test('the QR code on a printed report leads to its values, and says when they have changed', {
  tag: '@slow',
}, async ({ browser }) => {
  const shop = shopTogether()
  const reported = await reportedFerritin(shop)
  const {
    customer,
    paths: { person: path },
  } = reported
  const patient = await readerOf(browser, { shop, customer })
  const file = await patient.request.get(`${path}/report.pdf`)
  const { qrText } = await readPdf(new Response(new Uint8Array(await file.body())))

  await patient.goto(path)
  const pin = await makeShare(patient)

  const reader = await readerOf(browser, { shop, scripts: false })
  const check = async (digits: string) => {
    await reader.goto(qrText!)
    await reader.getByLabel('PIN from the patient').fill(digits)
    await reader.getByRole('button', { name: 'Check', exact: true }).click()
  }
  await check('')
  await expect(reader.getByText('The document is ours and up to date')).toBeVisible()
  await expect(main(reader)).not.toContainText('ng/mL')
  await check(String((Number(pin) + 1) % 1_000_000).padStart(6, '0'))
  await expect(reader.getByText('This PIN does not open these results')).toBeVisible()
  await check(pin)
  await expect(main(reader)).toContainText('12.5 ng/mL')
  await reportFerritin(reported, { status: 'corrected', ferritin: 25 })
  await check(pin)
  await expect(reader.getByText('The document is ours, but it is out of date')).toBeVisible()
  await expect(main(reader)).not.toContainText('ng/mL')
})

test('a result is new until it is read: as preliminary, as final, and as corrected', {
  tag: '@slow',
}, async ({ browser }) => {
  const shop = shopTogether()
  const ordered = await orderedFerritin(shop)
  const page = await readerOf(browser, { shop, customer: ordered.customer })
  const news = main(page).getByText('New', { exact: true })
  /** Opens the result from the list, where it is marked as new, and returns to a list without marks. */
  async function readNews(expectOpened: () => Promise<void>) {
    await page.goto('/test-results')
    await expect(news).toHaveCount(1)
    await main(page)
      .getByRole('link', { name: /Anna Kovaleva.*Ferritin/ })
      .click()
    await expectOpened()
    await page.goto('/test-results')
    await expect(main(page)).toContainText(ordered.order.number)
    await expect(news).toHaveCount(0)
  }
  await reportFerritin(ordered, { status: 'preliminary', ferritin: 13 })
  await readNews(async () => {
    await expect(page.getByText('This is a preliminary result')).toBeVisible()
    await expect(main(page)).toContainText('13.0 ng/mL')
  })
  await reportFerritin(ordered, { status: 'final', ferritin: 12.5 })
  const { text } = await readMail(shop, ordered.customer.email, /^A result is ready$/)
  expect(text).not.toMatch(/ferritin|12\.5/i)
  await readNews(async () => {
    await expect(main(page)).toContainText('12.5 ng/mL')
    await expect(page.getByText('This is a preliminary result')).toHaveCount(0)
    await expect(page.getByText(/before: 13/)).toHaveCount(0)
  })
  await reportFerritin(ordered, { status: 'corrected', ferritin: 25 })
  await readNews(async () => {
    await expect(page.getByText('The laboratory has corrected this result')).toBeVisible()
    await expect(main(page)).toContainText(/25\.0 ng\/mL.*before: 12\.5 ng\/mL/s)
  })
})

test('a long result is printed on two A4 pages with its names and words unbroken', { tag: '@slow' }, async ({
  browser,
}) => {
  const shop = shopTogether()
  const { customer, patientId } = await orderedFerritin(shop)
  const count = await placeOrder(customer, patientId, { at: 0.1, code: BLOOD_COUNT, total: 28.8 })
  await payOrder(count)
  await reportCountInRange({ customer, order: count }, { high: PLATELETS })
  const result = await findResult(customer, { patientId, orderNumber: count.number })
  const page = await readerOf(browser, { shop, customer })
  for (const [locale, words] of [
    ['en', ['Mean corpuscular haemoglobin concentration', 'In range']],
    ['ru', ['Средняя концентрация гемоглобина в эритроците', 'В норме']],
  ] as const) {
    await expectTwoPages(page, result, locale, words)
  }

  // On the screen: the answer, each value out of range once, the rest by body systems that open on a tap.
  await page.goto(`${pathOf(result)}?locale=en`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('One thing to talk about')
  await expect(page.getByText('Lymphocytes, absolute').filter({ visible: true })).toHaveCount(0)
  // A system whose only value is out of range appears only on paper.
  for (const system of await main(page).locator('summary').filter({ visible: true }).all()) {
    await system.click()
  }
  for (const name of ['Haemoglobin', 'Platelets', 'White blood cells', 'Lymphocytes, absolute']) {
    const shown = main(page).getByText(name, { exact: true }).filter({ visible: true })
    await expect(shown.and(main(page).locator('h3, th, h3 *, th *'))).toHaveCount(1)
  }
})

test('a result whose values are all critical is printed on two A4 pages, with the earlier values', {
  tag: '@slow',
}, async ({ browser }) => {
  const shop = shopTogether()
  const { customer, patientId } = await orderedFerritin(shop)
  const count = { code: BLOOD_COUNT, total: 28.8 }
  const before = await placeOrder(customer, patientId, { ...count, at: 0.1 })
  const order = await placeOrder(customer, patientId, { ...count, at: 0.2 })
  await payOrder(before)
  await payOrder(order)
  const yearAgo = new Date(Date.now() - 366 * 86_400_000)
  await reportCriticalBloodCount({ customer, order: before }, { times: 2, at: yearAgo })
  await reportCriticalBloodCount({ customer, order })
  const result = await findResult(customer, { patientId, orderNumber: order.number })
  const page = await readerOf(browser, { shop, customer })
  for (const [locale, words] of [
    ['en', ['Mean corpuscular haemoglobin concentration', 'Critically high', /Higher than on .+ \(340\)/]],
    ['be', ['Сярэдняя канцэнтрацыя', 'Крытычна высока', /Вышэй, чым .+ \(340\)/]],
  ] as const) {
    await expectTwoPages(page, result, locale, words)
  }

  const plain = await readerOf(browser, { shop, customer, scripts: false })
  await plain.goto(`${pathOf(result)}?locale=en`)
  await expect(plain.getByRole('heading', { name: 'Critical: call a doctor today' })).toBeVisible()
  const courses = plain.getByRole('region', { name: 'Over time' })
  await courses.getByRole('link', { name: /^Platelets/ }).click()
  await expect(courses.getByRole('heading', { level: 3 })).toHaveText(/^Platelets since/)
  await expect(courses.getByRole('img')).toHaveCount(1)
})

function pathOf({ testResultId, patientId, analysisResultId }: StagedResult): string {
  return `/test-results/${testResultId}/patients/${patientId}/analysis-results/${analysisResultId}`
}

async function expectTwoPages(
  page: Page,
  result: StagedResult,
  locale: string,
  words: readonly (string | RegExp)[],
) {
  await page.goto(`${pathOf(result)}?locale=${locale}`)
  // Margins as wide as a printer may need.
  const pdf = await page.pdf({
    format: 'A4',
    margin: { top: '15mm', right: '20mm', bottom: '15mm', left: '20mm' },
  })
  const { text, pageCount } = await readPdf(new Response(new Uint8Array(pdf)))
  for (const word of words) expect(text).toMatch(word)
  expect(pageCount).toBeLessThanOrEqual(2)
}

test('after the login the start page shows until when a patient may eat, new results, and the family’s timeline', {
  tag: '@slow',
}, async ({ browser }) => {
  const shop = shopTogether()
  const { customer, patientId, paths } = await reportedFerritin(shop)
  await payOrder(await placeOrder(customer, patientId))
  for (const scripts of [false, true]) {
    const page = await readerOf(browser, { shop, customer, scripts })
    const answer = await page.goto('/')
    expect(answer!.headers()['cache-control']).toMatch(/no-store|private/)
    const visit = page.getByRole('region', { name: /^Next visit, / })
    await expect(visit).toContainText(/Anna: don’t eat from \d+:\d\d on \w+day \d+\s\w+/)
    const newest = page.getByRole('region', { name: 'Newest results' })
    await expect(
      newest.getByRole('link', { name: /Anna Kovaleva.*One thing to talk about.*Ferritin/ }),
    ).toBeVisible()
    await newest.getByRole('link', { name: 'Family timeline' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Timeline' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Latest results' })).toContainText(
      /Ferritin.*12\.5 ng\/mL.*Low/,
    )
    const marks = page.getByRole('list', { name: 'Anna Kovaleva' }).getByRole('link')
    await expect(marks).toHaveAccessibleName(/, 1 test, One thing to talk about$/)
    await marks.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${shop.url}${paths.result}`)
  }
})

for (const scripts of [true, false]) {
  test(`the tests of a report are planned for a month, for another, and for none, ${scripts ? 'with' : 'without'} scripts`, {
    tag: scripts ? [] : ['@slow'],
  }, async ({ browser }) => {
    const shop = shopTogether()
    const { customer, paths } = await reportedFerritin(shop)
    const page = await readerOf(browser, { shop, customer, scripts })
    await page.goto(paths.result)
    // Before they run, the browser sends the form, and what keeps the focus loads last.
    if (scripts) await waitForScripts(page)
    if (scripts) await waitForParts(page)
    const repeat = page.getByRole('region', { name: 'Repeat this test' })
    const planned = repeat.getByText(/^Planned for \w+\s\d{4}$/)
    await expect(planned).toBeHidden()
    await repeat.getByRole('button', { name: 'In 3 months' }).click()
    await expect(planned).toBeVisible()
    if (scripts) await expect(planned).toBeFocused()
    const first = (await planned.textContent())!
    await repeat.getByText('Another month').click()
    await repeat.getByLabel('When').selectOption({ index: 4 })
    await repeat.getByRole('button', { name: 'Choose this month' }).click()
    await expect(planned).not.toHaveText(first)
    await repeat.getByRole('button', { name: 'Do not repeat' }).click()
    await expect(planned).toBeHidden()
    if (scripts) await expect(repeat.getByRole('status')).toBeFocused()
    await expect(repeat.getByRole('button', { name: 'In a year' })).toBeVisible()
    await expect(page).toHaveURL(`${shop.url}${paths.result}`)
  })
}
