import { PAYMENT_PAGES } from '@shop/contract/page-links'
import { REFUND_FAILED } from '@shop/domain/refunds'
import type { LaboratoryApiSettings } from '../../api-settings.ts'
import { textsIn } from '../../texts.ts'
import {
  type PageRequest,
  type PaymentProvider,
  type PaymentReport,
  ProviderUnavailable,
  pageHostsOf,
  type RefundOutcome,
} from '../provider.ts'
import { basic, isShopsBasic, isSignedByProvider, readProviderKey } from './bepaid-authenticity.ts'
import { reportOfState } from './bepaid-report.ts'
import { bepaidPageSchema, bepaidQuerySchema, bepaidRefundSchema } from './bepaid-schemas.ts'
import { readBepaidNotification } from './read-bepaid-notification.ts'

type BepaidSettings = Extract<LaboratoryApiSettings['payment'], { provider: 'bepaid' }>

const TIMEOUT_MS = 10_000
/** Tries that a customer has on one page. */
const TRIES = 3

/** bePaid's hosted checkout. */
export function createBepaidProvider(
  settings: BepaidSettings,
  fetch: typeof globalThis.fetch,
): PaymentProvider {
  const publicKey = readProviderKey(settings.publicKey)

  async function call(
    method: 'GET' | 'POST',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const answer = await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: basic(settings),
        'X-API-Version': '2',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new ProviderUnavailable('unreachable')
    })
    const content = await answer.json().catch(() => null)
    if (!answer.ok) throw new ProviderUnavailable(`status ${answer.status}`)
    return content
  }

  async function query(token: string): Promise<PaymentReport> {
    const url = `${settings.apiUrl}/ctp/api/checkouts/${encodeURIComponent(token)}`
    const state = bepaidQuerySchema.safeParse(await call('GET', url))
    if (!state.success) throw new ProviderUnavailable('unexpected answer')
    return reportOfState(state.data.checkout)
  }

  return {
    name: 'bepaid',
    test: settings.test,
    currencies: settings.currencies,
    redirectHosts: pageHostsOf(settings),
    pageExpiry: (wanted) => wanted,

    async openPage(request) {
      const content = await call(
        'POST',
        `${settings.apiUrl}/ctp/api/checkouts`,
        pageBody(request, settings.test),
      )
      const page = bepaidPageSchema.safeParse(content)
      if (!page.success) throw new ProviderUnavailable('unexpected answer')
      return { token: page.data.checkout.token, redirectUrl: page.data.checkout.redirect_url }
    },

    query,

    // The provider has no call for this; the page ends at its `expired_at`.
    closePage: async () => {},

    async readNotification({ headers, body, tokenOf }) {
      const isOurs =
        isShopsBasic(headers.get('Authorization'), settings) &&
        isSignedByProvider(body, headers.get('Content-Signature'), publicKey)
      if (!isOurs) return { status: 'forged' }
      const reading = readBepaidNotification(body)
      if (reading.status !== 'authentic') return reading
      const token = reading.attemptId && (await tokenOf(reading.attemptId))
      if (!token) return { status: 'foreign', eventId: null }
      const report = await query(token)
      // Refused, so that the provider sends it again until the page reports the payment too: it may be a moment late.
      if (reading.report.outcome === 'paid' && report.outcome !== 'paid')
        throw new ProviderUnavailable('payment not confirmed')
      return { ...reading, report }
    },

    async refund({ transactionId, amount, reason, key }) {
      const request = { parent_uid: transactionId, amount, reason }
      const url = `${gatewayUrl(settings.apiUrl)}/transactions/refunds`
      // A repetition with the same id gets the first answer, for 24 hours.
      const content = await call('POST', url, { request }, { RequestID: key })
      const { uid, status } = readRefund(content)
      const outcome = outcomeOf(status)
      if (outcome === 'failed') throw new ProviderUnavailable(REFUND_FAILED)
      return { refundId: uid, outcome }
    },

    async refundOutcome(refundId) {
      const url = `${gatewayUrl(settings.apiUrl)}/transactions/${encodeURIComponent(refundId)}`
      return outcomeOf(readRefund(await call('GET', url)).status)
    },
  }
}

/** The ends of a transaction that has moved no money. */
const ENDED_WITHOUT_MONEY: readonly string[] = ['failed', 'expired', 'error', 'deleted']

/** `pending` and `incomplete` are under way, and so is a status that is not documented. */
function outcomeOf(status: string): RefundOutcome {
  if (status === 'successful') return 'done'
  return ENDED_WITHOUT_MONEY.includes(status) ? 'failed' : 'waiting'
}

function readRefund(content: unknown) {
  const refund = bepaidRefundSchema.safeParse(content)
  if (!refund.success) throw new ProviderUnavailable('unexpected answer')
  return refund.data.transaction
}

function pageBody(request: PageRequest, test: boolean) {
  const { returnUrl, customer } = request
  return {
    checkout: {
      transaction_type: 'payment',
      attempts: TRIES,
      test,
      order: {
        amount: request.amount,
        currency: request.currency,
        description: textsIn(request.locale)('order.number', { number: request.orderNumber }),
        tracking_id: request.attemptId,
        expired_at: request.expiresAt.toISOString(),
      },
      settings: {
        notification_url: request.notificationUrl,
        success_url: returnUrl,
        decline_url: returnUrl,
        fail_url: returnUrl,
        cancel_url: returnUrl,
        return_url: returnUrl,
        language: request.locale,
        customer_fields: { read_only: ['email'], visible: [] },
      },
      customer: {
        email: customer.email,
        first_name: customer.firstName,
        last_name: customer.lastName,
      },
      payment_method: { types: ['credit_card', 'erip'] },
    },
  }
}

/** In live mode, payment pages and transactions have different hosts. */
function gatewayUrl(apiUrl: string): string {
  const url = new URL(apiUrl)
  if (url.host === PAYMENT_PAGES.bepaid) url.host = 'gateway.bepaid.by'
  return url.href.replace(/\/$/, '')
}
