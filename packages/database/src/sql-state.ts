/** Whether a statement failed with one of these SQLSTATEs; drizzle wraps the driver's error. */
export const hasSqlState = (error: unknown, states: readonly string[]): boolean =>
  error instanceof Error &&
  (states.includes(String((error as { code?: unknown }).code)) || hasSqlState(error.cause, states))
