import { hasSqlState } from './sql-state.ts'

/** Whether the database refused a second row with the same key. */
export const isUniqueViolation = (error: unknown): boolean => hasSqlState(error, ['23505'])
