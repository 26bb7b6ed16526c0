import { hash } from 'node:crypto'
import type { Context, TypedResponse } from 'hono'
import type { ApiEnv } from '../api.ts'
import type { CatalogueSnapshot } from './catalogue-snapshot.ts'

/** A JSON answer that is made once and sent many times. */
export interface StoredAnswer<T> {
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
  /** Only carries the type of the body; never has a value. */
  readonly content?: T
}

export function storeAnswer<T>(content: T): StoredAnswer<T> {
  const body = new TextEncoder().encode(JSON.stringify(content))
  // Made from the content, not the version: equal in every process, and new when a release words the answer
  // differently.
  return { body, etag: `"${hash('sha1', body, 'base64url')}"` }
}

/**
 * Sends the answer, or 304 when the caller has it. Answers depend on the language, and on the laboratory that the
 * URL names.
 */
export function sendAnswer<T>(
  c: Context<ApiEnv>,
  snapshot: CatalogueSnapshot,
  answer: StoredAnswer<T>,
): Response & TypedResponse<T, 200, 'json'> {
  const headers = {
    ETag: answer.etag,
    Vary: 'Accept-Language',
    'Content-Language': c.var.locale,
    // Prices must be today's: anyone may store the answer, but must revalidate it before using it.
    'Cache-Control': 'public, no-cache',
    'Catalogue-Version': snapshot.tag,
  }
  const isKnown = knowsTag(c.req.header('If-None-Match'), answer.etag)
  const response = isKnown
    ? c.body(null, 304, headers)
    : c.body(answer.body, 200, {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': String(answer.body.length),
      })
  return response as unknown as Response & TypedResponse<T, 200, 'json'>
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
function knowsTag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((given) => {
    const tag = given.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
