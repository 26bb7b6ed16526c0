// A main API in a process of its own that is sent one order and is killed on the way, as by the kernel.
import type { CreateOrder } from '@shop/contract/orders'
import { openDatabase } from '@shop/database/open-database'
import { pino } from 'pino'
import { createLaboratoryApi } from '../../app.ts'
import type { LaboratoryApiSettings } from '../../settings.ts'

export interface Errand {
  databaseUrl: string
  settings: LaboratoryApiSettings
  now: string
  token: string
  idempotencyKey: string
  request: CreateOrder
  /** Index of the statement, those that only read left out, before which the process is killed; or once `commit` is on its way. */
  killAt: number | 'commitSent'
}

process.once('message', async (errand: Errand) => {
  const { databaseUrl: url, settings, now, token, idempotencyKey, request, killAt } = errand
  let writes = Number.NEGATIVE_INFINITY
  const onStatement = (text: string) => {
    if (/^\s*select\b/i.test(text)) return
    if (writes++ === killAt) killMyself()
    if (writes > 0 && text === 'commit' && killAt === 'commitSent') setImmediate(killMyself)
  }
  const database = await openDatabase({ url, onStatement })
  const logger = pino({ level: 'silent' })
  const api = await createLaboratoryApi({
    database,
    settings,
    logger,
    now: () => new Date(now),
    schedules: false,
  })
  await api.start()
  writes = 0
  const answer = await api.app.request('http://api.test/orders', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify(request),
  })
  process.send!(answer.status, () => process.exit())
})

function killMyself(): void {
  process.kill(process.pid, 'SIGKILL')
}
