import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { admissionOf } from './admission.ts'

const refusal = () => ({ type: 'text/plain', body: 'come back' })

/** A server that holds every request until it is told, and looks busy to itself or not. */
async function startHolding(limit: number | null) {
  const held: ServerResponse[] = []
  const admit = admissionOf(limit, refusal)
  const server = createServer((request, response) => admit(request, response, () => void held.push(response)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    held,
    ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Computes, with the shortest of breaks, until told to end. */
function keepBusy(): () => void {
  let isOver = false
  const compute = () => {
    const until = performance.now() + 20
    while (performance.now() < until);
    if (!isOver) setImmediate(compute)
  }
  compute()
  return () => {
    isOver = true
  }
}

test('a busy process works at as many as it may: orders, payments and health go first, others wait, then are asked to come back', async () => {
  const server = await startHolding(2)
  const rest = keepBusy()
  try {
    // Whoever comes before the process notices that it is busy gets in.
    await expect
      .poll(
        async () => {
          void server.ask('/').catch(() => {})
          const answer = await Promise.race([
            server.ask('/search'),
            new Promise<null>((r) => setTimeout(r, 3_000, null)),
          ])
          return answer?.status
        },
        { timeout: 60_000 },
      )
      .toBe(503)
    const refused = await server.ask('/patients')
    expect([refused.status, refused.headers.get('Retry-After'), await refused.text()]).toEqual([
      503,
      '2',
      'come back',
    ])
    const first = [
      '/healthz',
      '/readyz',
      '/order/cart',
      '/laboratory-api/orders',
      '/laboratory-api/payments/bepaid',
    ]
    for (const path of first) {
      const before = server.held.length
      const answer = server.ask(path)
      await expect.poll(() => server.held.length, { timeout: 60_000 }).toBe(before + 1)
      server.held.at(-1)!.end('done')
      expect((await answer).status).toBe(200)
    }
  } finally {
    rest()
    server.close()
  }
})

test('a process that only waits takes whoever comes', async () => {
  const server = await startHolding(1)
  const answers = Array.from({ length: 20 }, () => server.ask('/').then(({ status }) => status))
  await expect.poll(() => server.held.length, { timeout: 60_000 }).toBe(20)
  for (const response of server.held) response.end()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  server.close()
})
