import { type SQL, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

export const shopSchema = pgSchema('shop')

/** The end of the name of the collection of kept forms, which follows the partner's. */
export const FORM_DRAFTS = '/form-drafts'

/**
 * Carts, order drafts and kept forms: one JSON body each, changed only from the version that was read. The table is
 * named after its contents, JSON documents; in the code a document is a legal one.
 */
export const records = shopSchema.table(
  'documents',
  {
    /** `/storage/synlab/carts/{id}` */
    key: text().primaryKey(),
    /** `/storage/synlab/carts` */
    collection: text().notNull(),
    /** Id of the user that it has been bound to since its first use. */
    owner: text().notNull(),
    version: integer().notNull(),
    body: jsonb().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('documents_owner').on(table.owner, table.collection, table.updatedAt),
    index('documents_updated').on(table.updatedAt),
    // Kept forms are deleted after an hour: only this index finds them among all the carts.
    index('documents_form_drafts')
      .on(table.collection, table.updatedAt)
      .where(sql`${table.collection} like '%/form-drafts'`),
  ],
)

/** Worded exactly as the condition of the index. */
export const areForms: SQL = sql`${records.collection} like '%/form-drafts'`
