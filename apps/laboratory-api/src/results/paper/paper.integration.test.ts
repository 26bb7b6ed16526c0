import { Problem } from '@shop/contract/problem'
import { verifiedReportSchema } from '@shop/contract/results'
import { eq, like, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { attempts } from '../../accounts/tables.ts'
import { observation, quantity, reportOn } from '../../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import { ATTEMPT_LIMITS } from '../../limits.ts'
import { readPdf } from '../../pdf/testing/read-pdf.ts'
import { analysisResults, reportPapers } from '../tables.ts'
import { HAEMOGLOBIN, PLATELETS, reportedResult } from '../testing/reported-result.ts'
import { printedCode } from './issue-paper.ts'

const house = laboratoryOfFile()

async function onPaper() {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer, (request) => [
    observation(request, HAEMOGLOBIN),
    observation(request, PLATELETS, { valueQuantity: quantity(312, '10*9/L') }),
  ])
  const answer = await customer.client.patientReport(result.id, customer.patientId)
  const papers = await house.database.queries.select().from(reportPapers)
  const issued = papers.find(({ testResultId }) => testResultId === result.id)!
  return { customer, result, answer, issued }
}
const anybody = () => house.shop.api.client()

test('the report is a PDF with a neutral name, its texts and a code to check it', {
  tags: ['ASVS-5.4.1', 'ASVS-5.4.2'],
}, async () => {
  const { result, answer, issued } = await onPaper()
  expect(answer.headers.get('Content-Type')).toBe('application/pdf')
  expect(answer.headers.get('Content-Disposition')).toBe(
    `inline; filename="report-${result.order.number}.pdf"`,
  )
  const { text, qrText } = await readPdf(answer)
  const code = printedCode(issued.code)
  for (const part of ['Kowalska Anna', 'Haemoglobin', '116 g/L', '120 – 150', 'Low', 'Page 1 of 1', code]) {
    expect(text).toContain(part)
  }
  expect(qrText).toBe(`http://shop.example/verify-report?documentNumber=${code}`)
})

test('the report can be in Russian', async () => {
  const { customer, result } = await onPaper()
  const russian = house.shop.api.client(customer.token, 'ru')
  const { text } = await readPdf(await russian.patientReport(result.id, customer.patientId))
  for (const part of ['Результаты лабораторных исследований', 'Гемоглобин', '116 г/л', 'Страница 1 из 1']) {
    expect(text).toContain(part)
  }
})

test('the same content has the same code', async () => {
  const { customer, result, issued } = await onPaper()
  await customer.client.patientReport(result.id, customer.patientId)
  const papers = await house.database.queries.select().from(reportPapers)
  expect(papers.filter(({ testResultId }) => testResultId === result.id)).toEqual([issued])
})

/** The patient shares the result: a link, whose PIN opens the paper too. */
const shared = ({ customer, result }: Awaited<ReturnType<typeof onPaper>>) =>
  customer.client.createShare(result.id, customer.patientId, { days: 7 })

test('the code alone says that the paper is current, and nothing of its content', {
  tags: ['ASVS-6.3.4', 'ASVS-6.4.2'],
}, async () => {
  const { issued } = await onPaper()
  const printed = printedCode(issued.code)
  expect(printed).toMatch(/^([2-9A-Z]{4}-){6}[2-9A-Z]{4}$/)
  for (const code of [printed, issued.code.toLowerCase(), printed.replaceAll('-', ' ')]) {
    expect(await anybody().verifyReport({ code })).toEqual({
      issuedAt: issued.issuedAt.toISOString(),
      current: true,
      report: null,
    })
  }
})

test('nothing printed on the sheet opens it: the PIN of an open link does, and the patient sees that', {
  tags: ['ASVS-6.3.4', 'ASVS-6.4.2'],
}, async () => {
  const paper = await onPaper()
  const { code } = paper.issued
  const { text } = await readPdf(
    await paper.customer.client.patientReport(paper.result.id, paper.customer.patientId),
  )
  const { pin } = await shared(paper)
  expect(text).not.toContain(pin)
  const verified = verifiedReportSchema.parse(await anybody().verifyReport({ code, pin }))
  expect(verified).toMatchObject({
    current: true,
    report: { analyses: [{ observations: [{ value: { value: 116 } }, { value: { value: 312 } }] }] },
  })
  const [link] = await paper.customer.client.shares(paper.result.id, paper.customer.patientId)
  expect(link!.views).toMatchObject([{ pinWasRight: true }])
})

test('a closed link, an expired one, and one to other results open no paper', async () => {
  const paper = await onPaper()
  const { code } = paper.issued
  const { customer, result } = paper
  const foreign = await shared(await onPaper())
  const refused = { status: 422, code: 'wrong_pin' }
  await expect(anybody().verifyReport({ code, pin: foreign.pin })).rejects.toMatchObject(refused)
  const closed = await shared(paper)
  await customer.client.revokeShare(result.id, customer.patientId, closed.id)
  await expect(anybody().verifyReport({ code, pin: closed.pin })).rejects.toMatchObject(refused)
  const short = await customer.client.createShare(result.id, customer.patientId, { days: 1 })
  house.shop.clock.pass(24 * 60)
  await expect(anybody().verifyReport({ code, pin: short.pin })).rejects.toMatchObject(refused)
})

test('five wrong PINs end the code, even of twenty concurrent ones, but not the link or the account', async () => {
  const paper = await onPaper()
  const { customer, result, issued } = paper
  const { pin } = await shared(paper)
  const wrong = pin === '000000' ? '000001' : '000000'
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => anybody().verifyReport({ code: issued.code, pin: wrong })),
  )
  const codes = tries.map((tried) => (tried.status === 'rejected' ? tried.reason.code : 'opened'))
  expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(5)
  expect(codes).not.toContain('opened')
  const remaining = tries.map((tried) => tried.status === 'rejected' && tried.reason.body.remainingAttempts)
  expect(remaining.filter((left) => left === 0)).toHaveLength(1)
  const [link] = await customer.client.shares(result.id, customer.patientId)
  expect(link!.state).toBe('open')
  await customer.client.patientReport(result.id, customer.patientId)
  const [next] = (await house.database.queries.select().from(reportPapers)).filter(
    ({ testResultId }) => testResultId === result.id,
  )
  expect(next!.code).not.toBe(issued.code)
  expect((await anybody().verifyReport({ code: next!.code, pin })).report).not.toBeNull()
  await house.shop.api.context.limits.reset('reportCheckPerCode', issued.code)
  await expect(anybody().verifyReport({ code: issued.code })).rejects.toMatchObject({ status: 404 })
})

test('a paper made while other values of the same state arrive is not called current', async () => {
  const customer = await house.shop.customer()
  const preliminary = { status: 'preliminary' }
  const { id, request } = await reportedResult(
    house,
    customer,
    (one) => [observation(one, HAEMOGLOBIN, preliminary)],
    preliminary,
  )
  const { limits } = house.shop.api.context
  using _consume = vi.spyOn(limits, 'consume').mockImplementationOnce(async () => {
    const value = observation(request, HAEMOGLOBIN, { ...preliminary, valueQuantity: quantity(126, 'g/L') })
    const answer = await house.laboratory.report(...reportOn(request, [value], preliminary))
    expect(answer.body.issue).toBeUndefined()
  })
  const { text } = await readPdf(await customer.client.patientReport(id, customer.patientId))
  expect(text).toContain('116 g/L')
  const [code] = /([2-9A-Z]{4}-){6}[2-9A-Z]{4}/.exec(text)!
  expect(await anybody().verifyReport({ code })).toMatchObject({ current: false })
})

test('after a correction the old paper is reported as outdated, and opens nothing', async () => {
  const paper = await onPaper()
  const { issued, result } = paper
  const { pin } = await shared(paper)
  const { request } = result
  const corrected = observation(request, HAEMOGLOBIN, {
    status: 'corrected',
    valueQuantity: quantity(126, 'g/L'),
  })
  await house.laboratory.report(...reportOn(request, [corrected], { status: 'corrected' }))
  expect(await anybody().verifyReport({ code: issued.code, pin })).toMatchObject({
    current: false,
    report: null,
  })
})

test('a comment that no key opens makes no paper outdated: one that cannot be compared is an error, one that says so is current', async () => {
  const { queries } = house.database
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer, (request) => [observation(request, HAEMOGLOBIN)], {
    conclusion: 'Iron deficiency is likely',
  })
  const print = async (locale: string) => {
    await house.shop.api.client(customer.token, locale).patientReport(result.id, customer.patientId)
    return (await queries.select().from(reportPapers))
      .filter(({ testResultId }) => testResultId === result.id)
      .map(({ code }) => code)
  }
  const [before] = await print('en')
  const ofResult = eq(analysisResults.id, result.analysisResultId)
  const [stored] = await queries.select().from(analysisResults).where(ofResult)
  await queries.update(analysisResults).set({ sealedComment: 'nonsense' }).where(ofResult)
  for (const locale of ['en', 'be'])
    await expect(
      house.shop.api.client(undefined, locale).verifyReport({ code: before! }),
    ).rejects.toMatchObject({ status: 500 })

  // Printed in the meantime, the report says in any language that the comment cannot be read, and that is current.
  await print('en')
  const since = (await print('pl')).filter((code) => code !== before)
  expect(since).toHaveLength(1)
  expect(await house.shop.api.client(undefined, 'be').verifyReport({ code: since[0]! })).toMatchObject({
    current: true,
  })

  await queries.update(analysisResults).set({ sealedComment: stored!.sealedComment }).where(ofResult)
  expect(await anybody().verifyReport({ code: before! })).toMatchObject({ current: true })
  expect(await anybody().verifyReport({ code: since[0]! })).toMatchObject({ current: false })
})

test('the owner ends all printed codes of a result together, and the next printout has a new one', async () => {
  const paper = await onPaper()
  const { customer, result, issued } = paper
  const { pin, id: shareId } = await shared(paper)
  const other = await onPaper()
  const codes = (client = customer.client) => client.paperCodes(result.id, customer.patientId)
  const end = (client = customer.client) => client.endPaperCodes(result.id, customer.patientId)
  expect(await codes()).toEqual([
    { issuedAt: issued.issuedAt.toISOString(), expiresAt: issued.expiresAt.toISOString() },
  ])

  // A stranger or a guest can neither end nor see them, and the owner cannot name someone else's patient.
  for (const stranger of [other.customer.client, anybody()]) {
    const status = stranger === other.customer.client ? 404 : 401
    await expect(codes(stranger)).rejects.toMatchObject({ status })
    await expect(end(stranger)).rejects.toMatchObject({ status })
  }
  await expect(customer.client.endPaperCodes(result.id, other.customer.patientId)).rejects.toMatchObject({
    status: 404,
  })
  expect(await anybody().verifyReport({ code: issued.code })).toMatchObject({ current: true })

  await end()
  await end()
  expect(await codes()).toEqual([])
  for (const typed of [{ code: issued.code }, { code: issued.code, pin }]) {
    await expect(anybody().verifyReport(typed)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  }
  const { rows } = await house.database.queries.execute(
    sql`select actor, action, user_id from laboratory.audit_entry where kind = 'reportDocument' and object_id = ${issued.id}`,
  )
  expect(rows).toEqual([{ actor: 'user', action: 'delete', user_id: customer.user.id }])
  // Everything else goes on: the link, and what others have printed.
  const [link] = await customer.client.shares(result.id, customer.patientId)
  expect(link).toMatchObject({ id: shareId, state: 'open' })
  expect(await anybody().verifyReport({ code: other.issued.code })).toMatchObject({ current: true })

  await customer.client.patientReport(result.id, customer.patientId)
  const [next] = (await house.database.queries.select().from(reportPapers)).filter(
    ({ testResultId }) => testResultId === result.id,
  )
  expect(next!.code).not.toBe(issued.code)
  expect((await anybody().verifyReport({ code: next!.code, pin })).report).not.toBeNull()
  expect(await codes()).toHaveLength(1)
})

test('the code ends with the account', async () => {
  const paper = await onPaper()
  const { pin } = await shared(paper)
  await paper.customer.client.eraseAccount({ password: paper.customer.password })
  await expect(anybody().verifyReport({ code: paper.issued.code, pin })).rejects.toMatchObject({
    status: 404,
  })
})

test('codes and PINs cannot be guessed by repeated tries', async () => {
  const { issued } = await onPaper()
  await expect(anybody().verifyReport({ code: '2346-789A-BCDE-FGHJ' })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
  const codes: string[] = []
  for (let tried = 0; tried < 12; tried++) {
    await anybody()
      .verifyReport({ code: issued.code })
      .catch((problem) => codes.push(problem.code))
  }
  expect(codes).toEqual(['too_many_requests', 'too_many_requests'])
})

test('one account gets at most sixty papers an hour, and no one else waits for that', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  const { customer, result } = await onPaper()
  const { limits } = house.shop.api.context
  for (let drawn = 1; drawn < ATTEMPT_LIMITS.paperPerAccount.points; drawn++) {
    await limits.consume('paperPerAccount', customer.user.id)
  }
  const { queries } = house.shop.api.context.database
  // The previous release counts the same papers.
  expect(await queries.$count(attempts, like(attempts.key, 'documentPerAccount:%'))).toBeGreaterThan(0)
  const draw = () => customer.client.patientReport(result.id, customer.patientId)
  await expect(draw()).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  expect((await onPaper()).answer.status).toBe(200)
})

test('results count as read once their report is made, not when it is refused or cannot be made', async () => {
  const customer = await house.shop.customer()
  const { id } = await reportedResult(house, customer, (request) => [observation(request, HAEMOGLOBIN)])
  const { limits, typesetter } = house.shop.api.context
  const draw = () => customer.client.patientReport(id, customer.patientId)
  const unread = async () =>
    (await customer.client.patientResults(id, customer.patientId)).analyses.map(({ unread }) => unread)
  {
    using _consume = vi
      .spyOn(limits, 'consume')
      .mockRejectedValueOnce(new Problem('too_many_requests', { retryAfter: 60 }))
    await expect(draw()).rejects.toMatchObject({ status: 429 })
  }
  {
    using _typeset = vi.spyOn(typesetter, 'typeset').mockRejectedValueOnce(new Problem('not_ready'))
    await expect(draw()).rejects.toMatchObject({ status: 503 })
  }
  expect(await unread()).toContain(true)
  await draw()
  expect(await unread()).not.toContain(true)
})

test('a code ends after 180 days; paper printed after that has a new one', async () => {
  const { customer, result, issued } = await onPaper()
  house.shop.clock.pass(180 * 24 * 60)
  await expect(anybody().verifyReport({ code: issued.code })).rejects.toMatchObject({ status: 404 })
  const { user, password } = customer
  const { access_token } = await anybody().login({ username: user.email, password })
  const again = house.shop.api.client(access_token)
  await again.patientReport(result.id, customer.patientId)
  const [next] = (await house.database.queries.select().from(reportPapers)).filter(
    ({ testResultId }) => testResultId === result.id,
  )
  expect(next!.code).not.toBe(issued.code)
  expect(await anybody().verifyReport({ code: next!.code })).toMatchObject({ current: true })
})
