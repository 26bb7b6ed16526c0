import { PAYMENT_PAGES } from '@shop/contract/page-links'
import type { Locale } from '@shop/domain/locale'
import type { Currency } from '@shop/domain/money'
import type { ProviderName } from '@shop/domain/payment-states'
import { REFUND_FAILED } from '@shop/domain/refunds'

/** The request for a payment page. `amount` in minor units; nothing says what was ordered. */
export interface PageRequest {
  attemptId: string
  orderId: string
  orderNumber: string
  amount: number
  currency: Currency
  expiresAt: Date
  /** The shop's page of the order, without the parameters that the provider adds. */
  returnUrl: string
  notificationUrl: string
  locale: Locale
  customer: { email: string; firstName: string; lastName: string }
}

/** What a provider says about one attempt, in our words. */
export interface PaymentReport {
  /**
   * waiting: nothing has happened yet, or the bank is still processing. failed: one try was declined, another may
   * follow.
   */
  outcome: 'paid' | 'failed' | 'expired' | 'waiting'
  /** Nothing more can happen on the page. */
  closed: boolean
  /** The provider's id of the transaction; always set when paid. */
  transactionId: string | null
  amount: number | null
  currency: string | null
  test: boolean
}

/** A notification, as far as it can be trusted. */
export type NotificationReading =
  | { status: 'forged' | 'malformed' }
  /** `foreign`: about a page that is not this shop's. */
  | { status: 'ignored' | 'foreign'; eventId: string | null }
  | { status: 'authentic'; eventId: string | null; attemptId: string | null; report: PaymentReport }
  /** Something happened to a refund: the provider is to be asked what. */
  | { status: 'refund'; eventId: string | null; refundId: string }

/**
 * What became of a refund. waiting: the provider has accepted it, and the bank has not made it yet. One that is done may
 * fail days later, if the bank returns the money.
 */
export type RefundOutcome = 'done' | 'waiting' | 'failed'

/**
 * A hosted payment page. All but `pageExpiry` and the first checks of `readNotification` call the provider over HTTP.
 */
export interface PaymentProvider {
  name: ProviderName
  /** Whether payments are only simulated; the provider's reports must agree. */
  test: boolean
  /** Currencies that the merchant may take. */
  currencies: readonly Currency[]
  /** Hosts that customers may be sent to. */
  redirectHosts: readonly string[]
  /** When a page ends if the order wants `wanted`: a provider may have a minimum lifetime. */
  pageExpiry(wanted: Date, now: Date): Date
  /** @throws ProviderUnavailable */
  openPage(request: PageRequest): Promise<{ token: string; redirectUrl: string }>
  /** @throws ProviderUnavailable */
  query(token: string): Promise<PaymentReport>
  /** Ends a page early, where the provider can; a paid one stays. @throws ProviderUnavailable */
  closePage(token: string): Promise<void>
  /**
   * Checks the sender, and asks the provider for the state of the page. A payment is reported only from the provider's
   * own answer, never from the notification, however well that is signed. `tokenOf`: the page of one of our attempts.
   * @throws ProviderUnavailable
   */
  readNotification(input: {
    headers: Headers
    body: string
    now: Date
    tokenOf: (attemptId: string) => Promise<string | null>
  }): Promise<NotificationReading>
  /**
   * Refunds a sum of one transaction. For a day, a repetition under the same key changes nothing and gets the first
   * answer, also if that was a refusal. Returns the provider's id of the refund.
   * @throws ProviderUnavailable, with `REFUND_FAILED` if the refund failed at once
   */
  refund(input: {
    transactionId: string
    amount: number
    key: string
    reason: string
  }): Promise<{ refundId: string; outcome: Exclude<RefundOutcome, 'failed'> }>
  /** What has become of a refund by now. @throws ProviderUnavailable */
  refundOutcome(refundId: string): Promise<RefundOutcome>
}

/** Hosts that customers may be sent to: that of the provider's API, and Stripe's, whose pages are on another host. */
export function pageHostsOf({
  provider,
  apiUrl,
}: {
  provider: ProviderName
  apiUrl: string | null
}): string[] {
  const asked = apiUrl ? [new URL(apiUrl).host] : []
  return provider === 'stripe' ? [PAYMENT_PAGES.stripe, ...asked] : asked
}

/**
 * The provider gave no usable answer. The reason is a word or a status, never the provider's text, which may name
 * people.
 */
export class ProviderUnavailable extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`payment provider: ${reason}`)
    this.name = 'ProviderUnavailable'
    this.reason = reason
  }
}

/** Access refused, timeout, conflict or rate limit: the answer says nothing about the request itself. */
const UNDECIDED = ['status 401', 'status 403', 'status 408', 'status 409', 'status 429']

/** Whether a reason is the provider's refusal. After any other, the provider may have done what it was asked. */
export const isRefusal = (reason: string): boolean =>
  reason === REFUND_FAILED || (/^status 4\d\d$/.test(reason) && !UNDECIDED.includes(reason))

/**
 * Whether the provider gives the same refusal to every repetition under the key. An unknown payment is refused before
 * the key is looked at, so an earlier request under it may have succeeded.
 */
export const isKept = (reason: string): boolean => isRefusal(reason) && reason !== 'status 404'
