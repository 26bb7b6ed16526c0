import { pgSchema, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The PostgreSQL schema of the main API; the shop's own tables are in `shop`. */
export const laboratorySchema = pgSchema('laboratory')

/**
 * The permanent owner of a row: the id of the account that it was created for, which outlives the account's
 * erasure; without an account, a separate id. Not a foreign key.
 */
export const ownerId = () => uuid('owner_id').notNull()

/** An instant, in any zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The schemas that statements of the main API, its jobs and the sandbox name; the months of the audit have a
 * separate one.
 */
export const LABORATORY_SCHEMAS = ['laboratory', 'laboratory_audit', 'sandbox', 'jobs'] as const
