import { pgSchema, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The PostgreSQL schema of the main API; the shop's own tables are in `shop`. */
export const laboratorySchema = pgSchema('laboratory')

/**
 * Whose a row is for good: the account's id when it was made, which outlives the account's erasure; of what is nobody's an id
 * of its own. A bare id, with no foreign key of its own.
 */
export const ownerId = () => uuid('owner_id').notNull()

/** A moment, whatever the zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Those that statements of the main API, of its jobs and of the sandbox name; the audit's months stand in one of their own. */
export const LABORATORY_SCHEMAS = ['laboratory', 'laboratory_audit', 'sandbox', 'jobs'] as const
