import Stripe from 'stripe'

/** Older notifications are refused, so that a recorded one cannot be replayed later. */
const TOLERANCE_SECONDS = 300

/**
 * The event of a notification that was signed with one of the secrets, otherwise null. During a rotation the provider
 * signs with the old one or with both.
 */
export function verifiedEvent(input: {
  body: string
  signature: string | null
  secrets: readonly string[]
  now: Date
}): Stripe.Event | null {
  const { body, signature, secrets, now } = input
  if (!signature) return null
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      )
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return null
    }
  }
  return null
}
