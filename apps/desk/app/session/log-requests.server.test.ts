import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startTracing } from '@shop/server/start-tracing'
import { tracedRequest } from '@shop/server/tracing'
import { aRoute, routerBuild } from '@shop/storefront/pages/testing/router-build.ts'
import { pino } from 'pino'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { type Desk, deskContext } from './desk-context.server.ts'
import { logRequests } from './log-requests.server.ts'

const handle = createRequestHandler(
  routerBuild({
    ...aRoute({ id: 'root', path: '' }, { middleware: [logRequests] }),
    ...aRoute({ id: 'order', parentId: 'root', path: 'orders/:orderId' }, { loader: () => new Response('') }),
  }),
  'production',
)

test('a request of the desk is logged once, and its span is named, by the route’s pattern', async () => {
  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    received.push(await text(request))
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const lines: unknown[] = []
  const logger = pino(
    { base: null, timestamp: false },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const stop = startTracing({ endpoint, headers: {}, ratio: 1 }, { program: 'desk', logger })
  onTestFinished(() => void receiver.close())
  const context = new RouterContextProvider()
  context.set(deskContext, { logger } as unknown as Desk)
  const request = new Request('http://desk.test/orders/7?of=Anna')
  const answer = await Promise.resolve(tracedRequest(request, () => handle(request, context))).finally(stop)
  expect(answer.status).toBe(200)
  const route = 'orders/:orderId'
  expect(lines).toEqual([
    { level: 30, method: 'GET', route, status: 200, ms: expect.any(Number), msg: 'desk' },
  ])
  const sent = received.join()
  expect(sent).toContain(`"name":"GET ${route}"`)
  expect(sent).not.toMatch(/"name":"HTTP"|orders\/7|Anna/)
})
