import { WIRE_GENDERS } from '@shop/contract/fields'
import { LOCALES } from '@shop/domain/locale'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const users = laboratorySchema.table(
  'user_account',
  {
    id: uuid().primaryKey(),
    /** Lower case; the user's name at login. */
    email: text().notNull(),
    emailConfirmedAt: instant('email_confirmed_at'),
    /** The last address whose mailbox was proven; differs from `email` while a new address waits for its confirmation. */
    confirmedEmail: text('confirmed_email'),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    gender: text({ enum: WIRE_GENDERS }),
    locale: text({ enum: LOCALES }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('user_account_email').on(table.email),
    uniqueIndex('user_account_confirmed_email').on(table.confirmedEmail),
  ],
)

/** Access tokens. Only the SHA-256 of a token is stored. */
export const accessTokens = laboratorySchema.table(
  'access_token',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('access_token_hash').on(table.tokenHash),
    index('access_token_user').on(table.userId),
    index('access_token_expiry').on(table.expiresAt),
  ],
)

/** Secrets that travelled by mail, as hashes: confirmation (link and six digits), password reset (link), login (six digits). */
export const mailedSecrets = laboratorySchema.table(
  'mailed_secret',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['confirmEmail', 'resetPassword', 'logIn'] }).notNull(),
    /** The address it was sent to: it proves that mailbox and no other. */
    email: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    tokenExpiresAt: instant('token_expires_at').notNull(),
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('mailed_secret_token').on(table.tokenHash),
    index('mailed_secret_user').on(table.userId, table.purpose),
    index('mailed_secret_expiry').on(table.tokenExpiresAt),
  ],
)

/** Addresses that an account no longer has, until they have been told so. */
export const formerEmails = laboratorySchema.table('former_email', {
  id: uuid().primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  /** Whether its mailbox was proven: then it still receives the link for a new password. */
  confirmed: boolean().notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Which version of which document an account accepted: the proof of consent, so it outlives the account. */
export const acceptedDocuments = laboratorySchema.table(
  'accepted_document',
  {
    userId: uuid('user_id').notNull(),
    slug: text().notNull(),
    version: text().notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    /** Network address it came from; cleared when the account is erased. */
    address: text(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.slug, table.version] })],
)

/** Counted tries; the columns are those of rate-limiter-flexible. */
export const attempts = laboratorySchema.table(
  'attempt',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull(),
    /** Milliseconds since the epoch. */
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index('attempt_expiry').on(table.expire)],
)
