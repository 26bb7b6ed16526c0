import { HTTPException } from 'hono/http-exception'

/** The HL7 issue types that the interface uses. */
export const ISSUE_CODES = [
  'structure',
  'required',
  'value',
  'invariant',
  'code-invalid',
  'not-supported',
  'not-found',
  'business-rule',
  'conflict',
  'duplicate',
  'login',
  'forbidden',
  'too-long',
  'too-costly',
  'throttled',
  'exception',
] as const
export type IssueCode = (typeof ISSUE_CODES)[number]

export interface OutcomeIssue {
  code: IssueCode
  /** The reason, for the engineer of the calling system. */
  diagnostics: string
  /** The element, such as `Bundle.entry[1].resource.status`, or `http.Authorization`. */
  expression?: string
}

type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 415 | 422 | 429

/** A refusal, which the interface returns as an OperationOutcome. */
export class FhirRefusal extends HTTPException {
  readonly issues: readonly OutcomeIssue[]
  constructor(status: RefusalStatus, ...issues: OutcomeIssue[]) {
    super(status, { message: `refused with status ${status}` })
    this.name = 'FhirRefusal'
    this.issues = issues
  }
}

/** Too many calls by one client; `retryAfter` is how many seconds it must wait. */
export class FhirThrottled extends FhirRefusal {
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super(429, {
      code: 'throttled',
      diagnostics: 'Too many calls; nothing was done. Retry-After says how long to wait',
    })
    this.retryAfter = retryAfter
  }
}

export function operationOutcome(issues: readonly OutcomeIssue[]) {
  return {
    resourceType: 'OperationOutcome',
    issue: issues.map(({ code, diagnostics, expression }) => ({
      severity: code === 'exception' ? 'fatal' : 'error',
      code,
      diagnostics,
      ...(expression ? { expression: [expression] } : {}),
    })),
  }
}

/** Collects the faults of a bundle, so that one reply reports all of them. */
export interface Faults {
  add(issue: OutcomeIssue): void
  /** @throws FhirRefusal 422 when there is any */
  throwIfAny(): void
}

export function createFaults(): Faults {
  const issues: OutcomeIssue[] = []
  return {
    add: (issue) => issues.push(issue),
    throwIfAny() {
      if (issues.length > 0) throw new FhirRefusal(422, ...issues)
    },
  }
}
