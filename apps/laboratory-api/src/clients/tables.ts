import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import { instant, laboratorySchema } from '../schema.ts'

/** A laboratory's information system that may log in: what it may do, and with which laboratories' orders. */
export const laboratoryClients = laboratorySchema.table('laboratory_client', {
  /** Its `client_id`. */
  id: text().primaryKey(),
  name: text().notNull(),
  /** For example `system/ServiceRequest.rs`. */
  scopes: text().array().notNull(),
  /** The laboratories whose orders it may see; null: all of them. */
  laboratoryIds: integer('laboratory_ids').array(),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
})

/** The public keys that verify a client's assertions. The private keys never leave the laboratory. */
export const laboratoryClientKeys = laboratorySchema.table(
  'laboratory_client_key',
  {
    clientId: text('client_id')
      .notNull()
      .references(() => laboratoryClients.id),
    kid: text().notNull(),
    jwk: jsonb().$type<JWK>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When it was last used to get a token. */
    lastUsedAt: instant('last_used_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.kid] })],
)

/** Access tokens of clients. Only the digest of a token is stored. */
export const laboratoryClientTokens = laboratorySchema.table(
  'laboratory_client_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    clientId: text('client_id')
      .notNull()
      .references(() => laboratoryClients.id),
    /** The key that signed the assertion: the token ends with it. */
    kid: text().notNull(),
    /** What was requested and granted. */
    scopes: text().array().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('laboratory_client_token_client').on(table.clientId, table.kid),
    index('laboratory_client_token_expiry').on(table.expiresAt),
  ],
)

/** Used assertions, kept until they would have expired, so that none is accepted twice. */
export const usedAssertions = laboratorySchema.table(
  'used_assertion',
  {
    clientId: text('client_id').notNull(),
    /** Digest of the assertion's `jti`. */
    jtiHash: text('jti_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.jtiHash] }),
    index('used_assertion_expiry').on(table.expiresAt),
  ],
)
