import { FhirRefusal, type OutcomeIssue } from './operation-outcome.ts'

/** FHIR's resources nest a dozen levels; what goes by thousands is made to exhaust a stack. */
const DEEPEST = 64
const MOST_FAULTS = 100

interface Node {
  value: unknown
  path: string
  depth: number
}

/** What is inside, itself first, without a stack that depth could exhaust; who walks it stops where it is too deep. */
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

/** JSON that can be walked by recursion; otherwise the text itself. */
export function readAsFarAsPossible(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return nodesOf(body, '').some(isTooDeep) ? text : body
  } catch {
    return text
  }
}

/**
 * A body as JSON that can be worked on and stored: no deeper than any resource, and without the characters that no
 * database takes as text. @throws FhirRefusal
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
