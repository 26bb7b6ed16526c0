import { COMPARATORS, KNOWN_INTERPRETATIONS, RESULT_STATUSES } from '@shop/domain/results'
import { SHARE_DAYS } from '@shop/domain/share'
import { z } from 'zod'
import { catalogueIdSchema, instantSchema, personalIdSchema, textSchema, wireGenderSchema } from './fields.ts'
import { LONGEST_PAPER_CODE } from './input-lengths.ts'
import { OPENED_SHARE_MINUTES } from './lifetimes.ts'
import { repeatChoiceSchema } from './repeats.ts'

const resultStatusSchema = z.enum(RESULT_STATUSES)
const interpretationSchema = z.enum(KNOWN_INTERPRETATIONS)
const isCriticalSchema = z.boolean().optional().describe('Of an abnormal value: it is critical')
/** Read together, by `interpretationOf`. */
export const interpretationShape = {
  interpretation: interpretationSchema.nullable(),
  isCritical: isCriticalSchema,
}

/** The parts of a long report; null stands for a report without parts. */
export const OBSERVATION_GROUPS = [
  'redCells',
  'platelets',
  'whiteCells',
  'sedimentation',
  'appearance',
  'chemistry',
  'microscopy',
  'foodAllergens',
  'inhalantAllergens',
  'animalAllergens',
] as const

/** A value as reported: `comparator` says that it is beyond what the method measures, as in `< 0.5`. */
const numericValueSchema = z.object({
  kind: z.literal('numeric'),
  value: z.number(),
  comparator: z.enum(COMPARATORS).nullable(),
  unit: z.string().nullable().describe("In the reader's notation: `× 10⁹/L`, `× 10⁹/л`"),
  decimals: z.int(),
})
const codedValueSchema = z.object({ kind: z.literal('coded'), text: z.string() })

export const observationSchema = z
  .object({
    id: personalIdSchema,
    name: z.string(),
    loinc: z.string().nullable(),
    group: z.enum(OBSERVATION_GROUPS).nullable(),
    value: z
      .discriminatedUnion('kind', [numericValueSchema, codedValueSchema])
      .nullable()
      .describe('null: cancelled or not done'),
    absentReason: z.string().nullable().describe('In words, why there is no value'),
    referenceRange: z
      .object({
        low: z.number().optional(),
        high: z.number().optional(),
        includesLimit: z.boolean().optional().describe('Its only limit belongs to it'),
        text: z.string().optional(),
      })
      .nullable(),
    ...interpretationShape,
    method: z.string().nullable(),
    comment: z.string().nullable(),
    status: resultStatusSchema,
    at: instantSchema,
    replaced: z
      .array(z.object({ text: z.string(), at: instantSchema, replacedAt: instantSchema }))
      .describe('What a correction replaced, newest first'),
  })
  .meta({ id: 'Observation' })
export type Observation = z.infer<typeof observationSchema>

/** The part of the body that an analysis tells about, by the catalogue: the liver, the thyroid. */
const bodySystemSchema = z.object({ id: catalogueIdSchema, name: z.string(), about: z.string().nullable() })

const judgedCount = z
  .int()
  .describe('Values with a range or an interpretation; the others cannot be said to be in range')

export const analysisResultSummarySchema = z
  .object({
    id: personalIdSchema,
    analysisId: catalogueIdSchema,
    name: z.string(),
    system: bodySystemSchema
      .nullable()
      .describe('The part of the body that it is about; null if the catalogue no longer has it'),
    status: resultStatusSchema.nullable().describe('null: not reported yet'),
    unread: z.boolean(),
    valueCount: z.int(),
    outsideCount: z.int(),
    judgedCount,
    hasCritical: z.boolean(),
    reportedAt: instantSchema.nullable(),
    expectedDate: z
      .string()
      .nullable()
      .describe('When the report is expected; null if it has arrived, or if that day has passed'),
    awaits: z
      .string()
      .nullable()
      .describe('In words, what an awaited result waits for besides the laboratory'),
  })
  .meta({ id: 'AnalysisResultSummary' })
export type AnalysisResultSummary = z.infer<typeof analysisResultSummarySchema>

const resultPatientSchema = z.object({
  id: personalIdSchema,
  firstName: z.string(),
  lastName: z.string(),
  analysisCount: z.int(),
  firstAnalyses: z
    .array(z.object({ id: personalIdSchema, name: z.string() }))
    .describe(
      'The first two in the sequence of the order, reported or not; `id` is that of the analysis result',
    ),
  reportedCount: z.int().describe('Including preliminary ones'),
  preliminaryCount: z.int(),
  valueCount: z.int(),
  outsideCount: z.int(),
  judgedCount,
  hasCritical: z.boolean(),
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
  .object({
    items: z.array(testResultSummarySchema),
    nextCursor: z.string().nullable(),
    patients: z
      .array(z.object({ id: personalIdSchema, firstName: z.string(), lastName: z.string() }))
      .describe('The patients of the account who have results, for filtering the list'),
  })
  .meta({ id: 'TestResultPage' })
export type TestResultPage = z.infer<typeof testResultPageSchema>

export const patientResultsSchema = z
  .object({
    testResult: testResultSummarySchema.omit({ patients: true }),
    complete: z
      .boolean()
      .describe("All of this patient's analyses are reported; those of other patients may still be awaited"),
    patient: resultPatientSchema.extend({ gender: wireGenderSchema, dateOfBirth: z.string() }),
    analyses: z.array(analysisResultSummarySchema),
    outside: z
      .array(
        observationSchema.pick({ id: true, name: true }).extend({
          analysisResultId: personalIdSchema,
          value: z.string().describe('In words: `116 g/L`, `detected`'),
          interpretation: interpretationSchema,
          isCritical: isCriticalSchema,
        }),
      )
      .describe('The values outside their ranges, in the order of the analyses'),
    only: observationSchema.optional().describe('The value, if exactly one is reported'),
    repeat: repeatChoiceSchema
      .optional()
      .describe(
        'Absent if the patient has been deleted, results are still awaited, or all tests have been ordered again since',
      ),
  })
  .meta({ id: 'PatientResults' })
export type PatientResults = z.infer<typeof patientResultsSchema>

export const trendSchema = z.object({
  observationId: personalIdSchema.describe('The value of this report with which the course ends'),
  observationName: z.string(),
  unit: z.string().nullable(),
  decimals: z.int(),
  points: z.array(
    z.object({
      at: instantSchema,
      value: z.number(),
      low: z.number().optional(),
      high: z.number().optional(),
      ...interpretationShape,
    }),
  ),
})
export type Trend = z.infer<typeof trendSchema>

const readerPatientSchema = z.object({
  id: personalIdSchema,
  firstName: z.string(),
  lastName: z.string(),
  gender: wireGenderSchema,
  dateOfBirth: z.string(),
})

/** The content of one report, regardless of who may read it and of other reports. */
export const analysisReportSchema = analysisResultSummarySchema.extend({
  sampledAt: instantSchema,
  specimen: z.string().nullable(),
  comment: z.string().nullable(),
  description: z.string().nullable().describe('What the analysis is for in general, from the catalogue'),
  observations: z.array(observationSchema),
  withdrawn: z
    .array(z.object({ name: z.string(), text: z.string(), at: instantSchema, replacedAt: instantSchema }))
    .describe('Values that were reported as final and then withdrawn by the laboratory'),
})
export type AnalysisReport = z.infer<typeof analysisReportSchema>

export const analysisResultSchema = analysisReportSchema
  .extend({
    testResult: testResultSummarySchema.omit({ patients: true }),
    patient: readerPatientSchema,
    trends: z.array(trendSchema).describe('Only values with the same unit and method; at least two points'),
    others: z
      .array(
        z.object({
          id: personalIdSchema,
          testResultId: personalIdSchema,
          sampledAt: instantSchema,
          status: resultStatusSchema,
          outsideCount: z.int(),
          hasCritical: z.boolean(),
        }),
      )
      .describe('Further results of the same analysis for the same patient, newest first, at most 20'),
    repeat: repeatChoiceSchema
      .optional()
      .describe('As that of `PatientResults`, if the report has no other analysis'),
  })
  .meta({ id: 'AnalysisResult' })
export type AnalysisResult = z.infer<typeof analysisResultSchema>

/** Everything reported for one patient of one order: the content of a paper report. */
export const patientReportSchema = z
  .object({
    orderNumber: z.string(),
    sampledAt: instantSchema,
    laboratoryName: z.string(),
    complete: z
      .boolean()
      .describe("All of this patient's analyses are reported; those of other patients may still be awaited"),
    patient: readerPatientSchema.omit({ id: true }),
    analyses: z.array(analysisReportSchema),
  })
  .meta({ id: 'PatientReport' })
export type PatientReport = z.infer<typeof patientReportSchema>

const shareKindSchema = z
  .enum(['page', 'healthLink'])
  .describe('A page for people, or a SMART Health Link for their systems')

export const createShareSchema = z
  .object({
    // One literal of all of them would be described to clients as the first alone.
    days: z.union(SHARE_DAYS.map((days) => z.literal(days))).describe('How long the link works'),
    kind: shareKindSchema.default('page'),
  })
  .meta({ id: 'CreateShare', example: { days: 7, kind: 'page' } })

export const shareSchema = z
  .object({
    id: personalIdSchema,
    kind: shareKindSchema,
    createdAt: instantSchema,
    expiresAt: instantSchema,
    state: z.enum(['open', 'expired', 'revoked', 'locked']),
    views: z
      .array(z.object({ at: instantSchema, pinWasRight: z.boolean() }))
      .describe('Attempts to open it, newest first, at most 50'),
  })
  .meta({ id: 'Share' })
export type Share = z.infer<typeof shareSchema>

export const createdShareSchema = shareSchema
  .extend({
    token: z.string().describe('Token of the link; shown only once'),
    pin: z.string().describe('Shown only once'),
    healthLink: z.string().nullable().describe('`shlink:/…`, with the key; shown only once'),
  })
  .meta({ id: 'CreatedShare' })
export type CreatedShare = z.infer<typeof createdShareSchema>

const pinSchema = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'six digits')

export const openShareSchema = z
  .object({ pin: pinSchema })
  .meta({ id: 'OpenShare', example: { pin: '402817' } })
export const openedShareSchema = z
  .object({
    accessKey: z
      .string()
      .describe(`Opens the shared report without the PIN, for ${OPENED_SHARE_MINUTES} minutes`),
  })
  .meta({ id: 'OpenedShare' })

export const sharedReportSchema = z
  .object({ expiresAt: instantSchema, report: patientReportSchema })
  .meta({ id: 'SharedReport' })
export type SharedReport = z.infer<typeof sharedReportSchema>

const typedCodeSchema = textSchema.min(1).max(LONGEST_PAPER_CODE)
export const verifyReportSchema = z
  .object({
    code: typedCodeSchema.describe('As printed; case, spaces and hyphens do not matter'),
    pin: pinSchema
      .optional()
      .describe('PIN of an open link to the same results; without it they are not shown'),
  })
  .meta({ id: 'VerifyReport', example: { code: '7KQ4-M2XH-93WP-T6BD-K8RA-Q3YN-Z7CJ', pin: '402817' } })
export const verifiedReportSchema = z
  .object({
    issuedAt: instantSchema,
    current: z.boolean().describe('false: results were added or corrected after the document was issued'),
    report: patientReportSchema.nullable().describe('null without the PIN, or if no longer current'),
  })
  .meta({ id: 'VerifiedReport' })
export type VerifiedReport = z.infer<typeof verifiedReportSchema>

/** A printed report, with a code by which anyone can check it. */
export const paperCodeSchema = z
  .object({ issuedAt: instantSchema, expiresAt: instantSchema })
  .meta({ id: 'PaperCode' })
export type PaperCode = z.infer<typeof paperCodeSchema>

export const accountVersionSchema = z.object({ version: z.string() }).meta({ id: 'AccountVersion' })

/** The newest final value of one analysis for one patient of the account. */
export const lastResultSchema = z
  .object({
    patientId: personalIdSchema,
    analysisId: catalogueIdSchema,
    sampledAt: instantSchema,
    value: z
      .string()
      .nullable()
      .describe('In the language of `Accept-Language`; null if there are several values'),
  })
  .meta({ id: 'LastResult' })
export type LastResult = z.infer<typeof lastResultSchema>

/** What each person of the account was tested for, on one time axis. */
export const timelineSchema = z
  .object({
    people: z.array(
      z.object({
        id: personalIdSchema,
        firstName: z.string(),
        lastName: z.string(),
        samples: z.array(
          z.object({
            testResultId: personalIdSchema,
            sampledAt: instantSchema,
            analyses: z.array(
              analysisResultSummarySchema
                .omit({ system: true, reportedAt: true, expectedDate: true, awaits: true })
                .extend({
                  value: z
                    .string()
                    .nullable()
                    .describe(
                      'The value of the newest final result of the analysis, if it is a single value',
                    ),
                  ...interpretationShape,
                }),
            ),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'Timeline' })
export type Timeline = z.infer<typeof timelineSchema>
