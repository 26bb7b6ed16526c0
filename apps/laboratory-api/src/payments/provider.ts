import type { Locale } from '@shop/domain/locale'
import type { Currency } from '@shop/domain/money'
import type { ProviderName } from './tables.ts'

/** What a provider's page is opened for. `amount` in minor units; nothing says what was ordered. */
export interface PageRequest {
  attemptId: string
  orderId: string
  orderNumber: string
  amount: number
  currency: Currency
  expiresAt: Date
  /** Order page of the shop, without what the provider adds to it. */
  returnUrl: string
  notificationUrl: string
  locale: Locale
  customer: { email: string; firstName: string; lastName: string }
}

/** What a provider says about one attempt, in our words. */
export interface PaymentReport {
  /** waiting: nothing has happened yet, or the bank is still at it. failed: one try was declined, another may follow. */
  outcome: 'paid' | 'failed' | 'expired' | 'waiting'
  /** Nothing more can happen on the page. */
  closed: boolean
  /** The provider's id of the money's movement; always there when paid. */
  transactionId: string | null
  amount: number | null
  currency: string | null
  test: boolean
}

/** A notification as far as it can be believed. */
export type NotificationReading =
  | { status: 'forged' | 'malformed' }
  /** `foreign`: of a page that the provider does not know as this shop's. */
  | { status: 'ignored' | 'foreign'; eventId: string | null }
  | { status: 'authentic'; eventId: string | null; attemptId: string | null; report: PaymentReport }

/** A hosted payment page. Every method but `readNotification`'s first checks talks to the provider over HTTP. */
export interface PaymentProvider {
  name: ProviderName
  /** Whether money is only played with; what the provider reports has to agree. */
  test: boolean
  /** Currencies that the merchant may take. */
  currencies: readonly Currency[]
  /** Hosts that people may be sent to. */
  redirectHosts: readonly string[]
  /** The end of a page's life where the order wants `wanted`: a provider may have a shortest one. */
  pageExpiry(wanted: Date, now: Date): Date
  /** @throws ProviderUnavailable */
  openPage(request: PageRequest): Promise<{ token: string; redirectUrl: string }>
  /** @throws ProviderUnavailable */
  query(token: string): Promise<PaymentReport>
  /** Ends a page before its time, where the provider can; a paid one stays. @throws ProviderUnavailable */
  closePage(token: string): Promise<void>
  /**
   * Checks who sent it, and asks the provider how the page stands: what is reported is its own answer, never
   * what was sent, however well that is signed. `tokenOf`: the page of an attempt of ours.
   * @throws ProviderUnavailable
   */
  readNotification(input: {
    headers: Headers
    body: string
    now: Date
    tokenOf: (attemptId: string) => Promise<string | null>
  }): Promise<NotificationReading>
  /**
   * Gives a sum of one transaction back; the key makes a repetition harmless for a day. Answers the
   * provider's id of it.
   * @throws ProviderUnavailable
   */
  refund(input: {
    transactionId: string
    amount: number
    key: string
    reason: string
  }): Promise<string | null>
}

/** Where the providers show their pages to people. */
export const PAYMENT_PAGES: Readonly<Record<ProviderName, string>> = {
  bepaid: 'checkout.bepaid.by',
  stripe: 'checkout.stripe.com',
}

/** Hosts that people may be sent to: the one that is asked for a page, and Stripe's, whose pages are at another. */
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

/** The provider gave no usable answer. The reason is a word or a status, never its text, which may name people. */
export class ProviderUnavailable extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`payment provider: ${reason}`)
    this.name = 'ProviderUnavailable'
    this.reason = reason
  }
}

export const REFUND_FAILED = 'refund failed'
/** The request came too late, beside another or too often: nothing is said of what it asks for. */
const UNDECIDED = ['status 408', 'status 409', 'status 429']

/** Whether a reason is the provider's no to what it was asked. After any other it may have done it all the same. */
export const isRefusal = (reason: string): boolean =>
  reason === REFUND_FAILED || (/^status 4\d\d$/.test(reason) && !UNDECIDED.includes(reason))
