import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { expect, test } from 'vitest'
import { admissionOf } from './admission.ts'

const refusal = () => ({ type: 'text/plain', body: 'come back' })

/** A server that holds each request until it is told, under a process that computes for this part of its time. */
async function startHolding(limit: number, utilization: () => number) {
  const held = new Map<string, ServerResponse>()
  let looks = 0
  const admit = admissionOf(limit, refusal, () => {
    looks++
    return utilization()
  })
  const server = createServer((request, response) =>
    admit(request, response, () => void held.set(request.url!, response)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const patience = { timeout: PATIENCE_MS }
  return {
    isHeld: (path: string) => expect.poll(() => held.has(path), patience).toBe(true),
    looked: () => expect.poll(() => looks, patience).toBeGreaterThan(0),
    answer: (path: string) => held.get(path)!.end('done'),
    ask: async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      return [answer.status, answer.headers.get('Retry-After'), await answer.text()]
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const DONE = [200, null, 'done']
const COME_BACK = [503, '2', 'come back']

test('a busy process works at as many as it may; others are asked to come back, and orders, payments and health go first', {
  tags: ['ASVS-15.2.2'],
}, async () => {
  const server = await startHolding(2, () => 1)
  await server.looked()
  const [one, two] = [server.ask('/one'), server.ask('/two')]
  await Promise.all([server.isHeld('/one'), server.isHeld('/two')])
  expect(await server.ask('/patients')).toEqual(COME_BACK)
  const first = [
    '/healthz',
    '/readyz',
    '/order/cart',
    '/laboratory-api/orders',
    '/laboratory-api/payments/bepaid',
  ]
  for (const path of first) {
    const answer = server.ask(path)
    await server.isHeld(path)
    server.answer(path)
    expect(await answer).toEqual(DONE)
  }
  server.answer('/one')
  server.answer('/two')
  expect([await one, await two]).toEqual([DONE, DONE])
  // Their turns are free again.
  const next = server.ask('/next')
  await server.isHeld('/next')
  server.answer('/next')
  expect(await next).toEqual(DONE)
  server.close()
})

test('a process that only waits takes whoever comes', async () => {
  const server = await startHolding(1, () => 0)
  await server.looked()
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
  const answers = paths.map((path) => server.ask(path))
  await Promise.all(paths.map((path) => server.isHeld(path)))
  for (const path of paths) server.answer(path)
  expect(await Promise.all(answers)).toEqual(paths.map(() => DONE))
  server.close()
})
