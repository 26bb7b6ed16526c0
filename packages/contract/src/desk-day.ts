import { VISIT_KINDS } from '@shop/domain/laboratory'
import { ORDER_STATES } from '@shop/domain/order-states'
import { VISIT_STATES } from '@shop/domain/visit-progress'
import { z } from 'zod'
import { catalogueIdSchema, dateSchema, instantSchema, personalIdSchema } from './fields.ts'
import { visitAddressSchema } from './orders.ts'

export const deskLaboratorySchema = z
  .object({
    id: catalogueIdSchema,
    city: z.string(),
    address: z.string(),
    visitKind: z.enum(VISIT_KINDS),
  })
  .meta({ id: 'DeskLaboratory' })

export const deskVisitSchema = z
  .object({
    orderId: personalIdSchema,
    number: z.string(),
    orderState: z.enum(ORDER_STATES),
    state: z.enum(VISIT_STATES),
    version: z.int(),
    kind: z.enum(VISIT_KINDS),
    start: instantSchema,
    end: instantSchema,
    laboratoryId: catalogueIdSchema,
    regionName: z.string().nullable(),
    address: visitAddressSchema.nullable(),
    phone: z.string().nullable(),
    patientNames: z.array(z.string()),
    analysisCount: z.int(),
    hasNote: z.boolean(),
  })
  .meta({ id: 'DeskVisit' })
export type DeskVisit = z.infer<typeof deskVisitSchema>

export const visitRegionsSchema = z
  .array(z.object({ id: catalogueIdSchema, name: z.string(), visits: z.int() }))
  .describe(
    'Where patients are visited at home on this day, for the laboratories of the role, regardless of the filters',
  )
/** The most visits that a day lists: the counts are of all. */
export const DAY_VISITS = 1_000
export const dayOfVisitsSchema = z
  .object({
    date: dateSchema,
    visits: z.array(deskVisitSchema).describe(`By time, at most ${DAY_VISITS}`),
    regions: visitRegionsSchema,
    // The previous release does not send them.
    counts: z
      .object({
        expected: z.int(),
        arrived: z.int(),
        missed: z.int(),
        done: z.int(),
        late: z.int().describe('Expected ones whose time has passed'),
      })
      .optional()
      .describe('Of all visits of the day in the requested place, even of those that are not listed'),
  })
  .meta({ id: 'DayOfVisits' })
export type DayOfVisits = z.infer<typeof dayOfVisitsSchema>
