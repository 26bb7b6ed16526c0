import { z } from 'zod'
import { catalogueIdSchema, instantSchema } from './fields.ts'
import { ownPasswordSchema } from './staff.ts'

export const clientIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{2,62}$/, '3 to 63 characters of a-z, 0-9 and -, not starting with -')

const clientKeySchema = z.object({
  kid: z.string(),
  algorithm: z.string().describe('JWS algorithm: `RS384`, `ES384`'),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable().describe('When a token was last obtained with it'),
  endedAt: instantSchema.nullable(),
})

/** A laboratory's information system that may log in, or once could. */
export const laboratoryClientSchema = z
  .object({
    id: clientIdSchema,
    name: z.string(),
    scopes: z.array(z.string()),
    laboratoryIds: z
      .array(catalogueIdSchema)
      .nullable()
      .describe('Laboratories whose orders it sees; null: all'),
    createdAt: instantSchema,
    endedAt: instantSchema.nullable(),
    keys: z.array(clientKeySchema).describe('Keys in force first, then by age, newest first'),
  })
  .meta({ id: 'LaboratoryClient' })

export const endClientKeySchema = ownPasswordSchema
  .extend({ kid: z.string().min(1).max(255) })
  .meta({ id: 'EndClientKey', example: { password: 'plum harbour 47 lantern', kid: '2027-spring' } })
