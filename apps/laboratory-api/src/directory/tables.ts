import { primaryKey, text } from 'drizzle-orm/pg-core'
import { laboratorySchema, ownerId } from '../schema.ts'

/**
 * Leads from a key that someone presents, is sent or quotes to its owner: what must be unique across all owners
 * is unique by this key. Triggers on the tables with such keys maintain it, so that no release can forget to. A
 * database that is divided by owner has it in one place.
 */
export const ownerDirectory = laboratorySchema.table(
  'owner_directory',
  {
    /** The table whose row has the key. */
    kind: text().notNull(),
    /**
     * A token's hash, a number, a label or a proven address; a payment provider's key is prefixed with the
     * provider's name.
     */
    key: text().notNull(),
    ownerId: ownerId(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)
