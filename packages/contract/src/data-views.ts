import { z } from 'zod'
import { instantSchema, personalIdSchema } from './fields.ts'

/** Who has looked at a customer's data, and when. */
export const dataViewSchema = z
  .object({
    by: z.enum(['laboratory', 'link', 'paper', 'staff']),
    laboratory: z.string().nullable().describe('Name of the laboratory’s system, if it has one'),
    about: z
      .enum(['order', 'supportMessages', 'rightsRequests', 'account'])
      .describe('What was looked at; `order` includes its results'),
    orderId: personalIdSchema.nullable().describe('null: it was not an order'),
    orderNumber: z.string().nullable(),
    firstAt: instantSchema,
    lastAt: instantSchema,
    times: z.number().int(),
    releasedBy: z
      .string()
      .nullable()
      .describe('Who released a held result of it; null: it was only looked at'),
    isRefused: z.boolean().describe('The holder of a printed report typed a wrong PIN and was shown nothing'),
  })
  .meta({ id: 'PersonalDataView' })
export type PersonalDataView = z.infer<typeof dataViewSchema>
