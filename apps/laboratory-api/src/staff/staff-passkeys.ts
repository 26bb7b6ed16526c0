import { randomUUIDv7 } from 'node:crypto'
import type { PasskeyAnswer } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { isUniqueViolation } from '@shop/database/statement-errors'
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import {
  authenticationOptions,
  CHALLENGE_LIFETIME_MS,
  type Credential,
  passkeyRefused,
  registrationOptions,
  relyingPartyAt,
  verifiedCounter,
  verifiedRegistration,
} from '../accounts/second-factor/webauthn.ts'
import type { ApiContext } from '../context.ts'
import { QUOTAS } from '../limits.ts'
import { auditStaff, type StaffActor } from './audit-staff.ts'
import { staffAccounts, staffChallenges, staffPasskeys } from './tables.ts'
import { type StaffPassword, verifyStaffPassword } from './verify-staff-password.ts'

/** The desk's own relying party: a passkey of the shop is not valid at the desk, and vice versa. */
const desk = ({ settings, partner }: Pick<ApiContext, 'settings' | 'partner'>) =>
  relyingPartyAt(settings.deskUrl, partner.brand)

async function keepChallenge(
  { database, now }: ApiContext,
  { challenge, staffId }: { challenge: string; staffId: string | null },
): Promise<string> {
  const id = randomUUIDv7()
  const expiresAt = new Date(now().getTime() + CHALLENGE_LIFETIME_MS)
  await database.queries.insert(staffChallenges).values({ id, challenge, staffId, expiresAt })
  return id
}

/** Each challenge can be answered once, and only for the purpose it was created for. */
async function takeChallenge(
  queries: Queries,
  { id, staffId, now }: { id: string; staffId: string | null; now: Date },
): Promise<string | null> {
  const [taken] = await queries
    .delete(staffChallenges)
    .where(and(eq(staffChallenges.id, id), gt(staffChallenges.expiresAt, now)))
    .returning({ challenge: staffChallenges.challenge, staffId: staffChallenges.staffId })
  return taken && taken.staffId === staffId ? taken.challenge : null
}

export async function deleteExpiredStaffChallenges(queries: Queries, now: Date): Promise<void> {
  await queries.delete(staffChallenges).where(lt(staffChallenges.expiresAt, now))
}

const ofStaff = (staffId: string) => eq(staffPasskeys.staffId, staffId)

export async function listStaffPasskeys({ database }: Pick<ApiContext, 'database'>, staffId: string) {
  const rows = await database.queries
    .select()
    .from(staffPasskeys)
    .where(ofStaff(staffId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id))
  return rows.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
    id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/**
 * What a browser needs to create a passkey for the desk. Requires the password, because the person may have
 * left the desk unattended.
 * @throws Problem `wrong_password`, `too_many_requests`, `too_many_passkeys`
 */
export async function startStaffPasskey(context: ApiContext, { staffId, password }: StaffPassword) {
  const { queries } = context.database
  const { email, name } = await verifyStaffPassword(context, { staffId, password })
  const existing = await queries
    .select({ id: staffPasskeys.credentialId, transports: staffPasskeys.transports })
    .from(staffPasskeys)
    .where(ofStaff(staffId))
  if (existing.length >= QUOTAS.passkeys) throw new Problem('too_many_passkeys')
  const person = { id: staffId, userName: email, displayName: name, existing }
  const options = await registrationOptions(desk(context), person)
  const challengeId = await keepChallenge(context, { challenge: options.challenge, staffId })
  return { challengeId, options: { ...options } }
}

/** Stores a passkey that the browser has created. @throws Problem `passkey_refused`, `too_many_passkeys` */
export async function addStaffPasskey(
  context: ApiContext,
  {
    actor,
    challengeId,
    response,
    name,
  }: { actor: StaffActor; challengeId: string; response: Credential; name: string },
): Promise<void> {
  const { database } = context
  const { staffId } = actor
  const now = context.now()
  const challenge = await takeChallenge(database.queries, { id: challengeId, staffId, now })
  if (challenge === null) throw passkeyRefused()
  const passkey = await verifiedRegistration(desk(context), { challenge, response })
  await database.transaction(async (queries) => {
    // A new invitation, which ends passkeys and sessions, may have been sent in the meantime.
    if (!(await lockActive(queries, { id: staffId }))) throw new Problem('unauthorized')
    // Counted again: other registrations may have finished in the meantime.
    if ((await queries.$count(staffPasskeys, ofStaff(staffId))) >= QUOTAS.passkeys) {
      throw new Problem('too_many_passkeys')
    }
    await auditStaff(queries, actor, { action: 'update', kind: 'staff', id: staffId })
    await queries
      .insert(staffPasskeys)
      .values({ id: randomUUIDv7(), staffId, ...passkey, name, createdAt: now, lastUsedAt: null })
      .catch((error) => {
        throw isUniqueViolation(error) ? passkeyRefused() : error
      })
  })
}

/** Removes a passkey; the app's code still works. @throws Problem `not_found` */
export async function removeStaffPasskey(
  { database }: Pick<ApiContext, 'database'>,
  { actor, id }: { actor: StaffActor; id: string },
): Promise<void> {
  await database.transaction(async (queries) => {
    const removed = await queries
      .delete(staffPasskeys)
      .where(and(eq(staffPasskeys.id, id), ofStaff(actor.staffId)))
      .returning({ id: staffPasskeys.id })
    if (removed.length === 0) throw new Problem('not_found')
    await auditStaff(queries, actor, { action: 'update', kind: 'staff', id: actor.staffId })
  })
}

/** Deletes all passkeys of an account together with its password and app. */
export async function dropStaffPasskeys(queries: Queries, staffId: string): Promise<void> {
  await queries.delete(staffPasskeys).where(ofStaff(staffId))
}

/** What a browser needs to use a passkey of the desk, for any account. */
export async function challengeStaffPasskey(context: ApiContext) {
  const options = await authenticationOptions(desk(context))
  const challengeId = await keepChallenge(context, { challenge: options.challenge, staffId: null })
  return { challengeId, options: { ...options } }
}

/** Locks the account until the transaction ends; false: it has ended, or its password has changed. */
async function lockActive(
  queries: Queries,
  { id, passwordHash }: { id: string; passwordHash?: string | null },
): Promise<boolean> {
  const ofPassword = passwordHash ? eq(staffAccounts.passwordHash, passwordHash) : undefined
  const [active] = await queries
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(and(eq(staffAccounts.id, id), isNull(staffAccounts.endedAt), ofPassword))
    .for('update')
  return active !== undefined
}

/** Whether the response proves a passkey of the account. The challenge is used up in any case. */
export async function takeStaffPasskey(
  context: ApiContext,
  queries: Queries,
  account: { id: string; passwordHash: string | null },
  { challengeId, response }: PasskeyAnswer,
): Promise<boolean> {
  const now = context.now()
  const challenge = await takeChallenge(queries, { id: challengeId, staffId: null, now })
  if (challenge === null || !(await lockActive(queries, account))) return false
  const [passkey] = await queries
    .select()
    .from(staffPasskeys)
    .where(and(ofStaff(account.id), eq(staffPasskeys.credentialId, response.id)))
  if (!passkey) return false
  const counter = await verifiedCounter(desk(context), { challenge, response, passkey })
  if (counter === null) return false
  await queries
    .update(staffPasskeys)
    .set({ counter, lastUsedAt: now })
    .where(eq(staffPasskeys.id, passkey.id))
  return true
}
