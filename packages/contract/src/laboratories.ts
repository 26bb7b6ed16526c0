import {
  CALL_STRATEGY,
  comesHome,
  LABORATORY_SERVICES,
  LABORATORY_TYPES,
  type LaboratoryType,
} from '@shop/domain/laboratory'
import type { OpeningHours } from '@shop/domain/laboratory-calendar'
import type { Locale } from '@shop/domain/locale'
import { ORDER_CURRENCY } from '@shop/domain/money'
import { z } from 'zod'
import { catalogueIdSchema, dateSchema } from './fields.ts'

const hoursSchema = z.object({ open: z.string(), close: z.string() }).nullable()
const openingHoursSchema = z.object({
  monday: hoursSchema,
  tuesday: hoursSchema,
  wednesday: hoursSchema,
  thursday: hoursSchema,
  friday: hoursSchema,
  saturday: hoursSchema,
  sunday: hoursSchema,
} satisfies Record<keyof OpeningHours, z.ZodType>)

export const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM')

export const closureSchema = z
  .object({
    firstDay: dateSchema,
    lastDay: dateSchema.describe('Closed on this day too'),
    fromTime: timeSchema.nullable().describe('With `toTime`: only this part of each day'),
    toTime: timeSchema.nullable(),
  })
  .meta({ id: 'Closure' })

export const wireLaboratorySchema = z
  .object({
    id: catalogueIdSchema,
    address: z.object({
      city: z.string().nullable(),
      address: z.string().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    }),
    aboutLink: z.string().nullable(),
    email: z.string().nullable(),
    type: z.enum(LABORATORY_TYPES),
    assortmentId: catalogueIdSchema,
    openingHours: openingHoursSchema,
    services: z
      .array(z.enum(LABORATORY_SERVICES))
      .optional()
      .describe('Services besides tests; the main API of the previous release does not send them'),
    closures: z.array(closureSchema).describe('Closures of the last two months and future ones'),
    callable: z.object({ strategy: z.literal(CALL_STRATEGY) }).optional(),
  })
  .meta({ id: 'Laboratory' })
export type WireLaboratory = z.infer<typeof wireLaboratorySchema>

/** A laboratory as the client sees it. */
export interface Laboratory {
  id: string
  cityName: string
  address: string
  email: string | null
  aboutLink: string | null
  latitude: number
  longitude: number
  assortmentId: number
  type: LaboratoryType
  openingHours: OpeningHours
  /** Present for laboratories that come home. */
  callable?: { strategy: typeof CALL_STRATEGY }
}

export function laboratoryFromWire(wire: WireLaboratory): Laboratory {
  return {
    id: String(wire.id),
    cityName: wire.address.city || 'No city',
    address: wire.address.address || 'No address',
    email: wire.email,
    aboutLink: wire.aboutLink,
    latitude: wire.address.latitude ?? 0,
    longitude: wire.address.longitude ?? 0,
    assortmentId: wire.assortmentId,
    type: comesHome(wire) ? 'HOME_SERVICE' : 'PHYSICAL',
    openingHours: wire.openingHours,
    ...(comesHome(wire) ? { callable: wire.callable ?? { strategy: CALL_STRATEGY } } : {}),
  }
}

export const callableRegionSchema = z
  .object({
    id: catalogueIdSchema,
    name: z.string().describe('As on its signs'),
    names: z
      .object({ en: z.string(), ru: z.string(), pl: z.string(), be: z.string() } satisfies Record<
        Locale,
        z.ZodType
      >)
      .describe('In the languages of the shop'),
    price: z.object({ price: z.number(), currency: z.literal(ORDER_CURRENCY) }),
    isActive: z.boolean(),
  })
  .meta({ id: 'CallableRegion' })
/** A place that a nurse visits, with the price of the visit. */
export type CallableRegion = z.infer<typeof callableRegionSchema>
