import { z } from 'zod'
import { catalogueIdSchema, instantSchema, personalIdSchema } from './fields.ts'

export const resultStatusSchema = z.enum(['preliminary', 'final', 'corrected', 'cancelled'])
export const interpretationSchema = z.enum([
  'normal',
  'low',
  'high',
  'criticalLow',
  'criticalHigh',
  'abnormal',
])
export type Interpretation = z.infer<typeof interpretationSchema>

export const observationSchema = z
  .object({
    id: personalIdSchema,
    name: z.string(),
    loinc: z.string().nullable(),
    value: z
      .discriminatedUnion('kind', [
        z.object({
          kind: z.literal('numeric'),
          value: z.number(),
          unit: z.string().nullable(),
          decimals: z.int(),
        }),
        z.object({ kind: z.literal('coded'), text: z.string() }),
      ])
      .nullable()
      .describe('null: cancelled or not done'),
    referenceRange: z
      .object({ low: z.number().optional(), high: z.number().optional(), text: z.string().optional() })
      .nullable(),
    interpretation: interpretationSchema.nullable(),
    comment: z.string().nullable(),
    status: resultStatusSchema,
    at: instantSchema,
    replaced: z
      .array(z.object({ text: z.string(), at: instantSchema, replacedAt: instantSchema }))
      .describe('What a correction replaced, newest first'),
  })
  .meta({ id: 'Observation' })
export type Observation = z.infer<typeof observationSchema>

export const analysisResultSummarySchema = z
  .object({
    id: personalIdSchema,
    analysisId: catalogueIdSchema,
    name: z.string(),
    status: resultStatusSchema.nullable().describe('null: not reported yet'),
    unread: z.boolean(),
    valueCount: z.int(),
    outsideCount: z.int(),
    hasCritical: z.boolean(),
    reportedAt: instantSchema.nullable(),
    expectedDate: z.string().nullable(),
  })
  .meta({ id: 'AnalysisResultSummary' })
export type AnalysisResultSummary = z.infer<typeof analysisResultSummarySchema>

const resultPatientSchema = z.object({
  id: personalIdSchema,
  firstName: z.string(),
  lastName: z.string(),
  analysisCount: z.int(),
  reportedCount: z.int(),
  outsideCount: z.int(),
  unread: z.boolean(),
})

export const testResultSummarySchema = z
  .object({
    id: personalIdSchema,
    orderId: personalIdSchema,
    orderNumber: z.string(),
    sampledAt: instantSchema,
    laboratoryName: z.string(),
    complete: z.boolean(),
    unread: z.boolean(),
    patients: z.array(resultPatientSchema),
  })
  .meta({ id: 'TestResultSummary' })
export type TestResultSummary = z.infer<typeof testResultSummarySchema>

export const testResultPageSchema = z
  .object({ items: z.array(testResultSummarySchema), nextCursor: z.string().nullable() })
  .meta({ id: 'TestResultPage' })

export const patientResultsSchema = z
  .object({
    testResult: testResultSummarySchema.omit({ patients: true }),
    patient: resultPatientSchema.extend({ gender: z.enum(['M', 'F']), dateOfBirth: z.string() }),
    analyses: z.array(analysisResultSummarySchema),
  })
  .meta({ id: 'PatientResults' })
export type PatientResults = z.infer<typeof patientResultsSchema>

export const trendSchema = z.object({
  observationName: z.string(),
  unit: z.string().nullable(),
  points: z.array(
    z.object({
      at: instantSchema,
      value: z.number(),
      low: z.number().optional(),
      high: z.number().optional(),
      interpretation: interpretationSchema.nullable(),
    }),
  ),
})

export const analysisResultSchema = analysisResultSummarySchema
  .extend({
    testResult: testResultSummarySchema.omit({ patients: true }),
    patient: z.object({
      id: personalIdSchema,
      firstName: z.string(),
      lastName: z.string(),
      gender: z.enum(['M', 'F']),
      dateOfBirth: z.string(),
    }),
    sampledAt: instantSchema,
    specimen: z.string().nullable(),
    comment: z.string().nullable(),
    observations: z.array(observationSchema),
    trends: z.array(trendSchema).describe('Same unit and method only; two points at least'),
  })
  .meta({ id: 'AnalysisResult' })
export type AnalysisResult = z.infer<typeof analysisResultSchema>
