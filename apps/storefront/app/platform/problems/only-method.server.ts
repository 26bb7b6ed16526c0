import { Problem, problemResponse } from '@shop/contract/problem'

type Method = 'GET' | 'HEAD' | 'POST'
type Handler<Args> = (args: Args) => Response | Promise<Response>

/** The loader and the action of a route of the local API: it knows these methods, and any other does nothing. */
export function onlyMethods<Args extends { request: Request }>(
  handlers: Partial<Record<Method, Handler<Args>>>,
): Handler<Args> {
  return (args) => {
    const handler = handlers[args.request.method as Method]
    return handler
      ? handler(args)
      : problemResponse(new Problem('method_not_allowed', { allow: Object.keys(handlers) }))
  }
}
