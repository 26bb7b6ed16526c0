import type { Queries } from '@shop/database/open-database'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { generateSecret, generateURI, verify } from 'otplib'
import type { ApiContext } from '../../context.ts'
import { ownerOf, type SealedField } from '../../encryption/sealing.ts'
import { totps } from '../tables.ts'

/** A phone's clock may be one step off (RFC 6238, 5.2). */
const TOLERANCE_SECONDS = 30
export const PERIOD_MS = 30_000

type Keys = Pick<ApiContext, 'sealing'>

/** The sealed column, for resealing it with another key. */
export const sealedTotpField: SealedField = {
  purpose: 'secondFactor',
  table: 'totp',
  key: [['user_id', 'uuid']],
  column: 'sealed_secret',
}

/** A new secret for an app, encrypted for its owner. */
export const newSealedSecret = (
  { sealing }: Keys,
  queries: Queries,
  owner: string,
  secret = generateSecret(),
): Promise<string> => sealing.seal(queries, 'secondFactor', ownerOf([owner]), secret)

const openSecret = ({ sealing }: Keys, queries: Queries, owner: string, sealedSecret: string) =>
  sealing.unseal(queries, 'secondFactor', ownerOf([owner]), sealedSecret)

/** What an app needs; `secret` is base32, as apps take it. */
export async function describeSecret(
  { sealing, partner }: Pick<ApiContext, 'sealing' | 'partner'>,
  queries: Queries,
  { owner, sealedSecret, label }: { owner: string; sealedSecret: string; label: string },
): Promise<{ secret: string; uri: string }> {
  const secret = await openSecret({ sealing }, queries, owner, sealedSecret)
  return { secret, uri: generateURI({ issuer: partner.brand, label, secret }) }
}

/**
 * The time step in which the app showed this code, as otplib counts them; null: it is not a current code of the
 * app. The caller makes sure that no step is used twice.
 */
export async function checkAppCode(
  keys: Keys,
  queries: Queries,
  { owner, sealedSecret, code, now }: { owner: string; sealedSecret: string; code: string; now: Date },
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const secret = await openSecret(keys, queries, owner, sealedSecret)
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  })
  return result.valid ? Math.floor(now.getTime() / PERIOD_MS) + result.delta : null
}

/** Makes a secret for an app, in place of one that was never confirmed. null: the app is already confirmed. */
export async function startTotp(
  context: Pick<ApiContext, 'sealing' | 'partner'>,
  queries: Queries,
  { userId, label, now }: { userId: string; label: string; now: Date },
): Promise<{ secret: string; uri: string } | null> {
  const sealedSecret = await newSealedSecret(context, queries, userId)
  const fresh = { sealedSecret, lastStep: null, createdAt: now }
  const [started] = await queries
    .insert(totps)
    .values({ userId, confirmedAt: null, ...fresh })
    .onConflictDoUpdate({ target: totps.userId, set: fresh, setWhere: isNull(totps.confirmedAt) })
    .returning({ userId: totps.userId })
  return started ? describeSecret(context, queries, { owner: userId, sealedSecret, label }) : null
}

/** The unconfirmed secret, to be shown again. */
export async function readStartedTotp(
  context: Pick<ApiContext, 'sealing' | 'partner'>,
  queries: Queries,
  { userId, label }: { userId: string; label: string },
): Promise<{ secret: string; uri: string } | null> {
  const [row] = await queries
    .select({ sealedSecret: totps.sealedSecret })
    .from(totps)
    .where(and(eq(totps.userId, userId), isNull(totps.confirmedAt)))
  return row
    ? describeSecret(context, queries, { owner: userId, sealedSecret: row.sealedSecret, label })
    : null
}

interface Typed {
  userId: string
  /** Six digits. */
  code: string
  now: Date
}

/** Uses the code up; of two concurrent calls, or of the same code twice, only one succeeds. */
async function takeCode(keys: Keys, queries: Queries, typed: Typed, isStarted: boolean): Promise<boolean> {
  const { userId, code, now } = typed
  const wanted = and(
    eq(totps.userId, userId),
    isStarted ? isNull(totps.confirmedAt) : isNotNull(totps.confirmedAt),
  )
  const [row] = await queries.select().from(totps).where(wanted)
  if (!row) return false
  const step = await checkAppCode(keys, queries, {
    owner: userId,
    sealedSecret: row.sealedSecret,
    code,
    now,
  })
  if (step === null) return false
  const [taken] = await queries
    .update(totps)
    .set({ lastStep: step, ...(isStarted ? { confirmedAt: now } : {}) })
    .where(and(wanted, or(isNull(totps.lastStep), lt(totps.lastStep, step))))
    .returning({ userId: totps.userId })
  return taken !== undefined
}

/** Takes the first code of the app: from now on its codes are asked for. */
export const confirmTotp = (keys: Keys, queries: Queries, typed: Typed) =>
  takeCode(keys, queries, typed, true)

/** Takes a current code of the app; false: it is not one. */
export const takeTotpCode = (keys: Keys, queries: Queries, typed: Typed) =>
  takeCode(keys, queries, typed, false)

/** When the app's codes began to be asked for; null: they are not. */
export async function findTotp(queries: Queries, userId: string): Promise<Date | null> {
  const [row] = await queries.select({ since: totps.confirmedAt }).from(totps).where(eq(totps.userId, userId))
  return row?.since ?? null
}

export async function dropTotp(queries: Queries, userId: string): Promise<boolean> {
  const dropped = await queries
    .delete(totps)
    .where(and(eq(totps.userId, userId)))
    .returning({ confirmedAt: totps.confirmedAt })
  return dropped.some(({ confirmedAt }) => confirmedAt !== null)
}
