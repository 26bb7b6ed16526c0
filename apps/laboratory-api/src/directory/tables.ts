import { primaryKey, text } from 'drizzle-orm/pg-core'
import { laboratorySchema, ownerId } from '../schema.ts'

/**
 * From what somebody shows, is sent or quotes to whose it is: what is unique in all is so by this key. Triggers of the tables that
 * have it keep it, so that no release can forget it. A database that is divided by owner has it in one place.
 */
export const ownerDirectory = laboratorySchema.table(
  'owner_directory',
  {
    /** The table whose row has the key. */
    kind: text().notNull(),
    /** A token's hash, a number, a label, a proven address; of a provider's with its name before it. */
    key: text().notNull(),
    ownerId: ownerId(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)
