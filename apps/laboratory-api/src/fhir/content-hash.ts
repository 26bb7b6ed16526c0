import { createHash } from 'node:crypto'

/** Elements that are not hashed: a server's metadata, the narrative, and references to the hashed observations. */
const NOT_CONTENT: ReadonlySet<string> = new Set(['id', 'meta', 'text', 'result'])

/**
 * SHA-256 of resources, hex: equal for the same content, whatever the order of keys. Addresses within one bundle
 * (`urn:uuid:`) are new each time it is sent, so they are left out.
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

/** SHA-256, hex, of JSON or of a text that is not JSON. */
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
