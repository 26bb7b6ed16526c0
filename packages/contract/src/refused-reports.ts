import { REFUSAL_REASONS, REFUSED_REPORT_SOURCES, REFUSED_REPORT_STATES } from '@shop/domain/laboratory-desk'
import { ORDER_STATES } from '@shop/domain/order-states'
import { z } from 'zod'
import {
  catalogueIdParameterSchema,
  dateSchema,
  instantSchema,
  personalIdSchema,
  textSchema,
  versionSchema,
  wireGenderSchema,
} from './fields.ts'
import { LONGEST_ASIDE_REASON, SHORTEST_ASIDE_REASON } from './input-lengths.ts'

/** The order's number and the line's number, counted from 1, as on the tube. */
export const requestLabelSchema = z
  .string()
  .regex(/^\d{1,18}-\d{1,4}$/, 'a number as on the tube, 1000071-1')
  .describe('As on the tube: `1000071-1`')

export const refusedReportsQuerySchema = z.object({
  state: z.enum(REFUSED_REPORT_STATES).default('open'),
  reason: z.enum(REFUSAL_REASONS).optional(),
  laboratoryId: catalogueIdParameterSchema.optional(),
})

const headShape = {
  id: personalIdSchema,
  source: z
    .enum(REFUSED_REPORT_SOURCES)
    .describe('FHIR, or an HL7 v2 message that could not be expressed in FHIR'),
  system: z.string().describe('The laboratory’s system that sent it'),
  laboratoryIds: z
    .array(z.int())
    .nullable()
    .describe('Laboratories that it may belong to; null: any laboratory'),
  orderNumber: z.string().nullable().describe('The order that it names'),
  reasons: z.array(z.enum(REFUSAL_REASONS)),
  firstAt: instantSchema,
  lastAt: instantSchema,
  times: z.int().describe('How many times the same report was received'),
  state: z.enum(REFUSED_REPORT_STATES),
  version: z.int().min(0),
}
export const refusedReportHeadSchema = z.object(headShape).meta({ id: 'RefusedReportHead' })
export type RefusedReportHead = z.infer<typeof refusedReportHeadSchema>

/** An ordered test with its patient, shown when a report is assigned to it. */
export const requestLineSchema = z
  .object({
    label: z.string(),
    orderId: personalIdSchema,
    orderState: z.enum(ORDER_STATES),
    laboratoryId: z.int(),
    visitStart: instantSchema,
    test: z.string(),
    patient: z.object({ name: z.string(), gender: wireGenderSchema, dateOfBirth: dateSchema }),
    isReported: z.boolean().describe('A readable report on it has been received'),
  })
  .meta({ id: 'RequestLine' })
export type RequestLine = z.infer<typeof requestLineSchema>

const reportedSchema = z.object({
  entry: z.int().describe('Its index in the bundle'),
  test: z.string().describe('The laboratory’s wording'),
  status: z.string(),
  issuedAt: z.string().nullable(),
  named: z.string().describe('What the report refers to'),
  comment: z.string().nullable(),
  values: z.array(z.object({ name: z.string(), value: z.string() })),
  deletes: z.array(z.string()).optional().describe('The stored values that it deletes'),
  line: requestLineSchema.nullable().describe('The ordered test that it refers to, if there is one'),
})

export const refusedReportSchema = z
  .object({
    ...headShape,
    issues: z.array(
      z.object({
        reason: z.enum(REFUSAL_REASONS),
        diagnostics: z.string().describe('As sent to the laboratory’s system'),
        place: z.string().nullable(),
      }),
    ),
    reports: z.array(reportedSchema),
    text: z.string().nullable().describe('The body as sent, if no report can be read in it'),
    canBeTried: z.boolean(),
    settled: z
      .object({ by: z.string(), at: instantSchema, reason: z.string().nullable() })
      .nullable()
      .describe('Who had it accepted or put it aside'),
  })
  .meta({ id: 'RefusedReport' })
export type RefusedReport = z.infer<typeof refusedReportSchema>

export const tryRefusedReportSchema = z
  .object({
    version: versionSchema,
    lays: z
      .array(
        z.object({
          entry: z.int().min(0).describe('Which report'),
          label: requestLabelSchema.describe('The ordered test that it is assigned to'),
        }),
      )
      .max(100),
  })
  .meta({
    id: 'TryRefusedReport',
    example: { version: 0, lays: [{ entry: 0, label: '1000071-1' }] },
  })
export type TryRefusedReport = z.infer<typeof tryRefusedReportSchema>

export const setAsideReportSchema = z
  .object({ version: versionSchema, reason: textSchema.min(SHORTEST_ASIDE_REASON).max(LONGEST_ASIDE_REASON) })
  .meta({ id: 'SetAsideReport', example: { version: 0, reason: 'The laboratory has sent it again.' } })

export const refusedReportStandsSchema = z
  .object({ state: z.enum(REFUSED_REPORT_STATES), version: z.int() })
  .meta({ id: 'RefusedReportStands' })
