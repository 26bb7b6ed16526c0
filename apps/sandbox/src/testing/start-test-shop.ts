import { createVerify } from 'node:crypto'
import { Hono } from 'hono'
import { SANDBOX_PAYMENT } from '../sandbox-payment.ts'
import { serve } from './serve.ts'

interface Received {
  /** Absent if a checkout expired. */
  transaction?: Record<string, unknown>
  body: Record<string, unknown>
  authorization: string | undefined
  signed: boolean
}

/** A shop's receiver of notifications, over real HTTP; verifies signatures as the provider's guide describes. */
export async function startTestShop() {
  const received: Received[] = []
  const answers: number[] = []
  const waiting = new Map<number, () => void>()
  const app = new Hono()
  app.post('/notifications', async (context) => {
    const body = await context.req.text()
    received.push({
      transaction: JSON.parse(body).transaction,
      body: JSON.parse(body),
      authorization: context.req.header('authorization'),
      signed: isSigned(body, context.req.header('content-signature') ?? ''),
    })
    waiting.get(received.length)?.()
    return context.body(null, (answers.shift() ?? 200) as 200)
  })
  const server = await serve(app)
  return {
    ...server,
    notificationUrl: `${server.url}/notifications`,
    received,
    /** The statuses of the next responses; after these, 200. */
    answers,
    /** Resolves when `count` notifications have arrived. */
    async untilReceived(count: number) {
      if (received.length < count) await new Promise<void>((resolve) => waiting.set(count, resolve))
    },
  }
}

function isSigned(body: string, signature: string): boolean {
  const pem = `-----BEGIN PUBLIC KEY-----\n${SANDBOX_PAYMENT.publicKey}\n-----END PUBLIC KEY-----`
  return createVerify('RSA-SHA256').update(body).verify(pem, signature, 'base64')
}
