import { RELEASE_POLICIES } from '@shop/domain/result-release'
import { RESULT_STATUSES } from '@shop/domain/results'
import { z } from 'zod'
import { dateSchema, instantSchema, personalIdSchema, wireGenderSchema } from './fields.ts'
import { interpretationShape } from './results.ts'

/** Which result the desk means: its patient and its order. */
export const resultHeadShape = {
  id: personalIdSchema,
  orderId: personalIdSchema,
  orderNumber: z.string(),
  laboratoryId: z.int(),
  test: z.string(),
  patient: z.object({ name: z.string(), gender: wireGenderSchema, dateOfBirth: dateSchema }),
}
const resultHeadSchema = z.object(resultHeadShape)
export type ResultHead = z.infer<typeof resultHeadSchema>

/** A value in words and numbers as people read them. */
export const foundValueSchema = z.object({
  name: z.string(),
  value: z.string(),
  range: z.string().nullable(),
  ...interpretationShape,
})
export type FoundValue = z.infer<typeof foundValueSchema>

/** What was found. */
export const resultValuesShape = {
  status: z.enum(RESULT_STATUSES).nullable(),
  sampledAt: instantSchema,
  comment: z.string().nullable(),
  values: z.array(foundValueSchema),
}
const resultValuesSchema = z.object(resultValuesShape)
export type ResultValues = z.infer<typeof resultValuesSchema>

const heldShape = {
  ...resultHeadShape,
  heldSince: instantSchema,
  hasCritical: z.boolean(),
}
const heldResultSchema = z.object(heldShape).meta({ id: 'HeldResult' })

export const heldResultsSchema = z
  .object({
    policy: z
      .enum(RELEASE_POLICIES)
      .describe('Which reports wait for release, according to the network’s setting'),
    results: z.array(heldResultSchema).describe('At most 200'),
  })
  .meta({ id: 'HeldResults' })
export type HeldResults = z.infer<typeof heldResultsSchema>

const releaseShape = { releasedAt: instantSchema, releasedBy: z.string() }

export const heldDetailsSchema = z
  .object({
    ...heldShape,
    ...resultValuesShape,
    heldSince: instantSchema.nullable().describe('null: no longer waiting'),
    release: z.object(releaseShape).nullable().describe('When it was last released, and by whom'),
    isCalled: z.boolean().describe('The critical values have been reported to someone, or no call is needed'),
    version: z.int().min(1).describe('How many reports on it have been received'),
  })
  .meta({ id: 'HeldDetails' })
export type HeldDetails = z.infer<typeof heldDetailsSchema>

export const releaseResultSchema = z
  .object({ version: z.int().min(1).describe('The version that was read') })
  .meta({ id: 'ReleaseResult', example: { version: 1 } })
export type ReleaseResult = z.infer<typeof releaseResultSchema>

export const releasedResultSchema = z.object(releaseShape).meta({ id: 'ReleasedResult' })
export type ReleasedResult = z.infer<typeof releasedResultSchema>
