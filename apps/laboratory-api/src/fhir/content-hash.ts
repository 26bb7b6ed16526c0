import { createHash } from 'node:crypto'

/** Elements that say nothing about the patient: a server's bookkeeping, and the same once more as a page. */
const NOT_CONTENT: ReadonlySet<string> = new Set(['id', 'meta', 'text', 'result'])

/**
 * SHA-256 of resources, hex: equal for the same content, whatever the order of keys. Addresses that hold in
 * one bundle only (`urn:uuid:`) are made anew at each sending and left out.
 */
export function contentHashOf(content: {
  report: object
  observations: readonly object[]
  storedIds: readonly string[]
}): string {
  const resources = [content.report, ...content.observations].map((resource) =>
    Object.fromEntries(Object.entries(resource).filter(([key]) => !NOT_CONTENT.has(key))),
  )
  return hashOf([...resources, ...content.storedIds])
}

/** SHA-256, hex, of JSON or of a text that is none. */
export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('hex')
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value === 'string') return value.startsWith('urn:uuid:') ? 'urn:uuid' : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}
