import { RouterContextProvider, type ServerBuild } from 'react-router'
import { type Shop, shopContext } from '../app/shop-context.server.ts'

type Handler = (args: {
  request: Request
  context: RouterContextProvider
  params: Record<string, never>
  url: URL
  pattern: string
}) => Response | Promise<Response>

interface Endpoint {
  pattern: string
  loader: Handler
  action: Handler
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The routes under `/api` of `routes.ts`, called straight: they answer JSON and have no page around them, and the
 * router's way through loaders, actions and middleware costs more than what they do. Null for a path that is none.
 */
export function localApi(build: ServerBuild) {
  const endpoints = new Map<string, Endpoint>()
  for (const route of Object.values(build.routes)) {
    if (!route?.path?.startsWith('api/')) continue
    const pattern = `/${route.path}`
    const { loader, action } = route.module as unknown as Endpoint
    endpoints.set(pattern, { pattern, loader, action })
  }
  return async (request: Request, shop: Shop): Promise<Response | null> => {
    const url = new URL(request.url)
    const endpoint = endpoints.get(url.pathname)
    if (!endpoint) return null
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    const handler = READING.has(request.method) ? endpoint.loader : endpoint.action
    return handler({ request, context, params: {}, url, pattern: endpoint.pattern })
  }
}
