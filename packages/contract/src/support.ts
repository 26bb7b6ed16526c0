import { z } from 'zod'
import { emailSchema, textSchema } from './fields.ts'

export const supportMessageSchema = z
  .object({
    name: textSchema.min(1).max(160),
    email: emailSchema,
    message: textSchema.min(1).max(5000),
    orderNumber: textSchema.max(40).optional(),
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
  .object({ reference: z.string().describe('What the sender quotes, as `S-7KQ2M9XA`') })
  .meta({
    id: 'SupportMessageSent',
    example: { reference: 'S-7KQ2M9XA' },
  })
