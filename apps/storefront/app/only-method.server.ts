/** The handler of the methods that a route of the local API does not know. */
export function onlyMethod(method: 'GET' | 'POST'): () => Response {
  return () => new Response(null, { status: 405, headers: { Allow: method } })
}
