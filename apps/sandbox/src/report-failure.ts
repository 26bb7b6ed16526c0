/** As much of a logger as the sandbox needs; pino's is one. */
export interface SandboxLogger {
  error(fields: Record<string, unknown>, message: string): void
}

/**
 * Logs what kind of failure it was and where. Never its message: the database's would repeat the values of a query,
 * and those are people's mails.
 */
export function reportFailure(logger: SandboxLogger | undefined, error: unknown): void {
  const { name, cause, stack } = error instanceof Error ? error : new Error()
  const place = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '))
  const causeCode = cause instanceof Error && 'code' in cause ? cause.code : undefined
  logger?.error({ error: name, causeCode, place }, 'sandbox failure')
}
