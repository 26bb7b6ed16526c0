import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import { instant, laboratorySchema } from '../schema.ts'

/** A laboratory's information system that may log in: what it may do, and with whose orders. */
export const laboratoryClients = laboratorySchema.table('laboratory_client', {
  /** Its `client_id`. */
  id: text().primaryKey(),
  name: text().notNull(),
  /** As `system/ServiceRequest.rs`. */
  scopes: text().array().notNull(),
  /** The laboratories whose orders it may see; null: all of them. */
  laboratoryIds: integer('laboratory_ids').array(),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
})

/** The public keys that a client's assertions are checked with. The private ones never leave the laboratory. */
export const laboratoryClientKeys = laboratorySchema.table(
  'laboratory_client_key',
  {
    clientId: text('client_id')
      .notNull()
      .references(() => laboratoryClients.id),
    kid: text().notNull(),
    jwk: jsonb().$type<JWK>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When a token was last got with it. */
    lastUsedAt: instant('last_used_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.kid] })],
)

/** Access tokens of clients. Only the SHA-256 of a token is stored. */
export const laboratoryClientTokens = laboratorySchema.table(
  'laboratory_client_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    clientId: text('client_id')
      .notNull()
      .references(() => laboratoryClients.id),
    /** The key that the assertion was signed with: the token ends with it. */
    kid: text().notNull(),
    /** What was asked for and granted. */
    scopes: text().array().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('laboratory_client_token_client').on(table.clientId, table.kid),
    index('laboratory_client_token_expiry').on(table.expiresAt),
  ],
)

/** Assertions that were used, until they would have expired: none counts twice. */
export const usedAssertions = laboratorySchema.table(
  'used_assertion',
  {
    clientId: text('client_id').notNull(),
    /** SHA-256 of the assertion's `jti`. */
    jtiHash: text('jti_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.jtiHash] }),
    index('used_assertion_expiry').on(table.expiresAt),
  ],
)
