import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paidOrder, reportOn, specimenOf } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { findR4Faults } from '../fhir/testing/validate-resource.ts'
import { analysisId, type Customer } from '../orders/testing/order-fixture.ts'
import { VISIT_ANSWER_DAYS } from '../retention.ts'
import { deleteOldAnswers } from './answer-visit.ts'
import { visitAnswers } from './tables.ts'

const house = laboratoryOfFile()
const [COUNT, FSH] = ['1001', '2012']

/**
 * A paid order of a blood count, which asks nothing, and of follitropin, which asks for the last period and for
 * biotin.
 */
async function paidQuestions(customer: Customer, codes = [COUNT, FSH]) {
  return paidOrder(house.shop, house.laboratory, customer, {
    patients: [
      {
        patientId: customer.patientId,
        analysisIds: codes.map((code) => analysisId(house.shop.api, code)),
        optionalMaterials: {},
        pregnant: false,
      },
    ],
  })
}

const saying = (patientId: string, ...answers: [string, string | null][]) =>
  ({ people: [{ patientId, answers: answers.map(([question, answer]) => ({ question, answer })) }] }) as never

test('answers are sent to the laboratory with the request that asks for them, and are sealed in the database', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const { client, patientId } = customer
  const { id, number } = await paidQuestions(customer)
  expect((await client.order(id)).asksQuestions).toBe(true)
  expect(await client.visitAnswers(id)).toEqual({
    people: [
      {
        patientId,
        firstName: 'Anna',
        answers: [
          { question: 'lastPeriod', answer: null },
          { question: 'biotin', answer: null },
        ],
      },
    ],
    isOpen: true,
  })
  await client.answerVisit(id, saying(patientId, ['lastPeriod', '2040-02-20'], ['biotin', 'yes']))
  const stored = await house.database.queries.select().from(visitAnswers).where(eq(visitAnswers.orderId, id))
  expect(stored).toHaveLength(2)
  // As a whole value: three letters may occur in sealed text, which is random.
  expect(stored.flatMap((row) => Object.values(row))).not.toContain('yes')
  expect(JSON.stringify(stored)).not.toContain('2040-02-20')

  const requests = await house.laboratory.requests(number)
  const [count, fsh] = [COUNT, FSH].map((code) =>
    requests.find((request) => request.code.coding[0].code === code),
  )
  expect(count).not.toHaveProperty('supportingInfo')
  expect(fsh.supportingInfo).toEqual([{ reference: '#answer-lastPeriod' }, { reference: '#answer-biotin' }])
  expect(fsh.contained).toMatchObject([
    { code: { coding: [{ code: '8665-2' }, { code: 'lastPeriod' }] }, valueDateTime: '2040-02-20' },
    { code: { coding: [{ code: 'biotin' }] }, valueBoolean: true },
  ])
  expect(findR4Faults(fsh)).toEqual([])

  // One answer is taken back; the other is not named and stays.
  const { people } = await client.answerVisit(id, saying(patientId, ['biotin', null]))
  expect(people[0]!.answers.map(({ answer }) => answer)).toEqual(['2040-02-20', null])
})

test('an answer that no key decrypts is asked for again, is sent to no laboratory, and is not deleted by a form that showed none', async () => {
  const customer = await house.shop.customer()
  const { client, patientId } = customer
  const { id, number } = await paidQuestions(customer)
  await client.answerVisit(id, saying(patientId, ['lastPeriod', '2040-02-20'], ['biotin', 'yes']))
  const ofBiotin = and(eq(visitAnswers.orderId, id), eq(visitAnswers.question, 'biotin'))
  const damaged = { sealedAnswer: 'nonsense' }
  await house.database.queries.update(visitAnswers).set(damaged).where(ofBiotin)
  const answersOf = async () => (await client.visitAnswers(id)).people[0]!.answers
  expect(await answersOf()).toEqual([
    { question: 'lastPeriod', answer: '2040-02-20' },
    { question: 'biotin', answer: null },
  ])
  const fsh = (await house.laboratory.requests(number)).find((request) => request.code.coding[0].code === FSH)
  expect(fsh.supportingInfo).toEqual([{ reference: '#answer-lastPeriod' }])
  // The form sends what it showed, with a different day.
  await client.answerVisit(id, saying(patientId, ['lastPeriod', '2040-02-21'], ['biotin', null]))
  expect(await house.database.queries.select().from(visitAnswers).where(ofBiotin)).toMatchObject([damaged])
  await client.answerVisit(id, saying(patientId, ['biotin', 'no']))
  expect(await answersOf()).toEqual([
    { question: 'lastPeriod', answer: '2040-02-21' },
    { question: 'biotin', answer: 'no' },
  ])
})

test('other accounts neither read nor answer, and invalid, unasked and late answers are refused', async () => {
  const customer = await house.shop.customer()
  const { client, patientId } = customer
  const { id, requests } = await paidQuestions(customer)
  const stranger = await house.shop.customer()
  await expect(stranger.client.visitAnswers(id)).rejects.toMatchObject({ status: 404 })
  const theirs = stranger.client.answerVisit(id, saying(patientId, ['biotin', 'no']))
  await expect(theirs).rejects.toMatchObject({ status: 404 })
  const unknown = client.answerVisit(id, saying(stranger.patientId, ['biotin', 'no']))
  await expect(unknown).rejects.toMatchObject({ code: 'unknown_patient' })
  for (const answer of [
    ['lastPeriod', 'yesterday'],
    ['lastPeriod', '2041-01-01'],
    ['contrast', 'yes'],
  ] as [string, string][]) {
    const refused = client.answerVisit(id, saying(patientId, ['biotin', 'no'], answer))
    await expect(refused).rejects.toMatchObject({ status: 422, code: 'invalid_fields' })
  }
  // The whole call was refused.
  expect((await client.visitAnswers(id)).people[0]!.answers.map(({ answer }) => answer)).toEqual([null, null])
  await house.laboratory.report(specimenOf(requests))
  await house.laboratory.report(...reportOn(requests[0], [], { status: 'registered', issued: undefined }))
  const late = client.answerVisit(id, saying(patientId, ['biotin', 'no']))
  await expect(late).rejects.toMatchObject({ code: 'visit_not_changeable' })
})

test('two concurrent answers leave one, an order that asks nothing has no questions, and old answers are deleted', async () => {
  const customer = await house.shop.customer()
  const { client, patientId } = customer
  const silent = await paidQuestions(customer, [COUNT])
  expect((await client.order(silent.id)).asksQuestions).toBe(false)
  expect((await client.visitAnswers(silent.id)).people).toEqual([])
  const { id } = await paidQuestions(customer)
  await Promise.all(
    ['yes', 'no'].map((answer) => client.answerVisit(id, saying(patientId, ['biotin', answer]))),
  )
  expect(['yes', 'no']).toContain((await client.visitAnswers(id)).people[0]!.answers[1]!.answer)

  const { context } = house.shop.api
  const after = (days: number) => ({
    ...context,
    now: () => new Date(house.shop.clock.now.getTime() + days * 86_400_000),
  })
  await deleteOldAnswers(after(VISIT_ANSWER_DAYS - 1))
  expect((await client.visitAnswers(id)).people[0]!.answers[1]!.answer).not.toBeNull()
  await deleteOldAnswers(after(VISIT_ANSWER_DAYS + 30))
  expect(await house.database.queries.select().from(visitAnswers)).toEqual([])
})
