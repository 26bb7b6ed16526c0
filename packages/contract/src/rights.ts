import { LOCALES } from '@shop/domain/locale'
import {
  needsWords,
  PROCESSING_LIMITS,
  RIGHTS,
  RIGHTS_DESK_SOURCES,
  RIGHTS_NOTES,
  RIGHTS_OUTCOMES,
  RIGHTS_REQUEST_STATES,
  RIGHTS_SOURCES,
  RIGHTS_STEPS,
} from '@shop/domain/rights'
import { z } from 'zod'
import {
  askedDateSchema,
  dateSchema,
  emailSchema,
  instantSchema,
  personalIdSchema,
  textSchema,
  versionSchema,
} from './fields.ts'
import {
  LONGEST_FULL_NAME,
  LONGEST_RIGHTS_ANSWER,
  LONGEST_RIGHTS_NOTE,
  LONGEST_RIGHTS_WORDS,
  SHORTEST_RIGHTS_TEXT,
} from './input-lengths.ts'
import { patientPayloadSchema, wirePatientSchema } from './patients.ts'

const askedWordsSchema = textSchema.max(LONGEST_RIGHTS_WORDS).describe('What exactly is requested')
const rightSchema = z.enum(RIGHTS)
const hasWords = ({ right, words }: { right: (typeof RIGHTS)[number]; words: string }) =>
  !needsWords(right) || words !== ''
const WORDS_NEEDED = { path: ['words'], message: 'what is requested must be stated' }

/** A request for a right over one's own data, made in the account. */
export const askRightSchema = z
  .object({ right: rightSchema, words: askedWordsSchema })
  .refine(hasWords, WORDS_NEEDED)
  .meta({ id: 'AskRight', example: { right: 'correction', words: 'My name is written Kavalskaya.' } })
export type AskRight = z.infer<typeof askRightSchema>

const shownShape = {
  id: personalIdSchema,
  reference: z.string().describe('The reference that people quote, for example `D-7KQ2M9XA`'),
  right: rightSchema,
  state: z.enum(RIGHTS_REQUEST_STATES),
  askedAt: instantSchema,
  dueOn: dateSchema.describe('The last day for the answer, in the business zone'),
}

/** A request as its owner sees it. */
export const rightsRequestSchema = z
  .object({
    ...shownShape,
    words: z.string(),
    answer: z.object({ text: z.string(), at: instantSchema }).nullable(),
    steps: z
      .array(z.object({ kind: z.enum(RIGHTS_STEPS), at: instantSchema }))
      .describe('What was done about it, oldest first'),
  })
  .meta({ id: 'RightsRequest' })
export type RightsRequest = z.infer<typeof rightsRequestSchema>

export const RIGHTS_LISTS = ['open', 'mine', 'answered'] as const
export type RightsList = (typeof RIGHTS_LISTS)[number]

/** The limits on what is done with an account's data. */
export const processingLimitsSchema = z
  .object({
    restrictedSince: instantSchema
      .nullable()
      .describe('Since when the data is kept and shown to its owner, but not used'),
    restrictionEndsAt: instantSchema
      .nullable()
      .describe('When the restriction ends, as announced to the owner'),
    objectedSince: instantSchema
      .nullable()
      .describe('Since when the data is used only for an order, a consent or what the law requires'),
  })
  .meta({ id: 'ProcessingLimits' })
export type ProcessingLimits = z.infer<typeof processingLimitsSchema>
export const processingLimitSchema = z.enum(PROCESSING_LIMITS)

const deskShape = {
  ...shownShape,
  source: z.enum(RIGHTS_SOURCES),
  name: z.string(),
  locale: z.enum(LOCALES),
  daysLeft: z.int().describe('Below 0: overdue'),
  assignee: z.object({ id: personalIdSchema, name: z.string() }).nullable(),
  version: z.int().min(0),
}
export const deskRightsHeadSchema = z.object(deskShape).meta({ id: 'DeskRightsHead' })
export type DeskRightsHead = z.infer<typeof deskRightsHeadSchema>

/** What an erasure keeps and what it removes; the reason follows from the name. */
const HELD_DATA = [
  'account',
  'patients',
  'messages',
  'unpaidOrders',
  'openOrders',
  'paidOrders',
  'payments',
  'results',
  'consents',
] as const

export const deskRightsSchema = z
  .object({
    ...deskShape,
    email: z.string(),
    words: z.string(),
    isIdentified: z.boolean().describe('How the person was identified has been recorded'),
    account: z
      .object({ email: z.string(), name: z.string(), since: instantSchema })
      .nullable()
      .describe('Null: there is no account with this address, or it has been erased'),
    limits: processingLimitsSchema.nullable().describe('Null: no account'),
    patients: z.array(wirePatientSchema),
    held: z.array(
      z.object({
        what: z.enum(HELD_DATA),
        count: z.int(),
        isKept: z.boolean().describe('Kept after an erasure, as the law requires'),
      }),
    ),
    steps: z.array(
      z.object({
        kind: z.enum(RIGHTS_STEPS),
        at: instantSchema,
        by: z.string().nullable().describe('Null: the person who made the request, or the shop'),
        text: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'DeskRights' })
export type DeskRights = z.infer<typeof deskRightsSchema>

const noteSchema = textSchema.min(SHORTEST_RIGHTS_TEXT).max(LONGEST_RIGHTS_NOTE)

/** A request that came by post, e-mail, phone or in person. */
export const noteRightSchema = z
  .object({
    right: rightSchema,
    words: askedWordsSchema,
    source: z.enum(RIGHTS_DESK_SOURCES),
    askedOn: askedDateSchema.describe('The day on which it was received; the deadline counts from it'),
    name: textSchema.min(1).max(LONGEST_FULL_NAME),
    email: emailSchema.describe('Address for the answer'),
    locale: z.enum(LOCALES),
  })
  .refine(hasWords, WORDS_NEEDED)
  .meta({
    id: 'NoteRight',
    example: {
      right: 'access',
      words: 'What do you know about me?',
      source: 'letter',
      askedOn: '2026-11-20',
      name: 'Anna Kowalska',
      email: 'anna@example.com',
      locale: 'pl',
    },
  })
export type NoteRight = z.infer<typeof noteRightSchema>
export const notedRightSchema = z.object({ id: personalIdSchema }).meta({ id: 'NotedRight' })

export const assignRightSchema = z
  .object({
    version: versionSchema,
    mine: z.boolean().describe('True takes the request on, false gives it back'),
  })
  .meta({ id: 'AssignRight', example: { version: 0, mine: true } })
export const noteRightStepSchema = z
  .object({
    version: versionSchema,
    kind: z.enum(RIGHTS_NOTES).describe('`identity`: how the person was identified; `note`: anything else'),
    text: noteSchema,
  })
  .meta({
    id: 'NoteRightStep',
    example: { version: 1, kind: 'identity', text: 'Passport seen at the branch.' },
  })
export const correctPatientSchema = z.object({ version: versionSchema, patient: patientPayloadSchema }).meta({
  id: 'CorrectPatient',
  example: {
    version: 1,
    patient: {
      personalDetails: { firstName: 'Anna', lastName: 'Kavalskaya', gender: 'F', dateOfBirth: '1990-04-12' },
    },
  },
})
export const eraseByRightSchema = z
  .object({
    version: versionSchema,
    patientId: personalIdSchema.nullable().describe('One patient; null: the account'),
  })
  .meta({ id: 'EraseByRight', example: { version: 1, patientId: null } })
export const answerRightSchema = z
  .object({
    version: versionSchema,
    outcome: z.enum(RIGHTS_OUTCOMES),
    text: textSchema.min(SHORTEST_RIGHTS_TEXT).max(LONGEST_RIGHTS_ANSWER),
  })
  .meta({
    id: 'AnswerRight',
    example: { version: 1, outcome: 'granted', text: 'We have corrected the name in your account.' },
  })
export const endRestrictionSchema = z
  .object({
    version: versionSchema,
    text: noteSchema.describe('The reason, as sent to the person'),
  })
  .meta({
    id: 'EndRestriction',
    example: { version: 3, text: 'We have corrected the date of birth that was in dispute.' },
  })
export const rightVersionSchema = z.object({ version: z.int() }).meta({ id: 'RightVersion' })
