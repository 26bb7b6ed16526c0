import { LOCALES } from '@shop/domain/locale'
import { STAFF_ROLES } from '@shop/domain/staff'
import { bigint, index, integer, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { credentialColumns } from '../accounts/tables.ts'
import { instant, laboratorySchema } from '../schema.ts'

/** The network's own people, separate from patients' accounts: neither gives access to the other. */
export const staffAccounts = laboratorySchema.table(
  'staff_account',
  {
    id: uuid().primaryKey(),
    /** In lower case. */
    email: text().notNull(),
    name: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    /** Null until the invitation is accepted. */
    passwordHash: text('password_hash'),
    /** The secret of the authenticator app, encrypted with a key of the settings; null when the password is. */
    sealedSecret: text('sealed_secret'),
    /** The time step of the last code used, so that no code is accepted twice. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Counts changes of roles and state. */
    version: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    lastLoginAt: instant('last_login_at'),
    /** When the person left. The row stays, because records of their work refer to it. */
    endedAt: instant('ended_at'),
  },
  (table) => [uniqueIndex('staff_account_email').on(table.email)],
)
export type StaffAccount = typeof staffAccounts.$inferSelect

export const staffGrants = laboratorySchema.table(
  'staff_grant',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    role: text({ enum: STAFF_ROLES }).notNull(),
    /** Where the role applies; null: at every laboratory. */
    laboratoryIds: integer('laboratory_ids').array(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.role] })],
)

/** Open invitations. Only the SHA-256 of a link's token is stored. */
export const staffInvitations = laboratorySchema.table(
  'staff_invitation',
  {
    id: uuid().primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** The encrypted secret of the authenticator app that is set up on acceptance. */
    sealedSecret: text('sealed_secret').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('staff_invitation_token').on(table.tokenHash),
    index('staff_invitation_staff').on(table.staffId),
    index('staff_invitation_expiry').on(table.expiresAt),
  ],
)

/** Passkeys of the desk: used with the password instead of the app's code. */
export const staffPasskeys = laboratorySchema.table(
  'staff_passkey',
  {
    id: uuid().primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    ...credentialColumns(),
  },
  (table) => [
    uniqueIndex('staff_passkey_credential').on(table.credentialId),
    index('staff_passkey_staff').on(table.staffId),
  ],
)

/** What a browser must sign, once: to create a passkey for an account or, without one, to log in. */
export const staffChallenges = laboratorySchema.table(
  'staff_challenge',
  {
    id: uuid().primaryKey(),
    challenge: text().notNull(),
    staffId: uuid('staff_id').references(() => staffAccounts.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('staff_challenge_staff').on(table.staffId),
    index('staff_challenge_expiry').on(table.expiresAt),
  ],
)

/** Desk sessions. Only the SHA-256 of a token is stored. */
export const staffSessions = laboratorySchema.table(
  'staff_session',
  {
    id: uuid().primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** Helps people tell their sessions apart; null: not sent. */
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('staff_session_token').on(table.tokenHash),
    index('staff_session_staff').on(table.staffId),
    index('staff_session_expiry').on(table.expiresAt),
  ],
)
