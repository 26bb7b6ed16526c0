import { FhirRefusal, type OutcomeIssue } from './operation-outcome.ts'

/** FHIR's resources nest a dozen levels; what goes by thousands is made to exhaust a stack. */
const DEEPEST = 64
const MOST_FAULTS = 100

interface Node {
  value: unknown
  path: string
  depth: number
}

/**
 * A body as JSON that can be worked on and stored: no deeper than any resource, and without the characters that no
 * database takes as text. @throws FhirRefusal
 */
export function parseBody(text: string): unknown {
  const body = parseJson(text)
  const faults: OutcomeIssue[] = []
  const root = (body as { resourceType?: unknown } | null)?.resourceType === 'Bundle' ? 'Bundle' : 'body'
  const open: Node[] = [{ value: body, path: root, depth: 0 }]
  for (let node = open.pop(); node && faults.length < MOST_FAULTS; node = open.pop()) {
    const { value, path, depth } = node
    if (typeof value === 'string' && !isStorable(value)) faults.push(unreadable(path))
    if (typeof value !== 'object' || value === null) continue
    if (depth >= DEEPEST) {
      throw new FhirRefusal(400, { code: 'structure', diagnostics: `Nested deeper than ${DEEPEST} levels` })
    }
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) faults.push(unreadable(path))
      const place = Array.isArray(value) ? `[${key}]` : `.${key}`
      open.push({ value: inner, path: path + place, depth: depth + 1 })
    }
  }
  if (faults.length > 0) throw new FhirRefusal(422, ...faults)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FhirRefusal(400, { code: 'structure', diagnostics: 'The body is no JSON' })
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function unreadable(expression: string): OutcomeIssue {
  const diagnostics = 'Half a surrogate pair or the character NUL is in it'
  return { code: 'value', expression: expression.toWellFormed().replaceAll('\0', ''), diagnostics }
}
