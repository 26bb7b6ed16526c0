import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { observation, type Resource } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { countJudged } from './count-judged.ts'
import { analysisResults } from './tables.ts'
import { HAEMOGLOBIN, reportedResult } from './testing/reported-result.ts'

const house = laboratoryOfFile()

const LEUKOCYTES = '6690-2'
const words = { valueString: 'seen under the microscope' }
/** Words that no range judges. */
const oneUnjudged = (request: Resource) => [
  observation(request, HAEMOGLOBIN),
  observation(request, LEUKOCYTES, words),
]

test('a report says how many of its values are judged; one that a former release stored is counted by a sweep, once', async () => {
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
  expect(await countJudged(context)).toBe(2)
  expect(await seen(both)).toEqual({ valueCount: 1, judgedCount: 1 })
  expect(await seen(one)).toEqual({ valueCount: 2, judgedCount: 1 })
  expect(await countJudged(context)).toBe(0)
  const [row] = await queries
    .select()
    .from(analysisResults)
    .where(eq(analysisResults.id, one.analysisResultId))
  expect(row!.outsideCount).toBe(1)
})
