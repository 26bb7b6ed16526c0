import { WIRE_GENDERS } from '@shop/contract/fields'
import { LOCALES } from '@shop/domain/locale'
import { isNotNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { OWNER_PROOFS } from '../owner-proof.ts'
import { instant, laboratorySchema, ownerId } from '../schema.ts'

export const users = laboratorySchema.table(
  'user_account',
  {
    id: uuid().primaryKey(),
    /**
     * Lower case; the user's name at login. Several accounts may name the same address until one of them has
     * proven its mailbox.
     */
    email: text().notNull(),
    emailConfirmedAt: instant('email_confirmed_at'),
    /**
     * `email` where it is proven; kept for the previous release, read only by it and by the clean-up after it. To
     * be dropped in the next release.
     */
    confirmedEmail: text('confirmed_email'),
    /** A new address that has no effect until its mailbox is proven. */
    pendingEmail: text('pending_email'),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    gender: text({ enum: WIRE_GENDERS }),
    locale: text({ enum: LOCALES }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** From then on the data is kept and not used (restriction of processing); null: it is used. */
    restrictedAt: instant('restricted_at'),
    /** When the restriction ends, once the owner has been notified. */
    restrictionEndsAt: instant('restriction_ends_at'),
    /** From then on the data is used for nothing but an order, a consent or the law. */
    objectedAt: instant('objected_at'),
  },
  (table) => [
    // For the morning's job.
    index('user_account_restriction_end')
      .on(table.restrictionEndsAt)
      .where(isNotNull(table.restrictionEndsAt)),
    uniqueIndex('user_account_proven').on(table.email, table.id).where(isNotNull(table.emailConfirmedAt)),
    index('user_account_email_name').on(table.email),
    // The same expression as in the desk's search.
    index('user_account_phone')
      .on(sql`right(regexp_replace(${table.phone}, '\\D', '', 'g'), 9)`)
      .where(isNotNull(table.phone)),
    // Accounts that may be abandoned.
    index('user_account_unproven')
      .on(table.createdAt)
      .where(sql`${table.emailConfirmedAt} is null and ${table.confirmedEmail} is null`),
    // Rows that the previous release left behind; looked up every hour. To be dropped with `confirmed_email`.
    index('user_account_left_behind')
      .on(table.id)
      .where(sql`${table.emailConfirmedAt} is null and ${table.confirmedEmail} <> ${table.email}`),
  ],
)

/** Access tokens. Only the digest of a token is stored. */
export const accessTokens = laboratorySchema.table(
  'access_token',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** When the session's holder last proved to be the account's owner. */
    provenAt: instant('proven_at'),
    /** How that was proven: after a passkey, calls that ask for the password do without it. */
    provenWith: text('proven_with', { enum: OWNER_PROOFS }),
    /** When a second factor was last given; null: never in this session. */
    secondFactorAt: instant('second_factor_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.userId] }),
    uniqueIndex('access_token_hash_owner').on(table.tokenHash, table.userId),
    index('access_token_user').on(table.userId),
    index('access_token_expiry').on(table.expiresAt),
  ],
)

/**
 * Secrets sent by mail, as hashes: confirmation (link and six digits), password reset and undoing a change of the
 * address (links), login (six digits).
 */
export const mailedSecrets = laboratorySchema.table(
  'mailed_secret',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['confirmEmail', 'resetPassword', 'logIn', 'undoEmailChange'] }).notNull(),
    /** The address it was sent to: it proves that mailbox and no other. */
    email: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    tokenExpiresAt: instant('token_expires_at').notNull(),
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    /**
     * What requested the code: a session's id, or the digest of a login's request. The code is valid for nothing
     * else.
     */
    request: text(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.userId] }),
    uniqueIndex('mailed_secret_token_owner').on(table.tokenHash, table.userId),
    index('mailed_secret_user').on(table.userId, table.purpose),
    index('mailed_secret_expiry').on(table.tokenExpiresAt),
  ],
)

/** Proven addresses that an account is about to leave, until they have been notified. */
export const formerEmails = laboratorySchema.table(
  'former_email',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** Always true; for the previous release, whose rows may have false. To be dropped in the next release. */
    confirmed: boolean().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.userId] })],
)

/** Which version of which document an account accepted: the proof of consent, so it outlives the account. */
export const acceptedDocuments = laboratorySchema.table(
  'accepted_document',
  {
    userId: uuid('user_id').notNull(),
    slug: text().notNull(),
    version: text().notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    /** The network address of the request; cleared when the account is erased. */
    address: text(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.slug, table.version] })],
)

/** The authenticator app of an account: its codes are asked for once `confirmedAt` is set. */
export const totps = laboratorySchema.table('totp', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key from the settings (`seal`). */
  sealedSecret: text('sealed_secret').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** Time step (RFC 6238) of the code used last: no code is accepted twice. */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: instant('created_at').notNull(),
})

/** The columns of a WebAuthn credential, for any kind of owner. */
export const credentialColumns = () => ({
  credentialId: text('credential_id').notNull(),
  /** COSE key, base64url. */
  publicKey: text('public_key').notNull(),
  /** How often the authenticator says it was used; many always say 0. */
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  /** Whether its owner's other devices may have it too. */
  isSynced: boolean('is_synced').notNull(),
  name: text().notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})

/** Passkeys (WebAuthn credentials): a login without the password, and a second factor beside it. */
export const passkeys = laboratorySchema.table(
  'passkey',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ...credentialColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.userId] }),
    uniqueIndex('passkey_credential_owner').on(table.credentialId, table.userId),
    index('passkey_user').on(table.userId),
  ],
)

/**
 * What a browser must sign, once: to make a passkey for an account, or (without an account) to log in with any.
 */
export const webauthnChallenges = laboratorySchema.table(
  'webauthn_challenge',
  {
    id: uuid().notNull(),
    challenge: text().notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    ownerId: ownerId(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    index('webauthn_challenge_user').on(table.userId),
    index('webauthn_challenge_expiry').on(table.expiresAt),
  ],
)

/** Recovery codes on paper for an owner who has lost the second factor, as hashes; a used one is deleted. */
export const recoveryCodes = laboratorySchema.table(
  'recovery_code',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.userId] }),
    uniqueIndex('recovery_code_user').on(table.userId, table.codeHash),
  ],
)

/** Logins whose password was right and whose second factor is awaited. Only the digest of a token is stored. */
export const loginSteps = laboratorySchema.table(
  'login_step',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** Whether a mailed code came with the password. */
    withMailedCode: boolean('with_mailed_code').notNull(),
    /** How many wrong codes are still allowed. */
    triesLeft: integer('tries_left').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.userId] }),
    uniqueIndex('login_step_token_owner').on(table.tokenHash, table.userId),
    index('login_step_user').on(table.userId),
    index('login_step_expiry').on(table.expiresAt),
  ],
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
