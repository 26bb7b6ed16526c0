import { CALL_OUTCOMES, PHONE_SOURCES } from '@shop/domain/laboratory-desk'
import { z } from 'zod'
import { instantSchema, textSchema } from './fields.ts'
import { foundValueSchema, resultHeadShape, resultValuesShape } from './held-results.ts'
import { LONGEST_CALLED, LONGEST_SAID_BACK, SHORTEST_CALLED } from './input-lengths.ts'

export const CRITICAL_LISTS = ['open', 'settled'] as const
export type CriticalList = (typeof CRITICAL_LISTS)[number]

const headShape = {
  ...resultHeadShape,
  since: instantSchema.describe('When they were reported'),
  isOpen: z.boolean().describe('No one has been notified yet'),
  calls: z.int().describe('How many calls were made'),
}
const phoneShape = {
  phone: z.string().nullable(),
  // The previous release does not send it.
  phoneOf: z
    .enum(PHONE_SOURCES)
    .nullable()
    .optional()
    .describe('Where the number comes from: given with the order, for the visit, or in the account'),
}
export const criticalHeadSchema = z
  .object({
    ...headShape,
    // The previous release sends neither.
    found: z.array(foundValueSchema).optional().describe('The critical values; only of open ones'),
    contact: z.object(phoneShape).optional().describe('The number to call; only for open ones'),
  })
  .meta({ id: 'CriticalHead' })
export type CriticalHead = z.infer<typeof criticalHeadSchema>

export const criticalDetailsSchema = z
  .object({
    ...headShape,
    ...resultValuesShape,
    isHeld: z.boolean().describe('The patient does not see it until it is released'),
    contact: z.object({ email: z.string().nullable(), ...phoneShape }),
    log: z
      .array(
        z.object({
          at: instantSchema,
          by: z.string(),
          outcome: z.enum(CALL_OUTCOMES),
          called: z.string(),
          saidBack: z.string(),
        }),
      )
      .describe('Calls, latest first'),
    version: z.int().min(0),
  })
  .meta({ id: 'CriticalDetails' })
export type CriticalDetails = z.infer<typeof criticalDetailsSchema>

export const noteCallSchema = z
  .object({
    version: z.int().min(0).describe('The version that was read'),
    outcome: z.enum(CALL_OUTCOMES),
    called: textSchema
      .min(SHORTEST_CALLED)
      .max(LONGEST_CALLED)
      .describe('Who was called, or why no call is needed'),
    saidBack: textSchema
      .max(LONGEST_SAID_BACK)
      .describe('What was repeated back; required if the person was reached'),
  })
  .refine(({ outcome, saidBack }) => outcome !== 'reached' || saidBack !== '', {
    path: ['saidBack'],
    message: 'what was repeated back is required',
  })
  .meta({
    id: 'NoteCall',
    example: {
      version: 0,
      outcome: 'reached',
      called: 'Dr Maria Lis, +375 29 123-45-67',
      saidBack: 'Haemoglobin 61 g/L; the patient is called in today.',
    },
  })
export type NoteCall = z.infer<typeof noteCallSchema>
export const criticalVersionSchema = z.object({ version: z.int() }).meta({ id: 'CriticalVersion' })
