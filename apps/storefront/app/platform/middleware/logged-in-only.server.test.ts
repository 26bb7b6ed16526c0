import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createStaticHandler, type RouteObject, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import ROUTES from '../../routes.ts'
import { type Shop, shopContext } from '../session/shop-context.server.ts'
import { loggedInOnly } from './logged-in-only.server.ts'

/** The shop's own route table; each route answers with its id. */
function routeObject({ id, path, index, children }: RouteConfigEntry): RouteObject {
  const answer = () => new Response(id ?? 'layout')
  return index
    ? { index, loader: answer, action: answer }
    : { path, loader: answer, action: answer, children: children?.map(routeObject) }
}

const handler = createStaticHandler([
  { path: '', middleware: [loggedInOnly as never], children: ROUTES.map(routeObject) },
])

/** Where the guard sends a guest; null if it lets them pass. */
async function sentTo(path: string, method = 'GET') {
  const requestContext = new RouterContextProvider()
  requestContext.set(shopContext, { publicUrl: 'http://shop.example' } as Shop)
  const body = method === 'POST' ? new URLSearchParams() : undefined
  const request = new Request(`http://shop.example${path}`, { method, ...(body ? { body } : {}) })
  const response: Response = await handler.queryRoute(request, {
    requestContext,
    generateMiddlewareResponse: async (query) => {
      try {
        return (await query(request)) as Response
      } catch (thrown) {
        if (thrown instanceof Response) return thrown
        throw thrown
      }
    },
  })
  return response.headers.get('Location')
}

test.each([
  ['/orders', '/orders'],
  ['/settings', '/settings'],
  ['/patients/create', '/patients/create'],
  // For a download the login leads to the screen that links to it.
  ['/orders/7/receipt.pdf', '/orders/7'],
  ['/test-results/7/patients/8/report.pdf', '/test-results/7/patients/8'],
])('a guest who asks for %s is sent to the login, and then to %s', async (path, then) => {
  expect(await sentTo(path)).toBe(`/login?pathnameToReturn=${encodeURIComponent(then)}&backPathKey=home`)
})

test.each(['/profiles', '/search/analysis/7', '/order/cart', '/login', '/api/order/get-details', '/nowhere'])(
  'a guest who asks for %s passes',
  async (path) => {
    expect(await sentTo(path)).toBeNull()
  },
)

test.each(['/order/cart', '/add-to-cart/analysis/7', '/settings'])(
  'a guest who sends a form of %s is sent to the login',
  async (path) => {
    expect(await sentTo(path, 'POST')).toMatch(/^\/login\?/)
  },
)

test.each(['/login', '/support'])('a guest who sends a form of %s passes', async (path) => {
  expect(await sentTo(path, 'POST')).toBeNull()
})
