/**
 * SQLSTATE classes and codes of passing failures: connection exceptions, lack of resources (disk, memory,
 * connections), operator intervention (shutdown, a statement that took too long), a lock not granted in time, a
 * transaction left idle, a write to a server that is no longer the primary.
 */
const PASSING_STATES = [/^08/, /^53/, /^57/, /^55P03$/, /^25P0[34]$/, /^25006$/]
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The driver's own errors have no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/** When to try again: about as long as a restart of the database takes. */
export const DATABASE_RETRY_SECONDS = 5

/** Whether a statement failed because the database is away or too busy: the same one may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, errors } = error as { code?: unknown; syscall?: unknown; errors?: unknown }
  if (typeof code === 'string') {
    if (PASSING_STATES.some((state) => state.test(code))) return true
    // A socket's error has a system call. That of an HTTP call is wrapped in a `TypeError`, where it is never
    // looked for.
    if (syscall !== undefined && SYSTEM_CODES.has(code)) return true
  }
  if (DRIVER_MESSAGES.test(error.message)) return true
  if (Array.isArray(errors) && errors.some(isDatabaseAway)) return true
  return !(error instanceof TypeError) && isDatabaseAway(error.cause)
}

/** Whether a statement failed with one of these SQLSTATEs; drizzle wraps the driver's error. */
export const hasSqlState = (error: unknown, states: readonly string[]): boolean =>
  error instanceof Error &&
  (states.includes(String((error as { code?: unknown }).code)) || hasSqlState(error.cause, states))

/** Whether the database refused a second row with the same key. */
export const isUniqueViolation = (error: unknown): boolean => hasSqlState(error, ['23505'])
