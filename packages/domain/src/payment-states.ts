/** States of one try to have an order paid. */
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

/** States in which a person may be on the provider's page; an order has one such attempt at most. */
export const LIVE_ATTEMPT_STATES = ['created', 'redirected'] as const satisfies readonly AttemptState[]

/** How an order's payment stands: as its last attempt, or nobody has tried yet. */
export const PAYMENT_STATES = ['none', ...ATTEMPT_STATES] as const

/** What the shop made of what a provider told. */
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
