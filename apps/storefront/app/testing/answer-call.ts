import { createRequestHandler, RouterContextProvider } from 'react-router'
import { handleError } from '../entry.server.tsx'
import { aRoute, routerBuild, routesOf } from '../platform/pages/testing/router-build.ts'
import { type Shop, shopContext } from '../platform/session/shop-context.server.ts'
import ROUTES from '../routes.ts'

/** The shop's route table without its pages. */
const calls = ROUTES.map(({ children, ...route }) => ({
  ...route,
  ...(children ? { children: children.filter(({ id }) => id === 'passkeyOptions') } : {}),
}))
const routes = await routesOf(calls, (file) => import(/* @vite-ignore */ `../${file}`))
const handle = createRequestHandler(
  routerBuild({ ...aRoute({ id: 'root', path: '' }, {}), ...routes }, { handleError }),
  'production',
)

/** What the router answers to a call of a script, with the shop's own routes, middleware and handling of errors. */
export function answerCall(shop: Shop, request: Request): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  return handle(request, context)
}
