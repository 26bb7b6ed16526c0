import { z } from 'zod'

/** Only what is used; whatever else the provider sends, now or later, is let by. */
export const bepaidPageSchema = z.object({
  checkout: z.object({ token: z.string().min(1).max(200), redirect_url: z.url() }),
})

export const bepaidStateSchema = z.object({
  checkout: z.object({
    order: z.object({ amount: z.int(), currency: z.string() }),
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
    status: z.string().nullish(),
  }),
})
export type BepaidState = z.infer<typeof bepaidStateSchema>['checkout']

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
