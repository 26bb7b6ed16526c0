import { pgSchema } from 'drizzle-orm/pg-core'

/** The PostgreSQL schema of the main API; the shop's own tables are in `shop`. */
export const laboratorySchema = pgSchema('laboratory')

/** Those that statements of the main API, of its jobs and of the sandbox name; the audit's months stand in one of their own. */
export const LABORATORY_SCHEMAS = ['laboratory', 'laboratory_audit', 'sandbox', 'jobs'] as const
