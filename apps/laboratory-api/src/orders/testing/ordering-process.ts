// A main API in a separate process: when it is killed, each of its orders is paused at a different statement.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CreateOrder } from '@shop/contract/orders'
import { openDatabase } from '@shop/database/open-database'
import { pauseStatements } from '@shop/database/testing/pause-statements'
import { pino } from 'pino'
import type { LaboratoryApiSettings } from '../../api-settings.ts'
import { createLaboratoryApi } from '../../app.ts'

export interface PausedOrder {
  token: string
  idempotencyKey: string
  request: CreateOrder
  /** Before which of its statements it pauses, not counting those that only read; or once `commit` has been sent. */
  pauseAt: number | 'commitSent'
}
export interface OrderingTask {
  databaseUrl: string
  settings: LaboratoryApiSettings
  now: string
  orders: PausedOrder[]
}

process.once('message', async ({ databaseUrl: url, settings, now, orders }: OrderingTask) => {
  const ordering = new AsyncLocalStorage<{ writes: number; pauseAt: PausedOrder['pauseAt'] }>()
  /** Orders that were answered before the kill: their status by their pause. */
  const answered: Record<string, number> = {}
  let underWay = orders.length
  function countStopped() {
    underWay--
    if (underWay === 0) process.send!(answered, () => process.kill(process.pid, 'SIGKILL'))
  }
  pauseStatements((text) => {
    const order = ordering.getStore()
    // Jobs run alongside the orders.
    if (!order || /^\s*select\b/i.test(text)) return 'go'
    const isCommitSent = order.pauseAt === 'commitSent' && text === 'commit'
    if (order.writes++ !== order.pauseAt && !isCommitSent) return 'go'
    countStopped()
    return isCommitSent ? 'after' : 'before'
  })
  const database = await openDatabase({ url, poolSize: orders.length + 5 })
  const logger = pino({ level: 'silent' })
  const clock = () => new Date(now)
  const api = await createLaboratoryApi({ database, settings, logger, now: clock, schedules: false })
  await api.start()
  for (const { token, idempotencyKey, request, pauseAt } of orders) {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': idempotencyKey,
    }
    const order = { method: 'POST', headers, body: JSON.stringify(request) }
    ordering.run({ writes: 0, pauseAt }, async () => {
      const { status } = await api.app.request('http://api.test/orders', order)
      answered[pauseAt] = status
      countStopped()
    })
  }
})
