import { z } from 'zod'
import { LISTED, testSchema, visitContainerSchema } from './desk.ts'
import { deskVisitSchema, visitRegionsSchema } from './desk-day.ts'
import { dateSchema, localeSchema, personalIdSchema, wireGenderSchema } from './fields.ts'
import { turnSchema } from './orders.ts'
import { visitAnswerSchema } from './visit-answers.ts'

/** A person whom the nurse takes samples from. */
export const sheetPersonSchema = z
  .object({
    patientId: personalIdSchema,
    name: z.string(),
    gender: wireGenderSchema,
    dateOfBirth: dateSchema,
    pregnant: z.boolean(),
    tests: z.array(testSchema),
    containers: z.array(visitContainerSchema).describe('In order of draw'),
    answers: z
      .array(visitAnswerSchema)
      .describe('Questions before the visit, with their answers; `null`: not answered'),
    fastingHours: z.int().describe('As required at this age; 0: none'),
    beforeFeed: z.boolean().describe('A baby, who is brought just before the next feed'),
    turn: turnSchema
      .omit({ patientId: true })
      .nullable()
      .describe('For several people, who are listed in the proposed order; null: there is only one'),
  })
  .meta({ id: 'SheetPerson' })
export type SheetPerson = z.infer<typeof sheetPersonSchema>

export const sheetVisitSchema = deskVisitSchema
  .omit({ kind: true, patientNames: true, analysisCount: true, hasNote: true })
  .extend({
    locale: localeSchema.describe('The language of the household'),
    notes: z.array(z.string()).describe('The desk’s notes on the order, oldest first'),
    people: z.array(sheetPersonSchema),
  })
  .meta({ id: 'SheetVisit' })
export type SheetVisit = z.infer<typeof sheetVisitSchema>

export const visitSheetSchema = z
  .object({
    date: dateSchema,
    visits: z.array(sheetVisitSchema).describe(`By time, at most ${LISTED}`),
    // The previous release sends no regions, and cannot narrow the sheet to a place.
    regions: visitRegionsSchema.optional(),
  })
  .meta({ id: 'VisitSheet' })
export type VisitSheet = z.infer<typeof visitSheetSchema>
