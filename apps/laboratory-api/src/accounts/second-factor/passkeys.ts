import { randomUUIDv7 } from 'node:crypto'
import type { PasskeyAnswer } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG } from '@simplewebauthn/server/helpers'
import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { passkeys, webauthnChallenges } from '../tables.ts'
import { isUniqueViolation } from '../unique-violation.ts'

const CHALLENGE_LIFETIME_MS = 5 * 60_000
/** What every authenticator can; the library's own choice would try kinds of keys that Node only experiments with. */
const ALGORITHMS = [COSEALG.ES256, COSEALG.RS256]

const refused = () => new Problem('passkey_refused')

/**
 * Whose passkeys these are: the shop at its public address. Browsers know none for an IP address; on one machine the shop answers as
 * `localhost` as well.
 */
function relyingParty({ settings, partner }: Pick<ApiContext, 'settings' | 'partner'>) {
  const { protocol, hostname, port } = new URL(settings.publicUrl)
  const rpID = ['127.0.0.1', '[::1]'].includes(hostname) ? 'localhost' : hostname
  return { rpID, rpName: partner.brand, origin: `${protocol}//${rpID}${port && `:${port}`}` }
}

async function keepChallenge(
  queries: Queries,
  { challenge, userId, now }: { challenge: string; userId: string | null; now: Date },
): Promise<string> {
  const id = randomUUIDv7()
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS)
  await queries.insert(webauthnChallenges).values({ id, challenge, userId, expiresAt })
  return id
}

/** Each challenge is answered once. */
async function takeChallenge(queries: Queries, id: string, now: Date) {
  const [taken] = await queries
    .delete(webauthnChallenges)
    .where(and(eq(webauthnChallenges.id, id), gt(webauthnChallenges.expiresAt, now)))
    .returning({ challenge: webauthnChallenges.challenge, userId: webauthnChallenges.userId })
  return taken
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

/** What a browser needs to make a passkey for the account: one that can be found without a user name and that asks for the person. */
export async function startRegistration(
  context: ApiContext,
  { userId, userName, displayName }: { userId: string; userName: string; displayName: string },
) {
  const { database, now } = context
  const { rpID, rpName } = relyingParty(context)
  const existing = await database.queries
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName,
    userDisplayName: displayName,
    userID: Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const challengeId = await keepChallenge(database.queries, {
    challenge: options.challenge,
    userId,
    now: now(),
  })
  return { challengeId, options: { ...options } }
}

/** As it came: the library looks at every member of it. */
type Credential = PasskeyAnswer['response']

interface Registered {
  userId: string
  challengeId: string
  response: Credential
  name: string
}

type NewPasskey = typeof passkeys.$inferInsert

/** Looks at a passkey that the browser has made. The challenge is spent whatever comes of it. @throws Problem `passkey_refused` */
export async function finishRegistration(
  context: ApiContext,
  { userId, challengeId, response, name }: Registered,
): Promise<NewPasskey> {
  const now = context.now()
  const taken = await takeChallenge(context.database.queries, challengeId, now)
  if (taken?.userId !== userId) throw refused()
  const { rpID, origin } = relyingParty(context)
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) throw refused()
  const { credential, credentialDeviceType } = verified.registrationInfo
  return {
    id: randomUUIDv7(),
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialDeviceType === 'multiDevice',
    name,
    createdAt: now,
    lastUsedAt: null,
  }
}

/** @throws Problem `passkey_refused` when an account has it already; the transaction is over then */
export async function insertPasskey(queries: Queries, passkey: NewPasskey): Promise<void> {
  await queries
    .insert(passkeys)
    .values(passkey)
    .catch((error) => {
      throw isUniqueViolation(error) ? refused() : error
    })
}

/** What a browser needs to find a passkey of this shop, whoever's it is. */
export async function startAuthentication(context: ApiContext) {
  const { database, now } = context
  const { rpID } = relyingParty(context)
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  const { challenge } = options
  const challengeId = await keepChallenge(database.queries, { challenge, userId: null, now: now() })
  return { challengeId, options: { ...options } }
}

/** Whose passkey has answered. @throws Problem `passkey_refused` */
export async function finishAuthentication(
  context: ApiContext,
  { challengeId, response }: PasskeyAnswer,
): Promise<{ userId: string }> {
  const { database, now } = context
  const { queries } = database
  const taken = await takeChallenge(queries, challengeId, now())
  const [passkey] = taken
    ? await queries.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
    : []
  if (!taken || taken.userId !== null || !passkey) throw refused()
  const { rpID, origin } = relyingParty(context)
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => null)
  if (!verified?.verified) throw refused()
  await queries
    .update(passkeys)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: now() })
    .where(eq(passkeys.id, passkey.id))
  return { userId: passkey.userId }
}

const own = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

/** @throws Problem `not_found` */
export async function renamePasskey(
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

/** Those made since an instant, or all. */
export async function dropPasskeys(queries: Queries, userId: string, since?: Date): Promise<void> {
  await queries
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), since ? gt(passkeys.createdAt, since) : undefined))
}
