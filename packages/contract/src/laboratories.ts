import { z } from 'zod'
import { catalogueIdSchema } from './fields.ts'

const hoursSchema = z.object({ open: z.string(), close: z.string() }).nullable()
export const openingHoursSchema = z.object({
  monday: hoursSchema,
  tuesday: hoursSchema,
  wednesday: hoursSchema,
  thursday: hoursSchema,
  friday: hoursSchema,
  saturday: hoursSchema,
  sunday: hoursSchema,
})
export type OpeningHours = z.infer<typeof openingHoursSchema>

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
    type: z.enum(['PHYSICAL', 'HOME_SERVICE']),
    assortmentId: catalogueIdSchema,
    openingHours: openingHoursSchema,
    callable: z.object({ strategy: z.literal('REGION') }).optional(),
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
  type: 'PHYSICAL' | 'HOME_SERVICE'
  openingHours: OpeningHours
  /** Present for laboratories that come home: what is not PHYSICAL. */
  callable?: { strategy: 'REGION' }
}

export function laboratoryFromWire(wire: WireLaboratory): Laboratory {
  const physical = wire.type === 'PHYSICAL'
  return {
    id: String(wire.id),
    cityName: wire.address.city || 'No city',
    address: wire.address.address || 'No address',
    email: wire.email,
    aboutLink: wire.aboutLink,
    latitude: wire.address.latitude ?? 0,
    longitude: wire.address.longitude ?? 0,
    assortmentId: wire.assortmentId,
    type: physical ? 'PHYSICAL' : 'HOME_SERVICE',
    openingHours: wire.openingHours,
    ...(physical ? {} : { callable: wire.callable ?? { strategy: 'REGION' as const } }),
  }
}

export const callableRegionSchema = z.object({
  id: catalogueIdSchema,
  name: z.string(),
  price: z.object({ price: z.number(), currency: z.literal('BYN') }),
  isActive: z.boolean(),
})
export type CallableRegion = z.infer<typeof callableRegionSchema>
