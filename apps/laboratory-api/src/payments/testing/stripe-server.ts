import { randomUUID } from 'node:crypto'
import { CURRENCIES, type Currency } from '@shop/domain/money'
import Stripe from 'stripe'
import { listen, readBody, type TestServer } from './test-server.ts'

interface Session {
  id: string
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  livemode: boolean
  client_reference_id: string
  metadata: Record<string, string>
  /** The request, as form fields. */
  fields: Record<string, string>
}

export interface StripeServer extends TestServer {
  settings: {
    provider: 'stripe'
    apiUrl: string
    secretKey: string
    webhookSecrets: string[]
    livemode: boolean
    currencies: readonly Currency[]
  }
  sessions: Map<string, Session>
  refunds: Record<string, string>[]
  /**
   * While set, new refunds are refused with this status. The answer is repeated for every later request with the same
   * key.
   */
  refusesRefunds: number | null
  /** The status of new refunds. */
  refundStatus: string
  /** What becomes of the refunds, by their ids. */
  refundStatuses: Map<string, string>
  /** While set, requests for refunds are answered with this status before they are looked at. */
  turnsAway: number | null
  /** While set, refunds are processed, and the answer to the shop is lost. */
  loses: boolean
  /** Every request for a refund, with its key. */
  attempts: Record<string, string>[]
  isDown: boolean
  /** The clock by which a session that would end in less than half an hour is refused. */
  now: (() => Date) | null
  /** A signed notification of an event about a session. */
  notification(
    token: string,
    type: string,
    options?: { secret?: string; eventId?: string; at?: Date },
  ): { headers: Record<string, string>; body: string }
  /** A signed notification of an event about a refund. */
  refundNotification(id: string, type: string, at: Date): { headers: Record<string, string>; body: string }
  pay(token: string): void
}

const SHORTEST_LIFE_MS = 30 * 60_000
const NONE = { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'none' } }
const SECRETS = ['whsec_current', 'whsec_previous']

/** A server that speaks the part of Stripe's API that the shop uses; the library itself makes the signatures. */
export async function startStripeServer(): Promise<StripeServer> {
  const sessions = new Map<string, Session>()
  const byKey = new Map<string, Session>()
  const refunds: Record<string, string>[] = []
  const attempts: Record<string, string>[] = []
  const refundStatuses = new Map<string, string>()
  const answers = new Map<string, ReturnType<typeof answerTo>>()
  const server = await listen(async (request, respond) => {
    if (handle.isDown) return respond(503, { error: { type: 'api_error', message: 'down' } })
    const path = new URL(request.url ?? '', 'http://provider').pathname
    const fields = Object.fromEntries(new URLSearchParams(await readBody(request)))
    const key = String(request.headers['idempotency-key'] ?? randomUUID())
    if (request.method === 'POST' && path === '/v1/checkout/sessions') {
      const lifeMs = Number(fields.expires_at) * 1000 - (handle.now?.().getTime() ?? 0)
      if (lifeMs < SHORTEST_LIFE_MS) {
        return respond(400, {
          error: { type: 'invalid_request_error', param: 'expires_at', message: 'too soon' },
        })
      }
      const session = byKey.get(key) ?? newSession(server.url, fields)
      byKey.set(key, session)
      sessions.set(session.id, session)
      return respond(200, session)
    }
    if (request.method === 'POST' && path === '/v1/refunds') {
      attempts.push({ ...fields, key })
      if (handle.turnsAway) return respond(handle.turnsAway, NONE)
      const isKnown = [...sessions.values()].some((one) => one.payment_intent === fields.payment_intent)
      if (!isKnown) return respond(404, NONE)
      const first = answers.get(key) ?? answerTo(handle)
      const { id } = first.body
      if (!answers.has(key) && id) {
        refunds.push({ ...fields, key, id })
        refundStatuses.set(id, handle.refundStatus)
      }
      answers.set(key, first)
      if (handle.loses) {
        request.socket.destroy()
        return
      }
      return respond(first.status, first.body)
    }
    const [, refundId = ''] = /^\/v1\/refunds\/(re_\w+)$/.exec(path) ?? []
    const status = refundStatuses.get(refundId)
    if (status) return respond(200, { id: refundId, object: 'refund', status })
    const [, id, action] = /^\/v1\/checkout\/sessions\/(cs_\w+)(\/expire)?$/.exec(path) ?? []
    const session = sessions.get(id ?? '')
    if (!session) return respond(404, NONE)
    if (!action) return respond(200, session)
    if (session.status !== 'open') {
      return respond(400, { error: { type: 'invalid_request_error', message: 'not open' } })
    }
    session.status = 'expired'
    session.url = null
    return respond(200, session)
  })
  const handle: StripeServer = {
    ...server,
    settings: {
      provider: 'stripe',
      apiUrl: server.url,
      secretKey: 'sk_test_1',
      webhookSecrets: SECRETS,
      livemode: false,
      currencies: CURRENCIES,
    },
    sessions,
    refunds,
    refusesRefunds: null,
    refundStatus: 'succeeded',
    refundStatuses,
    turnsAway: null,
    loses: false,
    attempts,
    isDown: false,
    now: null,
    notification(
      token,
      type,
      { secret = SECRETS[0]!, eventId = `evt_${randomUUID()}`, at = new Date() } = {},
    ) {
      const object = {
        id: token,
        object: 'checkout.session',
        customer_details: { email: 'anna@example.com' },
      }
      return signed({ id: eventId, object: 'event', type, data: { object } }, { secret, at })
    },
    refundNotification(id, type, at) {
      const event = {
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        data: { object: { id, object: 'refund' } },
      }
      return signed(event, { secret: SECRETS[0]!, at })
    },
    pay(token) {
      const session = sessions.get(token)!
      session.status = 'complete'
      session.payment_status = 'paid'
      session.payment_intent = `pi_${randomUUID().replaceAll('-', '')}`
    },
  }
  return handle
}

function signed(event: unknown, { secret, at }: { secret: string; at: Date }) {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(at.getTime() / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  return { body, headers: { 'stripe-signature': signature } }
}

function answerTo({ refusesRefunds: refusal, refundStatus: status }: StripeServer) {
  if (refusal) {
    const error = { type: 'invalid_request_error', code: 'balance_insufficient', message: 'not this one' }
    return { status: refusal, body: { error, id: null } }
  }
  const id = `re_${randomUUID().replaceAll('-', '')}`
  return { status: 200, body: { id, object: 'refund', status } }
}

function newSession(url: string, fields: Record<string, string>): Session {
  const id = `cs_test_${randomUUID().replaceAll('-', '')}`
  return {
    id,
    url: `${url}/c/pay/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
    currency: fields['line_items[0][price_data][currency]'] ?? '',
    livemode: false,
    client_reference_id: fields.client_reference_id ?? '',
    metadata: { order_id: fields['metadata[order_id]'] ?? '' },
    fields,
  }
}
