const UNIQUE_VIOLATION = '23505'

/** Whether the database refused a second row with the same key; drizzle wraps the driver's error. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { code?: string }).code === UNIQUE_VIOLATION || isUniqueViolation(error.cause)
}
