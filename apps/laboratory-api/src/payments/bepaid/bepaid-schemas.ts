import { z } from 'zod'

/** Only the members in use; anything else that the provider sends, now or later, is ignored. */
export const bepaidPageSchema = z.object({
  checkout: z.object({ token: z.string().min(1).max(200), redirect_url: z.url() }),
})

/** The state of a page: the answer to a query, and the notification about a page that ended without any payment. */
export const bepaidStateSchema = z.object({
  order: z.object({ amount: z.int(), currency: z.string(), tracking_id: z.string().nullish() }),
  gateway_response: z
    .object({
      payment: z
        .object({
          uid: z.string().min(1),
          status: z.string(),
          amount: z.int().optional(),
          currency: z.string().optional(),
        })
        .nullish(),
    })
    .nullish(),
  finished: z.boolean().default(false),
  expired: z.boolean().default(false),
  test: z.boolean().default(false),
})
export type BepaidState = z.infer<typeof bepaidStateSchema>

export const bepaidQuerySchema = z.object({ checkout: bepaidStateSchema })

export const bepaidNotificationSchema = z.object({
  transaction: z.object({
    uid: z.string().min(1).max(200),
    status: z.string(),
    type: z.string(),
    amount: z.int(),
    currency: z.string(),
    tracking_id: z.string().nullish(),
    test: z.boolean().default(false),
  }),
})

/** The answer to a refund, and to a question about it. */
export const bepaidRefundSchema = z.object({
  transaction: z.object({ uid: z.string().min(1).max(200), status: z.string() }),
})
