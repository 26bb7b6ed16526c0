import { z } from 'zod'
import { instantSchema } from './fields.ts'

/** `none`: nobody has asked, or what was asked or allowed is over. */
export const TESTS_CONSENT_STATES = ['none', 'asked', 'granted', 'refused'] as const

/** Whether the support may see the names of an order's tests because its patient lets them. */
export const testsConsentSchema = z
  .object({
    state: z.enum(TESTS_CONSENT_STATES),
    until: instantSchema.nullable().describe('Granted: until when; asked: until when it can be answered'),
  })
  .meta({ id: 'TestsConsent' })
export type TestsConsent = z.infer<typeof testsConsentSchema>

export const answerTestsConsentSchema = z
  .object({ isGranted: z.boolean().describe('`false` refuses, and takes back what was granted') })
  .meta({ id: 'AnswerTestsConsent', example: { isGranted: true } })
