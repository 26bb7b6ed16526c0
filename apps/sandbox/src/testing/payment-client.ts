import { SANDBOX_PAYMENT } from '../sandbox-payment.ts'

export const SHOP_BASIC = `Basic ${btoa(`${SANDBOX_PAYMENT.shopId}:${SANDBOX_PAYMENT.secretKey}`)}`

type Fields = Record<string, unknown>

export function testOrder(overrides: Fields = {}) {
  return { amount: 3245, currency: 'BYN', description: 'Order 1042', tracking_id: 'attempt-1', ...overrides }
}

/** The requests of a shop, a test and a customer to the payment page, over real HTTP. */
export function createPaymentClient(sandboxUrl: string, notificationUrl: string) {
  const base = `${sandboxUrl}/payment`

  function call(path: string, init: RequestInit = {}) {
    const headers = { authorization: SHOP_BASIC, 'content-type': 'application/json', 'x-api-version': '2' }
    return fetch(`${base}${path}`, { ...init, headers: { ...headers, ...init.headers } })
  }

  function post(path: string, body: unknown, init: RequestInit = {}) {
    return call(path, { method: 'POST', body: JSON.stringify(body), ...init })
  }

  function settings(overrides: Fields = {}) {
    return {
      notification_url: notificationUrl,
      success_url: 'http://shop.example/paid?order=1042',
      decline_url: 'http://shop.example/declined',
      cancel_url: 'http://shop.example/cancelled',
      language: 'en',
      ...overrides,
    }
  }

  async function open(overrides: Fields = {}): Promise<{ token: string; redirect_url: string }> {
    const defaults = { transaction_type: 'payment', test: true, order: testOrder(), settings: settings() }
    const answer = await post('/ctp/api/checkouts', { checkout: { ...defaults, ...overrides } })
    return (await answer.json()).checkout
  }

  return {
    call,
    post,
    settings,
    open,
    async query(token: string) {
      return (await (await call(`/ctp/api/checkouts/${token}`)).json()).checkout
    },
    /** The hook for tests. */
    async conclude(token: string, body: Fields) {
      const answer = await post(`/checkouts/${token}`, body)
      return { status: answer.status, body: await answer.json() }
    },
    /** Presses one of the customer's buttons. */
    press(token: string, outcome: string) {
      const body = new URLSearchParams({ outcome })
      return fetch(`${base}/checkouts/${token}`, { method: 'POST', body, redirect: 'manual' })
    },
    async page(token: string) {
      return (await fetch(`${base}/checkouts/${token}`)).text()
    },
    async notify(token: string) {
      return (await post(`/checkouts/${token}/notify`, {})).json()
    },
  }
}
