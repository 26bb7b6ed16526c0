import { z } from 'zod'
import { refused, uriSchema } from './element-schemas.ts'

const LARGEST_BUNDLE = 5_000

export const transactionSchema = z.looseObject({
  resourceType: z.literal('Bundle'),
  implicitRules: refused('implicit rules'),
  type: z.literal('transaction', 'only transactions are accepted: all of a bundle or nothing'),
  entry: z
    .array(
      z.looseObject({
        modifierExtension: refused('an extension that changes the meaning'),
        fullUrl: uriSchema.optional(),
        resource: z.looseObject({ resourceType: z.string() }),
        request: z.looseObject({
          method: z.enum(['POST', 'PUT'], 'only POST and PUT are accepted'),
          url: uriSchema,
        }),
      }),
    )
    .min(1)
    .max(LARGEST_BUNDLE),
})
export type Transaction = z.infer<typeof transactionSchema>
