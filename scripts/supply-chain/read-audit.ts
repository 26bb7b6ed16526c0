/** The part of the answer of `npm audit --json` that is read: findings, or why there are none. */
export interface AuditAnswer {
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>
  message?: string
  error?: { summary?: string }
}

export type AuditOutcome =
  | { kind: 'clean' }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'found'; lines: string[] }

/** As docs/security/components.md promises, for packages that run and for those that only build or test. */
const DAYS = { critical: 2, high: 7, moderate: 30, low: 30, info: 30 } as const
const BUILDING_DAYS = 60

function daysFor(severity: string, runs: boolean): number {
  return runs ? (DAYS[severity as keyof typeof DAYS] ?? DAYS.critical) : BUILDING_DAYS
}

/**
 * `running`: names of packages that run in production. An answer without findings and without an error does not
 * count.
 */
export function readAudit(answer: AuditAnswer, running: ReadonlySet<string>): AuditOutcome {
  const { vulnerabilities } = answer
  if (!vulnerabilities) {
    return { kind: 'unreachable', reason: answer.message ?? answer.error?.summary ?? 'no answer' }
  }
  const lines = Object.entries(vulnerabilities).map(([name, { severity, via }]) => {
    const runs = running.has(name)
    const causes = via.map((cause) => (typeof cause === 'string' ? cause : `${cause.title} ${cause.url}`))
    const place = runs ? 'runs in production' : 'builds or tests'
    return `${name} (${severity}, ${place}, to be fixed within ${daysFor(severity, runs)} days): ${causes.join('; ')}`
  })
  return lines.length > 0 ? { kind: 'found', lines: lines.toSorted() } : { kind: 'clean' }
}
