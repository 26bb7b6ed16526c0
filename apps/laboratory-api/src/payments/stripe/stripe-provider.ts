import { REFUND_FAILED } from '@shop/domain/refunds'
import Stripe from 'stripe'
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
import { verifiedEvent } from './stripe-signature.ts'

type StripeSettings = Extract<LaboratoryApiSettings['payment'], { provider: 'stripe' }>

const TIMEOUT_MS = 10_000
/** The shortest life of a page is 30 minutes; the extra minute covers the time in transit and differing clocks. */
const SHORTEST_PAGE_MS = 31 * 60_000
/** Events after which the session is fetched again: its state then counts, not the one carried by the event. */
const RELEVANT_EVENTS: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
])
/**
 * Events after which a refund is fetched again. Which of them Stripe sends depends on the version of the API that its
 * endpoint is set to.
 */
const REFUND_EVENTS: ReadonlySet<string> = new Set([
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
])
const LOCALES = { en: 'en', ru: 'ru', pl: 'pl', be: 'ru' } as const

/** Stripe Checkout. */
export function createStripeProvider(
  settings: StripeSettings,
  fetch: typeof globalThis.fetch,
): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    ...(settings.apiUrl ? apiAddress(settings.apiUrl) : {}),
    httpClient: Stripe.createFetchHttpClient((url, init) => fetch(url, { ...init, redirect: 'error' })),
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })

  return {
    name: 'stripe',
    test: !settings.livemode,
    currencies: settings.currencies,
    redirectHosts: pageHostsOf(settings),
    pageExpiry: (wanted, now) => new Date(Math.max(wanted.getTime(), now.getTime() + SHORTEST_PAGE_MS)),

    async openPage(request) {
      const session = await stripe.checkout.sessions
        .create(sessionOf(request), { idempotencyKey: request.attemptId })
        .catch(unavailable)
      if (!session.url) throw new ProviderUnavailable('no payment page')
      return { token: session.id, redirectUrl: session.url }
    },

    query: async (token) =>
      reportOfSession(await stripe.checkout.sessions.retrieve(token).catch(unavailable)),

    async closePage(token) {
      // A session that is already complete or expired is refused: that is the state we want.
      await stripe.checkout.sessions.expire(token).catch((error) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) unavailable(error)
      })
    },

    async readNotification({ headers, body, now }) {
      const signature = headers.get('Stripe-Signature')
      const event = verifiedEvent({ body, signature, secrets: settings.webhookSecrets, now })
      if (!event) return { status: 'forged' }
      if (REFUND_EVENTS.has(event.type)) {
        const { id: refundId } = event.data.object as Stripe.Refund
        return { status: 'refund', eventId: event.id, refundId }
      }
      if (!RELEVANT_EVENTS.has(event.type)) return { status: 'ignored', eventId: event.id }
      const { id } = event.data.object as Stripe.Checkout.Session
      const session = await stripe.checkout.sessions.retrieve(id).catch(nullIfUnknown)
      if (!session) return { status: 'foreign', eventId: event.id }
      const report = reportOfSession(session)
      const hasFailed = event.type === 'checkout.session.async_payment_failed' && report.outcome === 'waiting'
      return {
        status: 'authentic',
        eventId: event.id,
        attemptId: session.client_reference_id,
        report: hasFailed ? { ...report, outcome: 'failed', closed: true } : report,
      }
    },

    async refund({ transactionId, amount, key }) {
      const { id, status } = await stripe.refunds
        .create({ payment_intent: transactionId, amount }, { idempotencyKey: key })
        .catch(unavailable)
      const outcome = outcomeOf(status)
      if (outcome === 'failed') throw new ProviderUnavailable(REFUND_FAILED)
      return { refundId: id, outcome }
    },

    refundOutcome: async (refundId) =>
      outcomeOf((await stripe.refunds.retrieve(refundId).catch(unavailable)).status),
  }
}

function sessionOf(request: PageRequest): Stripe.Checkout.SessionCreateParams {
  const backSeparator = request.returnUrl.includes('?') ? '&' : '?'
  return {
    mode: 'payment',
    client_reference_id: request.attemptId,
    metadata: { order_id: request.orderId },
    customer_email: request.customer.email,
    locale: LOCALES[request.locale],
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: `${request.returnUrl}${backSeparator}session={CHECKOUT_SESSION_ID}`,
    cancel_url: request.returnUrl,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.amount,
          product_data: {
            name: textsIn(request.locale)('order.number', { number: request.orderNumber }),
          },
        },
      },
    ],
  }
}

/** The report of a session. `complete` with `unpaid` is a bank transfer under way. */
function reportOfSession(session: Stripe.Checkout.Session): PaymentReport {
  const isPaid = session.payment_status === 'paid'
  const { payment_intent: intent } = session
  return {
    outcome: isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'waiting',
    closed: isPaid || session.status === 'expired',
    transactionId: typeof intent === 'string' ? intent : (intent?.id ?? (isPaid ? session.id : null)),
    amount: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
    test: !session.livemode,
  }
}

/** `pending` and `requires_action` are under way, and so is a status that is not known yet. */
function outcomeOf(status: string | null): RefundOutcome {
  if (status === 'succeeded') return 'done'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'waiting'
}

function apiAddress(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  }
}

/**
 * Null for an unknown session: it will not become known, and an error would make the provider send its event for
 * days.
 */
function nullIfUnknown(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
  return unavailable(error)
}

/** The library's error texts may quote the request; only the kind of error is kept. */
function unavailable(error: unknown): never {
  const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? error.type) : 'unreachable'
  throw new ProviderUnavailable(`status ${status}`)
}
