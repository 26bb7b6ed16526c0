import { eq, inArray, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { observation, type Resource } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { countJudged, defineJudgedCount } from './count-judged.ts'
import { analysisResults, observations } from './tables.ts'
import { HAEMOGLOBIN, reportedResult } from './testing/reported-result.ts'

const house = laboratoryOfFile()

const LEUKOCYTES = '6690-2'
const words = { valueString: 'seen under the microscope' }
/** One of the two values is in words that no range judges. */
const oneUnjudged = (request: Resource) => [
  observation(request, HAEMOGLOBIN),
  observation(request, LEUKOCYTES, words),
]

test('a report says how many of its values are judged; a report stored by an earlier release is counted by a sweep, once', async () => {
  const customer = await house.shop.customer()
  const both = await reportedResult(house, customer)
  const one = await reportedResult(house, customer, oneUnjudged)
  const seen = async ({ id }: { id: string }) => {
    const { analyses, patient } = await customer.client.patientResults(id, customer.patientId)
    const { valueCount, judgedCount } = analyses[0]!
    expect(patient.judgedCount).toBe(judgedCount)
    return { valueCount, judgedCount }
  }
  expect(await seen(both)).toEqual({ valueCount: 1, judgedCount: 1 })
  expect(await seen(one)).toEqual({ valueCount: 2, judgedCount: 1 })

  const { context } = house.shop.api
  const { queries } = context.database
  const ids = [both.analysisResultId, one.analysisResultId]
  await queries.update(analysisResults).set({ judgedCount: null }).where(inArray(analysisResults.id, ids))
  expect(await seen(one)).toEqual({ valueCount: 2, judgedCount: 0 })
  expect(await countJudged(context)).toEqual({ counted: 2, failed: [] })
  expect(await seen(both)).toEqual({ valueCount: 1, judgedCount: 1 })
  expect(await seen(one)).toEqual({ valueCount: 2, judgedCount: 1 })
  expect(await countJudged(context)).toEqual({ counted: 0, failed: [] })
  const [row] = await queries
    .select()
    .from(analysisResults)
    .where(eq(analysisResults.id, one.analysisResultId))
  expect(row!.outsideCount).toBe(1)
})

test('a value that no key opens leaves its report uncounted and is logged, and every other report is counted', async () => {
  const customer = await house.shop.customer()
  const unread = await reportedResult(house, customer, oneUnjudged)
  const other = await reportedResult(house, customer)
  const { api } = house.shop
  const { queries } = api.context.database
  const ids = [unread.analysisResultId, other.analysisResultId]
  const ofUnread = eq(observations.analysisResultId, unread.analysisResultId)
  const rows = await queries.select().from(observations).where(ofUnread)
  await queries.update(observations).set({ sealedValue: 'nonsense' }).where(eq(observations.id, rows[0]!.id))
  await queries.update(analysisResults).set({ judgedCount: null }).where(inArray(analysisResults.id, ids))
  let sweep = async () => {}
  defineJudgedCount({
    ...api.context,
    jobs: {
      ...api.context.jobs,
      schedule: (_queue, _cron, work) => {
        sweep = work
      },
    },
  })
  api.logLines.length = 0
  await sweep()
  const uncounted = await queries
    .select({ id: analysisResults.id })
    .from(analysisResults)
    .where(isNull(analysisResults.judgedCount))
  expect(uncounted).toEqual([{ id: unread.analysisResultId }])
  const line = await api.logged(({ unreadable }) => unreadable !== undefined)
  expect(line).toMatchObject({
    unreadable: [{ column: 'observation.sealed_value', reports: 1, ids: [unread.analysisResultId] }],
  })
  // Once it opens again, the next sweep counts it.
  await queries
    .update(observations)
    .set({ sealedValue: rows[0]!.sealedValue })
    .where(eq(observations.id, rows[0]!.id))
  expect(await countJudged(api.context)).toEqual({ counted: 1, failed: [] })
})
