import { verifiedReportSchema } from '@shop/contract/results'
import { expect, test } from 'vitest'
import { observation, quantity, reportOn } from '../../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import { ATTEMPT_LIMITS } from '../../limits.ts'
import { reportDocuments } from '../tables.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { HAEMOGLOBIN, PLATELETS, reportedResult } from '../testing/reported-result.ts'
import { printedCode } from './issue-document.ts'

const BIRTH = '1990-04-12'

const house = laboratoryOfFile()

async function onPaper() {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer, (request) => [
    observation(request, HAEMOGLOBIN),
    observation(request, PLATELETS, { valueQuantity: quantity(312, '10*9/L') }),
  ])
  const answer = await customer.client.patientReport(result.id, customer.patientId)
  const documents = await house.database.queries.select().from(reportDocuments)
  const document = documents.find(({ testResultId }) => testResultId === result.id)!
  return { customer, result, answer, document }
}
const anybody = () => house.shop.api.client()

test('the report is a PDF under a neutral name, with its words and a code to check it', async () => {
  const { result, answer, document } = await onPaper()
  expect(answer.headers.get('Content-Type')).toBe('application/pdf')
  expect(answer.headers.get('Content-Disposition')).toBe(
    `inline; filename="report-${result.order.number}.pdf"`,
  )
  const { text, qrText } = await readPdf(answer)
  const code = printedCode(document.code)
  for (const part of ['Kowalska Anna', 'Haemoglobin', '116 g/L', '120 – 150', 'Low', 'Page 1 of 1', code]) {
    expect(text).toContain(part)
  }
  expect(qrText).toBe(`http://shop.example/verify-report?documentNumber=${code}`)
})

test('the report speaks Russian', async () => {
  const { customer, result } = await onPaper()
  const russian = house.shop.api.client(customer.token, 'ru')
  const { text } = await readPdf(await russian.patientReport(result.id, customer.patientId))
  for (const part of ['Результаты лабораторных исследований', 'Гемоглобин', '116 г/л', 'Страница 1 из 1']) {
    expect(text).toContain(part)
  }
})

test('the same content has the same code', async () => {
  const { customer, result, document } = await onPaper()
  await customer.client.patientReport(result.id, customer.patientId)
  const documents = await house.database.queries.select().from(reportDocuments)
  expect(documents.filter(({ testResultId }) => testResultId === result.id)).toEqual([document])
})

test('the code and the date of birth lead back to the values, however the code is written', async () => {
  const { document } = await onPaper()
  const printed = printedCode(document.code)
  expect(printed).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
  for (const code of [printed, document.code.toLowerCase(), printed.replaceAll('-', ' ')]) {
    const verified = verifiedReportSchema.parse(await anybody().verifyReport({ code, dateOfBirth: BIRTH }))
    expect(verified).toMatchObject({
      current: true,
      report: { analyses: [{ observations: [{ value: { value: 116 } }, { value: { value: 312 } }] }] },
    })
  }
})

test('a wrong date of birth is the same answer as a wrong code', async () => {
  const { document } = await onPaper()
  const refused = { status: 404, code: 'not_found' }
  await expect(
    anybody().verifyReport({ code: document.code, dateOfBirth: '1990-04-13' }),
  ).rejects.toMatchObject(refused)
  await expect(
    anybody().verifyReport({ code: '2346-789A-BCDE-FGHJ', dateOfBirth: BIRTH }),
  ).rejects.toMatchObject(refused)
})

test('dates of birth cannot be tried one after the other', async () => {
  const { document } = await onPaper()
  const codes: string[] = []
  for (let day = 10; day < 22; day++) {
    const dateOfBirth = `1970-01-${day}`
    await anybody()
      .verifyReport({ code: document.code, dateOfBirth })
      .catch((problem) => codes.push(problem.code))
  }
  expect(codes.slice(-2)).toEqual(['too_many_requests', 'too_many_requests'])
})

test('after a correction the old paper is told to be outdated', async () => {
  const { document, result } = await onPaper()
  const { request } = result
  const corrected = observation(request, HAEMOGLOBIN, {
    status: 'corrected',
    valueQuantity: quantity(126, 'g/L'),
  })
  await house.laboratory.report(...reportOn(request, [corrected], { status: 'corrected' }))
  const verified = await anybody().verifyReport({ code: document.code, dateOfBirth: BIRTH })
  expect(verified.current).toBe(false)
  expect(verified.report.analyses[0]!.observations[0]!.value).toMatchObject({ value: 126 })
})

test('sixty documents an hour are drawn for one account, not more, and nobody else waits for it', async () => {
  const { customer, result } = await onPaper()
  const { limits } = house.shop.api.context
  for (let drawn = 1; drawn < ATTEMPT_LIMITS.documentPerAccount.points; drawn++) {
    await limits.consume('documentPerAccount', customer.user.id)
  }
  const draw = () => customer.client.patientReport(result.id, customer.patientId)
  await expect(draw()).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  expect((await onPaper()).answer.status).toBe(200)
})
