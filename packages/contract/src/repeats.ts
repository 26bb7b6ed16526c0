import { LONGEST_REPEAT_MONTHS } from '@shop/domain/months'
import { z } from 'zod'
import { askedDateSchema, dateSchema, personalIdSchema } from './fields.ts'

export const repeatTestsSchema = z
  .object({
    month: askedDateSchema
      .refine((day) => day.endsWith('-01'), 'the first day of a month')
      .describe(`Its first day; from the current month to ${LONGEST_REPEAT_MONTHS} months later`),
  })
  .meta({ id: 'RepeatTests', example: { month: '2027-02-01' } })

const repeatMonthSchema = dateSchema.describe('The first day of the month in which a person wants the tests')

export const plannedRepeatSchema = z.object({ month: repeatMonthSchema }).meta({ id: 'PlannedRepeat' })

/** Whether the tests of a report can be repeated, and when its owner wants that. */
export const repeatChoiceSchema = z.object({
  month: repeatMonthSchema.nullable().describe('Null: nothing is planned'),
})

/** Tests of a report that its owner wanted again by now, and has not ordered since. */
export const dueRepeatSchema = z
  .object({
    testResultId: personalIdSchema,
    orderId: personalIdSchema.describe('The order to repeat'),
    month: repeatMonthSchema,
    patient: z.object({
      id: personalIdSchema,
      firstName: z.string(),
      analysisCount: z.int(),
      firstAnalyses: z
        .array(z.object({ id: personalIdSchema, name: z.string() }))
        .describe('The first two in the sequence of the order; `id` is that of the analysis result'),
    }),
  })
  .meta({ id: 'DueRepeat' })
export type DueRepeat = z.infer<typeof dueRepeatSchema>
