import { sql } from 'drizzle-orm'
import { text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, laboratorySchema } from '../schema.ts'

/** What a data key is for: a key opens nothing of another purpose. */
export const PURPOSES = ['secondFactor', 'result', 'answer', 'words'] as const
export type Purpose = (typeof PURPOSES)[number]

/** The keys of sealed values, each encrypted with a key of the settings. */
export const dataKeys = laboratorySchema.table(
  'data_key',
  {
    /** What each value begins with that it has sealed. */
    id: text().primaryKey(),
    purpose: text({ enum: PURPOSES }).notNull(),
    /** Name of the key encryption key, a dot, and the key under it. */
    wrapped: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: new values are sealed with it. */
    retiredAt: instant('retired_at'),
    /** When every value of its purpose was found to be sealed with it. */
    sweptAt: instant('swept_at'),
  },
  (table) => [uniqueIndex('data_key_current').on(table.purpose).where(sql`${table.retiredAt} is null`)],
)
export type DataKeyRow = typeof dataKeys.$inferSelect
