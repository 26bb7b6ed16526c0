import type { PasskeyAnswer } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import type { Viewer } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { QUOTAS } from '../../limits.ts'
import { noteProof } from '../access-tokens.ts'
import { assertFreshProof, assertProofSinceLogin, hasFreshPasskey } from '../is-fresh-proof.ts'
import { holdOwnAccount, lockOwnAccount } from '../lock-account.ts'
import { findUser } from '../user-queries.ts'
import { needsSecondFactor } from './has-second-factor.ts'
import {
  deletePasskey,
  dropPasskeys,
  finishRegistration,
  insertPasskey,
  listPasskeys,
  startRegistration,
  writePasskeyName,
} from './passkeys.ts'
import {
  countRecoveryCodes,
  createRecoveryCodes,
  dropRecoveryCodes,
  type NewRecoveryCodes,
  replaceRecoveryCodes,
} from './recovery-codes.ts'
import { wrongSecondFactor } from './take-code.ts'
import { confirmTotp, dropTotp, findTotp, readStartedTotp, startTotp } from './totp.ts'

export async function readSecondFactor({ database: { queries }, now }: ApiContext, viewer: Viewer) {
  const { userId } = viewer
  const passkeys = await listPasskeys(queries, userId)
  const totpSince = await findTotp(queries, userId)
  return {
    totpSince: totpSince?.toISOString() ?? null,
    passkeys: passkeys.map((passkey) => ({
      ...passkey,
      createdAt: passkey.createdAt.toISOString(),
      lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await countRecoveryCodes(queries, userId),
    provenWithPasskey: hasFreshPasskey(viewer, now()),
  }
}

/** Without this, someone could open an account with another person's address and lock that person out of it. */
function assertConfirmed(user: Awaited<ReturnType<typeof findUser>>): { label: string; name: string } {
  if (!user) throw new Problem('unauthorized')
  if (!user.emailConfirmedAt) throw new Problem('email_not_confirmed')
  return { label: user.email, name: `${user.firstName} ${user.lastName}` }
}

/** @throws Problem `proof_required`, `email_not_confirmed`, `second_factor_already_on` */
export async function setUpTotp(context: ApiContext, viewer: Viewer) {
  const { database, now } = context
  const { userId } = viewer
  const started = await database.transaction(async (queries) => {
    const { label } = assertConfirmed(await lockOwnAccount(queries, viewer))
    assertProofSinceLogin(viewer, now())
    return startTotp(context, queries, { userId, label, now: now() })
  })
  if (!started) throw new Problem('second_factor_already_on')
  return started
}

/**
 * The secret that was set up and is not confirmed by a code yet.
 * @throws Problem `proof_required`, `not_found`
 */
export async function readTotpSetUp(context: ApiContext, viewer: Viewer) {
  const { database, now } = context
  const { userId } = viewer
  const { label } = assertConfirmed(await findUser(database.queries, userId))
  assertProofSinceLogin(viewer, now())
  const started = await readStartedTotp(context, database.queries, { userId, label })
  if (!started) throw new Problem('not_found')
  return started
}

/** New codes if the account has none: existing ones keep working. For `storeFirstCodes`. */
async function createFirstCodes(
  { database: { queries } }: ApiContext,
  { userId }: Viewer,
): Promise<NewRecoveryCodes | null> {
  return (await countRecoveryCodes(queries, userId)) > 0 ? null : createRecoveryCodes(userId)
}

async function storeFirstCodes(
  queries: Queries,
  viewer: Viewer,
  { created, now }: { created: NewRecoveryCodes | null; now: Date },
): Promise<string[]> {
  if ((await countRecoveryCodes(queries, viewer.userId)) > 0) return []
  // Those it had when none were created are gone in the meantime.
  const codes = created ?? (await createRecoveryCodes(viewer.userId))
  return replaceRecoveryCodes(queries, viewer, { created: codes, now })
}

/**
 * The app's first code turns the second factor on. Returns recovery codes, shown only this once.
 * @throws Problem `proof_required`, `wrong_second_factor`, `too_many_requests`
 */
export async function turnTotpOn(
  context: ApiContext,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<string[]> {
  const { database, limits, mail } = context
  const now = context.now()
  const { userId } = viewer
  assertProofSinceLogin(viewer, now)
  await limits.consume('secondFactorPerSession', viewer.tokenId)
  const typed = { userId, code: code.replaceAll(/[\s-]/g, ''), now }
  const created = await createFirstCodes(context, viewer)
  const codes = await database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    if (!(await confirmTotp(context, queries, typed))) throw wrongSecondFactor()
    await noteProof(queries, viewer, { secondFactorAt: now })
    await mail.send(queries, 'second-factor-changed', { userId, change: 'totpOn' })
    return storeFirstCodes(queries, viewer, { created, now })
  })
  await limits.reset('secondFactorPerSession', viewer.tokenId)
  return codes
}

/** What a browser needs to make a passkey. @throws Problem `proof_required`, `email_not_confirmed`, `too_many_passkeys` */
export async function startPasskey(context: ApiContext, viewer: Viewer) {
  const { database, now } = context
  const { userId } = viewer
  const { label, name } = assertConfirmed(await findUser(database.queries, userId))
  assertProofSinceLogin(viewer, now())
  return database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    const existing = await listPasskeys(queries, userId)
    if (existing.length >= QUOTAS.passkeys) throw new Problem('too_many_passkeys')
    return startRegistration(context, queries, { userId, userName: label, displayName: name })
  })
}

interface AddPasskey {
  viewer: Viewer
  challengeId: string
  response: PasskeyAnswer['response']
  name: string
}

/**
 * Adds a passkey. Returns recovery codes if the account had none, shown only this once.
 * @throws Problem `proof_required`, `passkey_refused`, `too_many_passkeys`
 */
export async function addPasskey(
  context: ApiContext,
  { viewer, challengeId, response, name }: AddPasskey,
): Promise<string[]> {
  const now = context.now()
  const { userId } = viewer
  assertProofSinceLogin(viewer, now)
  const passkey = await finishRegistration(context, { userId, challengeId, response, name })
  const created = await createFirstCodes(context, viewer)
  return context.database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    // Counted again: concurrent registrations may have finished in the meantime.
    const { length } = await listPasskeys(queries, userId)
    if (length >= QUOTAS.passkeys) throw new Problem('too_many_passkeys')
    await insertPasskey(queries, passkey)
    await noteProof(queries, viewer, { secondFactorAt: now })
    await context.mail.send(queries, 'second-factor-changed', { userId, change: 'passkeyAdded' })
    return storeFirstCodes(queries, viewer, { created, now })
  })
}

/** @throws Problem `unauthorized`, `not_found` */
export async function renamePasskey(
  { database }: ApiContext,
  { viewer, id, name }: { viewer: Viewer; id: string; name: string },
): Promise<void> {
  await database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    await writePasskeyName(queries, { userId: viewer.userId, id, name })
  })
}

/** @throws Problem `proof_required`, `not_found` */
export async function removePasskey(
  { database, mail, now }: ApiContext,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<void> {
  assertFreshProof(viewer, now())
  const { userId } = viewer
  await database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    await deletePasskey(queries, { userId, id })
    await dropUnneededCodes(queries, userId)
    await mail.send(queries, 'second-factor-changed', { userId, change: 'passkeyRemoved' })
  })
}

/** Without any second factor, recovery codes have no use. */
async function dropUnneededCodes(queries: Queries, userId: string): Promise<void> {
  if (!(await needsSecondFactor(queries, userId))) await dropRecoveryCodes(queries, userId)
}

/** @throws Problem `proof_required` */
export async function turnTotpOff({ database, mail, now }: ApiContext, viewer: Viewer): Promise<void> {
  assertFreshProof(viewer, now())
  const { userId } = viewer
  await database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    if (!(await dropTotp(queries, userId))) return
    await dropUnneededCodes(queries, userId)
    await mail.send(queries, 'second-factor-changed', { userId, change: 'totpOff' })
  })
}

/** Replaces the recovery codes. @throws Problem `proof_required`, `not_found` (no second factor) */
export async function renewRecoveryCodes(
  { database, mail, now }: ApiContext,
  viewer: Viewer,
): Promise<string[]> {
  assertFreshProof(viewer, now())
  const { userId, hasSecondFactor } = viewer
  if (!hasSecondFactor) throw new Problem('not_found')
  const created = await createRecoveryCodes(userId)
  return database.transaction(async (queries) => {
    await mail.send(queries, 'second-factor-changed', { userId, change: 'recoveryCodesRenewed' })
    return replaceRecoveryCodes(queries, viewer, { created, now: now() })
  })
}

/** Removes factors turned on or made since then: an attacker who took over the account may have added them. */
export async function dropFactorsSince(queries: Queries, userId: string, since: Date): Promise<void> {
  const totpSince = await findTotp(queries, userId)
  if (!totpSince || totpSince > since) await dropTotp(queries, userId)
  await dropPasskeys(queries, userId, since)
  await dropRecoveryCodes(queries, userId, since)
  await dropUnneededCodes(queries, userId)
}

/** Removes everything that a login asks for beside the password; returns whether there was anything. */
export async function dropSecondFactor(queries: Queries, userId: string): Promise<boolean> {
  const had = await needsSecondFactor(queries, userId)
  await dropTotp(queries, userId)
  await dropPasskeys(queries, userId)
  await dropRecoveryCodes(queries, userId)
  return had
}
