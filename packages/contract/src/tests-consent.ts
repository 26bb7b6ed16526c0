import { z } from 'zod'
import { instantSchema } from './fields.ts'

/** A grant ends on its own after this time; a question can only be answered within it. */
export const CONSENT_DAYS = 7

/** `none`: never asked, or what was asked or allowed has ended. */
const TESTS_CONSENT_STATES = ['none', 'asked', 'granted', 'refused'] as const

/** Whether the patient lets the support see the names of an order's tests. */
export const testsConsentSchema = z
  .object({
    state: z.enum(TESTS_CONSENT_STATES),
    until: instantSchema
      .nullable()
      .describe('If granted, until when it applies; if asked for, until when it can be answered'),
  })
  .meta({ id: 'TestsConsent' })
export type TestsConsent = z.infer<typeof testsConsentSchema>

export const answerTestsConsentSchema = z
  .object({ isGranted: z.boolean().describe('`false` refuses, or withdraws what was granted') })
  .meta({ id: 'AnswerTestsConsent', example: { isGranted: true } })
