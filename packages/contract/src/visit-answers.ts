import { QUESTION_NAMES } from '@shop/domain/visit-questions'
import { z } from 'zod'
import { personalIdSchema } from './fields.ts'

export const visitAnswerSchema = z
  .object({
    question: z.enum(QUESTION_NAMES),
    answer: z
      .string()
      .max(16)
      .nullable()
      .describe('`yes` or `no`, a day, or a day and time in the business zone; null: not answered'),
  })
  .meta({ id: 'VisitAnswer' })

/** The questions that each person of an order is asked before the visit. */
export const visitAnswersSchema = z
  .object({
    people: z.array(
      z.object({ patientId: personalIdSchema, firstName: z.string(), answers: z.array(visitAnswerSchema) }),
    ),
    isOpen: z.boolean().describe('Answers can still be given, since the samples have not been taken yet'),
  })
  .meta({ id: 'VisitAnswers' })
export type VisitAnswers = z.infer<typeof visitAnswersSchema>

export const answerVisitSchema = z
  .object({
    people: z
      .array(z.object({ patientId: personalIdSchema, answers: z.array(visitAnswerSchema).max(20) }))
      .max(50),
  })
  .meta({
    id: 'AnswerVisit',
    example: {
      people: [
        {
          patientId: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10',
          answers: [{ question: 'biotin', answer: 'no' }],
        },
      ],
    },
  })
export type AnswerVisit = z.infer<typeof answerVisitSchema>
