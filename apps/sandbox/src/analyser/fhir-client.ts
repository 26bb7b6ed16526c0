import { z } from 'zod'
import { type Analyser, AnalyserFailure } from './analyser.ts'

const INTERFACE = '/fhir/R4'

const operationOutcome = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(
    z.object({ diagnostics: z.string().optional(), expression: z.array(z.string()).optional() }),
  ),
})

/** One call to the laboratory's interface; `path` is relative to it. Throws `AnalyserFailure`. */
export async function callFhir(analyser: Analyser, path: string, bundle?: unknown): Promise<unknown> {
  const answer = await send(analyser, path, bundle)
  const body = await answer.json().catch(() => undefined)
  if (answer.ok) return body
  throw new AnalyserFailure(`${answer.status}: ${explain(body)}`, { isRefusal: answer.status === 422 })
}

async function send(analyser: Analyser, path: string, bundle: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${analyser.token}`, accept: 'application/fhir+json' }
  const url = `${analyser.root}${INTERFACE}${path}`
  try {
    if (bundle === undefined) return await analyser.fetch(url, { headers })
    return await analyser.fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/fhir+json' },
      body: JSON.stringify(bundle),
    })
  } catch {
    throw new AnalyserFailure('The laboratory’s interface did not answer.')
  }
}

function explain(body: unknown): string {
  const parsed = operationOutcome.safeParse(body)
  if (!parsed.success) return 'refused without an OperationOutcome'
  return parsed.data.issue
    .map(({ diagnostics, expression }) => [expression?.join(', '), diagnostics].filter(Boolean).join(': '))
    .join('; ')
}

/**
 * The path of a link to the next page, relative to the interface. The link contains the server's public
 * address; the configured one is used instead, so that the token is sent only there.
 */
export function pathOfLink(link: string): string {
  const url = new URL(link, 'http://server.invalid')
  const start = url.pathname.indexOf(INTERFACE)
  if (start === -1) throw new AnalyserFailure('The next page is outside the interface.')
  return url.pathname.slice(start + INTERFACE.length) + url.search
}
