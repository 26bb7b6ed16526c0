import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { type Shop, shopContext } from '../app/shop-context.server.ts'
import { localApi } from './local-api.ts'

const shop = { requestId: 'of this request' } as Shop

interface Arguments {
  context: { get(context: typeof shopContext): Shop }
  url: URL
}

const tell = (name: string) => (args: Arguments) =>
  new Response(`${name} ${args.context.get(shopContext).requestId} ${args.url.search}`)

const build = {
  routes: {
    cart: { path: 'api/cart/get-cart', module: { loader: tell('loader'), action: tell('action') } },
    page: { path: 'order/cart', module: { loader: tell('page') } },
    root: { module: {} },
  },
} as unknown as ServerBuild

function call(method: string, path: string) {
  return localApi(build)(new Request(`http://shop.example${path}`, { method }), shop)
}

test.each([
  ['GET', 'loader of this request ?laboratoryId=1'],
  ['POST', 'action of this request ?laboratoryId=1'],
  ['DELETE', 'action of this request ?laboratoryId=1'],
])('%s of a path of the local API reaches its route', async (method, answer) => {
  const response = await call(method, '/api/cart/get-cart?laboratoryId=1')
  expect(await response?.text()).toBe(answer)
})

test.each(['/order/cart', '/api/cart/get-carts', '/api/*', '/'])('%s is left to the router', async (path) => {
  expect(await call('GET', path)).toBeNull()
})
