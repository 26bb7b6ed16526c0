import { pino } from 'pino'
import { createRequestHandler, RouterContextProvider, redirect } from 'react-router'
import { expect, test } from 'vitest'
import { createTestShop } from '../../testing/test-shop.ts'
import { aRoute, routerBuild } from '../pages/testing/router-build.ts'
import { type Shop, shopContext } from '../session/shop-context.server.ts'
import { logRequests } from './log-requests.server.ts'

const place = (path: string) => ({ id: path, parentId: 'root', path })
const handle = createRequestHandler(
  routerBuild(
    {
      ...aRoute({ id: 'root', path: '' }, { middleware: [logRequests] }),
      ...aRoute(place('orders/:orderId/file'), { loader: () => new Response('') }),
      ...aRoute(place('failed'), { loader: () => Promise.reject(new Error('away')) }),
      ...aRoute(place('refused'), { loader: () => 1, middleware: [() => Promise.reject(new Error('away'))] }),
      ...aRoute(place('elsewhere'), { action: () => redirect('/') }),
    },
    { handleError: () => {} },
  ),
  'production',
)

test.each([
  ['GET', '/orders/7/file?x=Anna', 'orders/:orderId/file', 200],
  ['GET', '/failed', 'failed', 500],
  // The middleware of a file has failed: the router hands the error on.
  ['GET', '/refused', 'refused', 500],
  ['POST', '/elsewhere', 'elsewhere', 302],
])('%s %s is logged once, by its pattern %s and its status %i', async (method, path, route, status) => {
  const lines: unknown[] = []
  const logger = pino(
    { base: null, timestamp: false },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const context = new RouterContextProvider()
  context.set(shopContext, { ...createTestShop({}).shop, logger } satisfies Shop)
  const answer = await handle(new Request(`http://shop.test${path}`, { method }), context)
  expect(answer.status).toBe(status)
  expect(lines).toEqual([{ level: 30, method, route, status, ms: expect.any(Number), msg: 'storefront' }])
})
