import { pgSchema } from 'drizzle-orm/pg-core'

/** The PostgreSQL schema of the main API; the shop's own tables are in `shop`. */
export const laboratorySchema = pgSchema('laboratory')
