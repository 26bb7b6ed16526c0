import { FhirRefusal, type OutcomeIssue } from './operation-outcome.ts'

/** FHIR resources nest a dozen levels; thousands of levels are an attempt to exhaust the stack. */
const DEEPEST = 64
const MOST_FAULTS = 100

interface Node {
  value: unknown
  path: string
  depth: number
}

/** A value and all that is inside it, without recursion that depth could exhaust; the caller stops if too deep. */
function* nodesOf(body: unknown, path: string): Generator<Node> {
  const open: Node[] = [{ value: body, path, depth: 0 }]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    const { value, depth } = node
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const place = Array.isArray(value) ? `[${key}]` : `.${key}`
      open.push({ value: inner, path: node.path + place, depth: depth + 1 })
    }
  }
}

const isTooDeep = ({ value, depth }: Node): boolean =>
  depth >= DEEPEST && typeof value === 'object' && value !== null

/** Parses JSON that is shallow enough for recursion; otherwise returns the text itself. */
export function readAsFarAsPossible(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return nodesOf(body, '').some(isTooDeep) ? text : body
  } catch {
    return text
  }
}

/**
 * Parses a body as JSON that can be processed and stored: not nested too deeply, and without the characters that a
 * database does not accept as text. @throws FhirRefusal
 */
export function parseBody(text: string): unknown {
  const body = parseJson(text)
  const faults: OutcomeIssue[] = []
  const root = (body as { resourceType?: unknown } | null)?.resourceType === 'Bundle' ? 'Bundle' : 'body'
  for (const node of nodesOf(body, root)) {
    const { value, path } = node
    if (typeof value === 'string' && !isStorable(value)) faults.push(unreadable(path))
    if (isTooDeep(node)) {
      throw new FhirRefusal(400, { code: 'structure', diagnostics: `Nested deeper than ${DEEPEST} levels` })
    }
    if (typeof value === 'object' && value !== null) {
      faults.push(...Object.keys(value).flatMap((key) => (isStorable(key) ? [] : unreadable(path))))
    }
    if (faults.length >= MOST_FAULTS) break
  }
  if (faults.length > 0) throw new FhirRefusal(422, ...faults)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FhirRefusal(400, { code: 'structure', diagnostics: 'The body is not JSON' })
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function unreadable(expression: string): OutcomeIssue {
  const diagnostics = 'The body contains half a surrogate pair or the character NUL'
  return { code: 'value', expression: expression.toWellFormed().replaceAll('\0', ''), diagnostics }
}
