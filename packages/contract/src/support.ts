import { LOCALES } from '@shop/domain/locale'
import { ORDER_STATES } from '@shop/domain/order-states'
import { z } from 'zod'
import { emailSchema, instantSchema, personalIdSchema, textSchema, versionSchema } from './fields.ts'
import { LONGEST_EMAIL, LONGEST_FULL_NAME, LONGEST_SUPPORT_TEXT } from './input-lengths.ts'
import { testsConsentSchema } from './tests-consent.ts'

const wordsSchema = textSchema.min(1).max(LONGEST_SUPPORT_TEXT)

export const supportMessageSchema = z
  .object({
    name: textSchema.min(1).max(LONGEST_FULL_NAME),
    email: emailSchema,
    message: wordsSchema,
    orderNumber: textSchema.max(40).optional(),
    letsTests: z
      .literal(true)
      .optional()
      .describe(
        'Lets support see the names of the tests in this order of the caller’s account, as `answerTestsConsent` does',
      ),
  })
  .meta({
    id: 'SupportMessage',
    example: {
      name: 'Anna Kowalska',
      email: 'anna@example.com',
      message: 'May I move my visit to Thursday?',
      orderNumber: '10 391',
    },
  })
export type SupportMessage = z.infer<typeof supportMessageSchema>

export const supportMessageSentSchema = z
  .object({
    reference: z.string().describe('The reference that the sender quotes, for example `S-7KQ2M9XA`'),
  })
  .meta({
    id: 'SupportMessageSent',
    example: { reference: 'S-7KQ2M9XA' },
  })

const saidSchema = z.object({ by: z.enum(['patient', 'support']), text: z.string(), at: instantSchema })

/** A question to the support and what has been said about it since, as its sender sees it in the account. */
export const supportThreadSchema = z
  .object({
    id: personalIdSchema,
    reference: z.string(),
    orderNumber: z.string().nullable(),
    /** The support had the last word, and nothing is open. */
    closed: z.boolean(),
    entries: z.array(saidSchema).describe('Oldest first'),
  })
  .meta({ id: 'SupportThread' })
export type SupportThread = z.infer<typeof supportThreadSchema>

export const supportReplySchema = z
  .object({ text: wordsSchema })
  .meta({ id: 'SupportReply', example: { text: 'Thursday at nine would be fine.' } })

const linkShape = { token: z.string().min(1).max(200).describe('Secret of the link in the mailed answer') }
export const supportLinkSchema = z
  .object(linkShape)
  .meta({ id: 'SupportLink', example: { token: 'n3Zl0kq2V8e1yD5cT7xRb9uW4mJ6pA0sFgHhKkLlMmQ' } })
export const guestReplySchema = z.object({ ...linkShape, text: wordsSchema }).meta({
  id: 'GuestReply',
  example: { token: 'n3Zl0kq2V8e1yD5cT7xRb9uW4mJ6pA0sFgHhKkLlMmQ', text: 'Thursday at nine would be fine.' },
})

/** What a guest's link opens: only the last answer. */
export const guestThreadSchema = z
  .object({
    reference: z.string(),
    answer: z.object({ text: z.string(), at: instantSchema }).nullable(),
  })
  .meta({ id: 'GuestThread' })
export type GuestThread = z.infer<typeof guestThreadSchema>

/** The lists at the desk. */
export const MESSAGE_LISTS = ['open', 'mine', 'closed'] as const
export type MessageList = (typeof MESSAGE_LISTS)[number]

const headShape = {
  id: personalIdSchema,
  reference: z.string(),
  name: z.string(),
  locale: z.enum(LOCALES).describe('The language of the sender'),
  orderNumber: z.string().nullable(),
  assignee: z
    .object({ id: personalIdSchema, name: z.string() })
    .nullable()
    .describe('The member of staff who has taken it'),
  waitingSince: instantSchema
    .nullable()
    .describe('Since when the sender has been waiting for an answer; null: answered'),
  closedAt: instantSchema.nullable(),
  version: z.int().min(0),
}

export const deskMessageSchema = z
  .object({ ...headShape, excerpt: z.string().describe('The beginning of the last message') })
  .meta({ id: 'DeskMessage' })
export type DeskMessage = z.infer<typeof deskMessageSchema>

export const messageSearchSchema = z
  .object({
    text: textSchema
      .min(2)
      .max(LONGEST_EMAIL)
      .describe('A reference, the number of an order or an e-mail address'),
  })
  .meta({ id: 'MessageSearch', example: { text: 'S-7KQ2M9XA' } })

export const deskThreadSchema = z
  .object({
    ...headShape,
    email: z.string(),
    isGuest: z.boolean(),
    order: z
      .object({
        id: personalIdSchema,
        number: z.string(),
        state: z.enum(ORDER_STATES),
        isSenders: z.boolean(),
        testsConsent: testsConsentSchema,
      })
      .nullable()
      .describe('The order that the sender named, if the role may see it'),
    newestOrders: z
      .array(z.object({ id: personalIdSchema, number: z.string(), state: z.enum(ORDER_STATES) }))
      .default([])
      .describe('If the account named no order: its newest ones that the role may see'),
    entries: z.array(saidSchema.extend({ staffName: z.string().nullable() })),
  })
  .meta({ id: 'DeskThread' })
export type DeskThread = z.infer<typeof deskThreadSchema>

export const assignMessageSchema = z
  .object({
    version: versionSchema,
    mine: z.boolean().describe('True takes the message on, false gives it back'),
  })
  .meta({ id: 'AssignMessage', example: { version: 0, mine: true } })
export const answerMessageSchema = z
  .object({
    version: versionSchema,
    text: wordsSchema,
    close: z.boolean().describe('Nothing is open any longer'),
  })
  .meta({
    id: 'AnswerMessage',
    example: { version: 1, text: 'Your visit is now on Thursday at nine.', close: true },
  })
export const closeMessageSchema = z
  .object({ version: versionSchema, closed: z.boolean().describe('False reopens it') })
  .meta({ id: 'CloseMessage', example: { version: 1, closed: true } })
export const messageVersionSchema = z.object({ version: z.int() }).meta({ id: 'MessageVersion' })
