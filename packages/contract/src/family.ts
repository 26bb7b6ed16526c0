import { z } from 'zod'
import { orderSchema } from './orders.ts'
import { dueRepeatSchema } from './repeats.ts'
import { testResultSummarySchema } from './results.ts'

/** The data of an account's start page. */
export const familySchema = z
  .object({
    orders: z
      .array(orderSchema)
      .describe('Orders to be paid for, with a visit ahead, or with results still to come'),
    results: z
      .array(testResultSummarySchema)
      .nullable()
      .describe('The newest; null if the second factor must be given again'),
    // The previous release does not send it.
    repeats: z
      .array(dueRepeatSchema)
      .optional()
      .describe('Tests that the owner wanted to repeat by now, the earliest first'),
  })
  .meta({ id: 'Family' })
export type Family = z.infer<typeof familySchema>
