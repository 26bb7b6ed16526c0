import { sql } from 'drizzle-orm'
import { text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, laboratorySchema } from '../schema.ts'

/** What a data key is for; it opens no values of another purpose. */
export const KEY_PURPOSES = ['secondFactor', 'result', 'answer', 'words'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

/** The keys for sealed values, each encrypted with a key of the settings. */
export const dataKeys = laboratorySchema.table(
  'data_key',
  {
    /** Each value sealed with the key begins with this id. */
    id: text().primaryKey(),
    purpose: text({ enum: KEY_PURPOSES }).notNull(),
    /** The name of the key encryption key, a dot, and the data key encrypted with it. */
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
