import { z } from 'zod'

const address = z.url({ protocol: /^https?$/, error: 'is invalid' })
const required = z.string({ error: "can't be blank" }).min(1, "can't be blank")

/** The body of `POST …/ctp/api/checkouts`, as far as the page uses it; other fields are dropped. */
export const checkoutRequest = z.object({
  checkout: z.object(
    {
      transaction_type: z.literal('payment', 'is not included in the list'),
      attempts: z.int('is not a number').min(1, 'must be greater than 0').max(100).default(1),
      test: z.boolean('is invalid').default(false),
      order: z.object(
        {
          amount: z.int('is not a number').min(1, 'must be greater than 0').max(2_000_000_000, 'is too big'),
          currency: z.string("can't be blank").regex(/^[A-Z]{3}$/, 'is invalid'),
          description: required.max(255, 'is too long (maximum is 255 characters)'),
          tracking_id: z.string().max(255, 'is too long (maximum is 255 characters)').nullish(),
          expired_at: z.iso.datetime({ offset: true, error: 'is invalid' }).nullish(),
        },
        "can't be blank",
      ),
      settings: z
        .object({
          notification_url: address.nullish(),
          success_url: address.nullish(),
          decline_url: address.nullish(),
          fail_url: address.nullish(),
          cancel_url: address.nullish(),
          return_url: address.nullish(),
          language: z.string().max(5, 'is invalid').nullish(),
        })
        .default({}),
    },
    "can't be blank",
  ),
})
export type CheckoutRequest = z.infer<typeof checkoutRequest>['checkout']

export interface ProviderErrors {
  message: string
  errors: Record<string, string[]>
}

/** Describes errors as the provider does: a sentence for all of them, and the reasons under each field's name. */
export function toProviderErrors(error: z.ZodError): ProviderErrors {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = String(path.at(-1) ?? 'base')
    errors[field] = [...(errors[field] ?? []), message]
  }
  const sentences = Object.entries(errors).map(([field, [reason]]) => `${capitalise(field)} ${reason}.`)
  return { message: sentences.join(' '), errors }
}

function capitalise(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
}
