/**
 * SQLSTATE classes and codes of what passes by itself: connection exceptions, no resources (disk, memory, connections), an
 * operator's intervention (shutdown, a statement that took too long), a lock not given in time, a transaction left idle, a
 * write to a machine that led until a moment ago.
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
/** What the driver itself says carries no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/** When to come back: what a restart of the database takes. */
export const DATABASE_RETRY_SECONDS = 5

/** Whether a statement failed since the database is away or too busy: the same may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, errors } = error as { code?: unknown; syscall?: unknown; errors?: unknown }
  if (typeof code === 'string') {
    if (PASSING_STATES.some((state) => state.test(code))) return true
    // A socket's error has a system call; of an HTTP call it is wrapped in a `TypeError` and never looked for here.
    if (syscall !== undefined && SYSTEM_CODES.has(code)) return true
  }
  if (DRIVER_MESSAGES.test(error.message)) return true
  if (Array.isArray(errors) && errors.some(isDatabaseAway)) return true
  return !(error instanceof TypeError) && isDatabaseAway(error.cause)
}
