import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { CURRENCIES, type Currency } from '@shop/domain/money'
import { listen, readBody, type TestServer } from './test-server.ts'

interface OpenedPage {
  token: string
  request: {
    test: boolean
    order: { amount: number; currency: string; description: string; tracking_id: string; expired_at: string }
    settings: Record<string, unknown>
    customer: Record<string, unknown>
  }
  payment: { uid: string; status: string; amount?: number; currency?: string } | null
  finished: boolean
  expired: boolean
}

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
const SHOP = { shopId: '361', secretKey: 'secret-of-the-test-shop' }

interface Notification {
  headers: Record<string, string>
  body: string
}
interface Overrides extends Record<string, unknown> {
  amount?: number
  currency?: string
  test?: boolean
}

export interface BepaidServer extends TestServer {
  settings: {
    provider: 'bepaid'
    apiUrl: string
    shopId: string
    secretKey: string
    publicKey: string
    test: boolean
    currencies: readonly Currency[]
  }
  pages: Map<string, OpenedPage>
  refunds: Record<string, unknown>[]
  /** While set, every call is answered with 503. */
  isDown: boolean
  /**
   * While set, the answer to refunds: a status, or how the refund ended. A decided answer is repeated for every later
   * request with the same id.
   */
  refusesRefunds: number | 'failed' | 'pending' | null
  /** What becomes of the refunds, by their ids. */
  refundStatuses: Map<string, string>
  /**
   * The notification of a payment on a page, as the provider sends it; `overrides` go into the transaction. The page
   * then reports their amount, currency and mode too.
   */
  notification(token: string, overrides?: Overrides): Notification
  /**
   * Signed as the provider signs, but about something that it knows nothing of: as if its private key were stolen or
   * broken.
   */
  forgedNotification(token: string, overrides?: Overrides): Notification
  /** The notification about the state of a page, sent when it ended without a payment. */
  stateNotification(token: string): Notification
  /** Concludes a page, so that a query reports it. */
  conclude(token: string, status: 'successful' | 'failed' | 'pending', finished?: boolean): { uid: string }
}

/** A server that speaks bePaid's protocol: create, query, refund, and signed notifications. */
export async function startBepaidServer(): Promise<BepaidServer> {
  const pages = new Map<string, OpenedPage>()
  const refunds: Record<string, unknown>[] = []
  const refundStatuses = new Map<string, string>()
  const answers = new Map<string, { status: number; body: unknown }>()
  const server = await listen(async (request, respond) => {
    if (handle.isDown) return respond(503, { response: { message: 'maintenance' } })
    if (request.headers.authorization !== basic)
      return respond(401, { response: { message: 'Unauthorized' } })
    const { pathname } = new URL(request.url ?? '', 'http://provider')
    if (request.method === 'POST' && pathname === '/ctp/api/checkouts') {
      if (request.headers['x-api-version'] !== '2') return respond(400, { response: { message: 'version' } })
      const { checkout } = JSON.parse(await readBody(request))
      const token = randomUUID()
      pages.set(token, { token, request: checkout, payment: null, finished: false, expired: false })
      return respond(201, { checkout: { token, redirect_url: `${server.url}/checkout?token=${token}` } })
    }
    if (request.method === 'POST' && pathname === '/transactions/refunds') {
      const { request: refund } = JSON.parse(await readBody(request))
      const requestId = String(request.headers.requestid)
      const { refusesRefunds: refusal } = handle
      const known = answers.get(requestId)
      if (known) return respond(known.status, known.body)
      if (refusal && UNDECIDED.includes(refusal)) return respond(Number(refusal), NOT_THIS)
      const answer = answerTo(refusal)
      answers.set(requestId, answer)
      if (!refusal || refusal === 'pending') refunds.push({ ...refund, requestId })
      const { transaction } = answer.body as { transaction?: { uid: string; status: string } }
      if (transaction) refundStatuses.set(transaction.uid, transaction.status)
      return respond(answer.status, answer.body)
    }
    const [, uid = ''] = /^\/transactions\/([^/]+)$/.exec(pathname) ?? []
    const status = refundStatuses.get(uid)
    if (status) return respond(200, { transaction: { uid, status, type: 'refund' } })
    const page = pages.get(pathname.split('/').at(-1) ?? '')
    return page
      ? respond(200, { checkout: describe(page) })
      : respond(404, { response: { message: 'unknown' } })
  })
  const handle: BepaidServer = {
    ...server,
    settings: {
      provider: 'bepaid',
      apiUrl: server.url,
      ...SHOP,
      publicKey: KEYS.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      test: true,
      currencies: CURRENCIES,
    },
    pages,
    refunds,
    isDown: false,
    refusesRefunds: null,
    refundStatuses,
    notification(token, { ...overrides } = {}) {
      const page = pages.get(token)!
      const { amount, currency, test = page.request.test } = overrides
      page.payment ??= { uid: randomUUID(), status: 'successful' }
      Object.assign(page.payment, amount ? { amount } : {}, currency ? { currency } : {})
      page.request.test = test
      return signed({ transaction: { ...transactionOf(page), ...overrides } })
    },
    forgedNotification: (token, overrides) =>
      signed({ transaction: { ...transactionOf(pages.get(token)!), ...overrides } }),
    stateNotification: (token) => signed(describe(pages.get(token)!)),
    conclude(token, status, finished = status === 'successful') {
      const page = pages.get(token)!
      page.payment = { uid: randomUUID(), status }
      page.finished = finished
      return { uid: page.payment.uid }
    },
  }
  return handle
}

const NOT_THIS = { response: { message: 'not this one' } }
/** Answers that are given before a request is processed, and are not kept. */
const UNDECIDED: readonly unknown[] = [401, 403, 408, 409, 429, 503]

function answerTo(refusal: BepaidServer['refusesRefunds']) {
  if (typeof refusal === 'number') return { status: refusal, body: NOT_THIS }
  return { status: 201, body: { transaction: { uid: randomUUID(), status: refusal ?? 'successful' } } }
}

const basic = `Basic ${btoa(`${SHOP.shopId}:${SHOP.secretKey}`)}`

function signed(content: unknown): Notification {
  const body = JSON.stringify(content)
  const signature = createSign('RSA-SHA256').update(body, 'utf8').sign(KEYS.privateKey, 'base64')
  return { body, headers: { authorization: basic, 'content-signature': signature } }
}

function transactionOf({ request, payment }: OpenedPage) {
  const { amount, currency, tracking_id, description } = request.order
  return {
    uid: payment?.uid ?? randomUUID(),
    status: payment?.status ?? 'successful',
    message: 'Successfully processed',
    amount,
    currency,
    description,
    type: 'payment',
    tracking_id,
    payment_method_type: 'credit_card',
    test: request.test,
    credit_card: { holder: 'ANNA PETROVA', brand: 'visa', last_4: '0000', token: 'card-token', first_1: '4' },
    customer: { email: 'anna@example.com', ip: '192.0.2.1' },
    payment: { auth_code: '654321', rrn: '999', status: 'successful' },
  }
}

function describe({ token, request, payment, finished, expired }: OpenedPage) {
  return {
    token,
    shop_id: Number(SHOP.shopId),
    order: request.order,
    gateway_response: payment ? { payment } : null,
    finished,
    expired,
    test: request.test,
    status: payment?.status ?? 'incomplete',
  }
}
