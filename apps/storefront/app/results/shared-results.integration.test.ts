import { qrCode } from '@shop/contract/qr-code'
import {
  createLaboratory,
  type Laboratory,
  observation,
  quantity,
  reportOn,
} from '@shop/laboratory-api/fhir/testing/laboratory'
import { reportPapers } from '@shop/laboratory-api/results/tables'
import { HAEMOGLOBIN, reportedResult } from '@shop/laboratory-api/results/testing/reported-result'
import { eq } from 'drizzle-orm'
import { type ComponentProps, createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { passFileOn } from '../platform/problems/pass-file-on.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import { pageHtml } from '../testing/page-html.tsx'
import { formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import Share from './routes/share.tsx'
import SharedResult from './routes/shared-result.tsx'
import { changeShare, loadShare, makeShare, type NewShareView } from './share.server.ts'
import { changeSharedResult, loadSharedResult } from './shared-result.server.ts'
import { verifyReport } from './verify-report.server.ts'

let storefront: TestStorefront
let laboratory: Laboratory
beforeAll(async () => {
  storefront = await openTestStorefront()
  laboratory = createLaboratory(storefront.laboratory)
})
afterAll(() => storefront.close())

async function reported() {
  const customer = await storefront.customer()
  const result = await reportedResult({ shop: storefront.laboratory, laboratory }, customer)
  const ids = { testResultId: result.id, patientId: customer.patientId }
  return { ...result, ids, shop: storefront.shopOf(customer) }
}

test('a doctor opens a link with its PIN; the patient sees that, and can close the link', async () => {
  const { shop, ids } = await reported()
  const form = formOf({ intent: 'makeShare', days: '7', language: 'pl' })
  const made = (await changeShare(shop, ids, sent(form))) as NewShareView
  const [, token] = /^http:\/\/shop\.example\/shared-results\/(.+)\?locale=pl$/.exec(made.address)!
  expect(made.forDoctor).toMatchObject({ language: 'pl', title: 'Wyniki badań' })
  expect(made.pin).toMatch(/^\d{3} \d{3}$/)

  const doctor = storefront.shopOf()
  expect(await loadSharedResult(doctor, token!)).toBeNull()
  const wrong = outcomeOf(await changeSharedResult(doctor, token!, sent(formOf({ pin: '12' })).texts))
  expect(wrong.failure!.fields).toEqual({ pin: { key: 'results.shared.sixDigits' } })
  const entered = await changeSharedResult(doctor, token!, sent(formOf({ pin: made.pin })).texts).catch(
    (thrown) => thrown,
  )
  expect(outcomeOf(entered).location).toBe(`/shared-results/${token}`)
  const shared = await loadSharedResult(doctor, token!)
  expect(shared!.report).toMatchObject({
    patientName: 'Anna Kowalska',
    analyses: [{ values: [{ text: '116' }] }],
  })

  const { shares } = await loadShare(shop, ids)
  expect(shares).toMatchObject([{ state: 'open', views: [{ pinWasRight: true }] }])
  const close = sent(formOf({ intent: 'closeShare', shareId: shares[0]!.id }))
  expect(outcomeOf(await changeShare(shop, ids, close)).location).toMatch(/\/share\?closed$/)
  expect(await loadSharedResult(doctor, token!)).toBeNull()
  const closed = outcomeOf(await changeSharedResult(doctor, token!, sent(formOf({ pin: made.pin })).texts))
  expect(closed).toMatchObject({ status: 404, failure: { title: { key: 'results.shared.over' } } })
})

test('the fifth wrong PIN says that the link, or the code on paper, no longer works', async () => {
  const { shop, ids } = await reported()
  const guest = storefront.shopOf()
  await passFileOn(shop, () => shop.api.patientReport(ids.testResultId, ids.patientId))
  const [issued] = await storefront.database.queries
    .select()
    .from(reportPapers)
    .where(eq(reportPapers.testResultId, ids.testResultId))
  const made = await makeShare(shop, ids, formOf({ days: '7' }))
  const token = new URL(made.address).pathname.split('/').at(-1)!
  const pin = made.pin === '000 000' ? '111111' : '000000'
  const paper = { documentNumber: issued!.code, pin }
  const opened = async () =>
    outcomeOf(await changeSharedResult(guest, token, sent(formOf({ pin })).texts)).failure
  const verified = async () => outcomeOf(await verifyReport(guest, sent(formOf(paper)).texts)).failure
  for (let attempt = 1; attempt < 5; attempt++) {
    expect(await opened()).toMatchObject({ title: { key: 'results.shared.wrongPin' } })
    expect(await verified()).toMatchObject({ fields: { pin: { key: 'results.verify.wrongPin' } } })
  }
  const over = await opened()
  expect(over).toMatchObject({ title: { key: 'results.shared.over' }, fields: {} })
  expect(await verified()).toMatchObject({ title: { key: 'results.verify.ended' }, fields: {} })
  // There is nothing left to type.
  const props = { loaderData: { view: null }, actionData: over } as unknown
  const html = pageHtml(createElement(SharedResult, props as ComponentProps<typeof SharedResult>))
  expect(html).toContain(pageTexts('en', 'synlab').texts.t('results.shared.overText'))
  expect(html).not.toContain('<input')
})

test('the page of a new link shows its code, and below it the text for the doctor in both languages', async () => {
  const { shop, ids } = await reported()
  const form = formOf({ intent: 'makeShare', days: '7', language: 'pl' })
  const actionData = (await changeShare(shop, ids, sent(form))) as NewShareView
  const loaderData = await loadShare(shop, ids)
  const html = pageHtml(
    createElement(Share, { loaderData, actionData } as unknown as ComponentProps<typeof Share>),
  )
  const [figure] = /<figure.*?<\/figure>/.exec(html)!
  const { size, path } = qrCode(actionData.address)
  expect(figure).toContain(`viewBox="0 0 ${size} ${size}"`)
  expect(figure).toContain(`<path d="${path}">`)
  const [caption] = /<figcaption>.*<\/figcaption>/.exec(figure)!
  expect(caption).toContain(`<p lang="pl">${pageTexts('pl', 'synlab').texts.t('results.share.scan')}</p>`)
  expect(caption).toContain(`>${pageTexts('en', 'synlab').texts.t('results.share.qrText')}</p>`)
  // If the link opens in the page’s language, one line is enough.
  const own = { ...actionData, forDoctor: { ...actionData.forDoctor, language: 'en' } }
  const alone = pageHtml(
    createElement(Share, { loaderData, actionData: own } as unknown as ComponentProps<typeof Share>),
  )
  expect(/<figcaption>(.*)<\/figcaption>/.exec(alone)![1]!.match(/<p/g)).toHaveLength(1)
})

test("a clinic's system gets a SMART Health Link with a PIN, listed with the other links", async () => {
  const { shop, ids } = await reported()
  const made = await changeShare(shop, ids, sent(formOf({ intent: 'makeHealthLink' })))
  expect(made).toMatchObject({
    healthLink: expect.stringMatching(/^shlink:\/[\w-]+$/),
    pin: expect.stringMatching(/^\d{3} \d{3}$/),
  })
  const { shares } = await loadShare(shop, ids)
  expect(shares).toMatchObject([{ kind: 'healthLink', state: 'open', views: [] }])
})

test('a printed code shows the report only with the PIN of an open link; a refused form keeps the code', async () => {
  const { shop, ids, request } = await reported()
  await passFileOn(shop, () => shop.api.patientReport(ids.testResultId, ids.patientId))
  const [issued] = await storefront.database.queries
    .select()
    .from(reportPapers)
    .where(eq(reportPapers.testResultId, ids.testResultId))
  const guest = storefront.shopOf()
  const form = { documentNumber: issued!.code, pin: '' }
  expect(await verifyReport(guest, sent(formOf(form)).texts)).toMatchObject({ isCurrent: true, report: null })
  const { pin } = await makeShare(shop, ids, formOf({ days: '7' }))
  expect(await verifyReport(guest, sent(formOf({ ...form, pin })).texts)).toMatchObject({
    documentNumber: issued!.code,
    isCurrent: true,
    report: { born: '12\u00a0April\u00a01990' },
  })

  const wrong = outcomeOf(
    await verifyReport(guest, sent(formOf({ ...form, documentNumber: '2346-789A-BCDE-FGHJ' })).texts),
  )
  expect(wrong).toMatchObject({
    status: 404,
    failure: { title: { key: 'results.verify.notFound' }, values: { documentNumber: '2346-789A-BCDE-FGHJ' } },
  })
  const other = outcomeOf(
    await verifyReport(guest, sent(formOf({ ...form, pin: pin === '000 000' ? '111111' : '000000' })).texts),
  )
  expect(other).toMatchObject({ status: 422, failure: { values: { documentNumber: issued!.code } } })
  expect(other.failure!.fields).toEqual({ pin: { key: 'results.verify.wrongPin' } })
  const empty = outcomeOf(await verifyReport(guest, sent(formOf({ documentNumber: '', pin: 'a' })).texts))
  expect(Object.keys(empty.failure!.fields)).toEqual(['documentNumber', 'pin'])

  const again = observation(request, HAEMOGLOBIN, { valueQuantity: quantity(126, 'g/L') })
  await laboratory.report(...reportOn(request, [again], { status: 'corrected' }))
  expect(await verifyReport(guest, sent(formOf(form)).texts)).toMatchObject({
    isCurrent: false,
    report: null,
  })
})
