/** Through whom orders are paid. */
export const PAYMENT_PROVIDERS = ['bepaid', 'stripe'] as const
export type ProviderName = (typeof PAYMENT_PROVIDERS)[number]

/** What a payment did for its order: it paid the order, or it came twice or too late and buys nothing. */
export const PAYMENT_KINDS = ['settled', 'second', 'late'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** States of one payment attempt. */
export const ATTEMPT_STATES = [
  'created',
  'redirected',
  'paid',
  'failed',
  'expired',
  'cancelled',
  'refunded',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** States in which a person may be on the provider's page; an order has at most one such attempt. */
export const LIVE_ATTEMPT_STATES = ['created', 'redirected'] as const satisfies readonly AttemptState[]

/** The state of an order's payment: that of its last attempt, or no attempt yet. */
export const PAYMENT_STATES = ['none', ...ATTEMPT_STATES] as const

/** What the shop made of what a provider reported. */
export const VERDICTS = [
  'settled',
  'secondPayment',
  'latePayment',
  'repeated',
  'failedTry',
  'pageExpired',
  'waiting',
  'mismatch',
  'unknownAttempt',
  'forged',
  'ignored',
] as const
export type Verdict = (typeof VERDICTS)[number]

/** How it was reported: the provider sent it, or was asked. */
export const PAYMENT_EVENT_SOURCES = ['notification', 'query'] as const
export type PaymentEventSource = (typeof PAYMENT_EVENT_SOURCES)[number]

/** Why money moved: it was received or refunded, or came back because a refund failed after it had been made. */
export const MOVEMENT_TYPES = ['payment', 'refund', 'refundFailure'] as const
export type MovementType = (typeof MOVEMENT_TYPES)[number]
