/**
 * Runs the rest of the router's middleware and says which status it has answered and how long it took. The router
 * rejects only for a file or a call whose middleware has failed; it answers that with 500.
 */
export async function timeAnswer(
  next: () => Promise<Response>,
  answered: (status: number, ms: number) => void,
): Promise<Response> {
  const started = performance.now()
  let status = 500
  try {
    const response = await next()
    status = response.status
    return response
  } finally {
    answered(status, performance.now() - started)
  }
}
