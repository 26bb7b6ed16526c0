import { index, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

export const shopSchema = pgSchema('shop')

/** Carts and order drafts: one JSON document each, changed only from the version that was read. */
export const documents = shopSchema.table(
  'documents',
  {
    /** `/storage/synlab/carts/{id}` */
    key: text().primaryKey(),
    /** `/storage/synlab/carts` */
    collection: text().notNull(),
    /** Id of the user it is bound to since its first use. */
    owner: text().notNull(),
    version: integer().notNull(),
    body: jsonb().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('documents_owner').on(table.owner, table.collection, table.updatedAt),
    index('documents_updated').on(table.updatedAt),
  ],
)
