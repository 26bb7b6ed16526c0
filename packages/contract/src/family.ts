import { z } from 'zod'
import { orderSchema } from './orders.ts'
import { testResultSummarySchema } from './results.ts'

/** The data of an account's start page. */
export const familySchema = z
  .object({
    orders: z.array(orderSchema).describe('To be paid, to be visited, or with results to come'),
    results: z
      .array(testResultSummarySchema)
      .nullable()
      .describe('The newest; null where the second factor has to be given again'),
  })
  .meta({ id: 'Family' })
export type Family = z.infer<typeof familySchema>
