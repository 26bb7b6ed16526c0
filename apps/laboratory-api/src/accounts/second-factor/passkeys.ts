import { randomUUIDv7 } from 'node:crypto'
import type { PasskeyAnswer } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { isUniqueViolation } from '@shop/database/statement-errors'
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { passkeys, webauthnChallenges } from '../tables.ts'
import {
  authenticationOptions,
  CHALLENGE_LIFETIME_MS,
  type Credential,
  passkeyRefused as refused,
  registrationOptions,
  relyingPartyAt,
  verifiedCounter,
  verifiedRegistration,
} from './webauthn.ts'

const relyingParty = ({ settings, partner }: Pick<ApiContext, 'settings' | 'partner'>) =>
  relyingPartyAt(settings.publicUrl, partner.brand)

async function keepChallenge(
  queries: Queries,
  { challenge, userId, now }: { challenge: string; userId: string | null; now: Date },
): Promise<string> {
  const id = randomUUIDv7()
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS)
  await queries.insert(webauthnChallenges).values({ id, challenge, userId, ownerId: userId ?? id, expiresAt })
  return id
}

/** Each challenge is answered once, by the account that it was made for; one for a login has no account. */
async function takeChallenge(
  queries: Queries,
  { id, userId, now }: { id: string; userId: string | null; now: Date },
): Promise<string | undefined> {
  const isOwn = userId === null ? isNull(webauthnChallenges.userId) : eq(webauthnChallenges.userId, userId)
  const [taken] = await queries
    .delete(webauthnChallenges)
    .where(and(eq(webauthnChallenges.id, id), isOwn, gt(webauthnChallenges.expiresAt, now)))
    .returning({ challenge: webauthnChallenges.challenge })
  return taken?.challenge
}

/** Discards the account's open challenges, so that they can no longer be answered. */
export async function dropChallenges(queries: Queries, userId: string): Promise<void> {
  await queries.delete(webauthnChallenges).where(eq(webauthnChallenges.userId, userId))
}

export async function deleteExpiredChallenges(queries: Queries, now: Date): Promise<void> {
  await queries.delete(webauthnChallenges).where(lt(webauthnChallenges.expiresAt, now))
}

export function listPasskeys(queries: Queries, userId: string) {
  const { id, name, isSynced, createdAt, lastUsedAt } = passkeys
  return queries
    .select({ id, name, isSynced, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt), asc(id))
}

/** What a browser needs to make a passkey for the account. */
export async function startRegistration(
  context: Pick<ApiContext, 'settings' | 'partner' | 'now'>,
  queries: Queries,
  { userId, userName, displayName }: { userId: string; userName: string; displayName: string },
) {
  const existing = await queries
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  const person = { id: userId, userName, displayName, existing }
  const options = await registrationOptions(relyingParty(context), person)
  const { challenge } = options
  const challengeId = await keepChallenge(queries, { challenge, userId, now: context.now() })
  return { challengeId, options: { ...options } }
}

interface Registered {
  userId: string
  challengeId: string
  response: Credential
  name: string
}

type NewPasskey = typeof passkeys.$inferInsert

/**
 * Verifies a passkey that the browser has made. The challenge is used up whatever the outcome.
 * @throws Problem `passkey_refused`
 */
export async function finishRegistration(
  context: ApiContext,
  { userId, challengeId, response, name }: Registered,
): Promise<NewPasskey> {
  const now = context.now()
  const challenge = await takeChallenge(context.database.queries, { id: challengeId, userId, now })
  if (!challenge) throw refused()
  return {
    id: randomUUIDv7(),
    userId,
    ...(await verifiedRegistration(relyingParty(context), { challenge, response })),
    name,
    createdAt: now,
    lastUsedAt: null,
  }
}

/**
 * @throws Problem `passkey_refused` when an account already has it; the transaction can then no longer be used
 */
export async function insertPasskey(queries: Queries, passkey: NewPasskey): Promise<void> {
  await queries
    .insert(passkeys)
    .values(passkey)
    .catch((error) => {
      throw isUniqueViolation(error) ? refused() : error
    })
}

/** What a browser needs to find any passkey for this shop. */
export async function startAuthentication(context: ApiContext) {
  const { database, now } = context
  const options = await authenticationOptions(relyingParty(context))
  const { challenge } = options
  const challengeId = await keepChallenge(database.queries, { challenge, userId: null, now: now() })
  return { challengeId, options: { ...options } }
}

/** The owner of the passkey that answered. @throws Problem `passkey_refused` */
export async function finishAuthentication(
  context: ApiContext,
  { challengeId, response }: PasskeyAnswer,
): Promise<{ userId: string; passkeyId: string }> {
  const { database, now } = context
  const { queries } = database
  const challenge = await takeChallenge(queries, { id: challengeId, userId: null, now: now() })
  const [passkey] = challenge
    ? await queries.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
    : []
  if (!challenge || !passkey) throw refused()
  const counter = await verifiedCounter(relyingParty(context), { challenge, response, passkey })
  if (counter === null) throw refused()
  await queries.update(passkeys).set({ counter, lastUsedAt: now() }).where(eq(passkeys.id, passkey.id))
  return { userId: passkey.userId, passkeyId: passkey.id }
}

export async function hasPasskey(
  queries: Queries,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<boolean> {
  return (await queries.$count(passkeys, own(userId, passkeyId))) > 0
}

/** For the log of security events; null: no account has it. */
export async function findOwnerOfPasskey(queries: Queries, credentialId: string): Promise<string | null> {
  const [found] = await queries
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
  return found?.userId ?? null
}

const own = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

/** @throws Problem `not_found` */
export async function writePasskeyName(
  queries: Queries,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<void> {
  const renamed = await queries
    .update(passkeys)
    .set({ name })
    .where(own(userId, id))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw new Problem('not_found')
}

/** @throws Problem `not_found` */
export async function deletePasskey(
  queries: Queries,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const deleted = await queries.delete(passkeys).where(own(userId, id)).returning({ id: passkeys.id })
  if (deleted.length === 0) throw new Problem('not_found')
}

/** Deletes those made since an instant, or all. */
export async function dropPasskeys(queries: Queries, userId: string, since?: Date): Promise<void> {
  await queries
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), since ? gt(passkeys.createdAt, since) : undefined))
}
