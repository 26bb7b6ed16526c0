import type { Queries } from '@shop/database/open-database'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { generateSecret, generateURI, verify } from 'otplib'
import type { ApiContext } from '../../context.ts'
import { totps } from '../tables.ts'
import { isSealedWithOldKey, seal, unseal } from './seal.ts'

/** A telephone's clock may be a step off (RFC 6238, 5.2). */
const TOLERANCE_SECONDS = 30
const PERIOD_MS = 30_000

type Keys = Pick<ApiContext, 'settings'>

/** Makes a secret for an app, in place of one that was never confirmed; `secret` is base32, as apps take it. */
export async function startTotp(
  { settings, partner }: Pick<ApiContext, 'settings' | 'partner'>,
  queries: Queries,
  { userId, label, now }: { userId: string; label: string; now: Date },
): Promise<{ secret: string; uri: string } | null> {
  const secret = generateSecret()
  const sealedSecret = seal(settings.secondFactorKeys, userId, secret)
  const fresh = { sealedSecret, lastStep: null, createdAt: now }
  const [started] = await queries
    .insert(totps)
    .values({ userId, confirmedAt: null, ...fresh })
    .onConflictDoUpdate({ target: totps.userId, set: fresh, setWhere: isNull(totps.confirmedAt) })
    .returning({ userId: totps.userId })
  return started ? { secret, uri: generateURI({ issuer: partner.brand, label, secret }) } : null
}

/** The secret that waits for its first code, to be shown again. */
export async function readStartedTotp(
  { settings, partner }: Pick<ApiContext, 'settings' | 'partner'>,
  queries: Queries,
  { userId, label }: { userId: string; label: string },
): Promise<{ secret: string; uri: string } | null> {
  const [row] = await queries
    .select({ sealed: totps.sealedSecret })
    .from(totps)
    .where(and(eq(totps.userId, userId), isNull(totps.confirmedAt)))
  if (!row) return null
  const secret = unseal(settings.secondFactorKeys, userId, row.sealed)
  return { secret, uri: generateURI({ issuer: partner.brand, label, secret }) }
}

interface Typed {
  userId: string
  /** Six digits. */
  code: string
  now: Date
}

/** Uses the code up; of two at once, and of the same code twice, one is right. */
async function takeCode(
  { settings }: Keys,
  queries: Queries,
  typed: Typed,
  isStarted: boolean,
): Promise<boolean> {
  const { userId, code, now } = typed
  const wanted = and(
    eq(totps.userId, userId),
    isStarted ? isNull(totps.confirmedAt) : isNotNull(totps.confirmedAt),
  )
  const [row] = await queries.select().from(totps).where(wanted)
  if (!row || !/^\d{6}$/.test(code)) return false
  const keys = settings.secondFactorKeys
  const secret = unseal(keys, userId, row.sealedSecret)
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  })
  if (!result.valid) return false
  // The step in which the app showed it, as otplib counts them.
  const step = Math.floor(now.getTime() / PERIOD_MS) + result.delta
  const [taken] = await queries
    .update(totps)
    .set({
      lastStep: step,
      ...(isStarted ? { confirmedAt: now } : {}),
      ...(isSealedWithOldKey(keys, row.sealedSecret) ? { sealedSecret: seal(keys, userId, secret) } : {}),
    })
    .where(and(wanted, or(isNull(totps.lastStep), lt(totps.lastStep, step))))
    .returning({ userId: totps.userId })
  return taken !== undefined
}

/** The first code of the app: from now on its codes are asked for. */
export const confirmTotp = (keys: Keys, queries: Queries, typed: Typed) =>
  takeCode(keys, queries, typed, true)

/** Whether it is the app's code of now. */
export const takeTotpCode = (keys: Keys, queries: Queries, typed: Typed) =>
  takeCode(keys, queries, typed, false)

/** Since when the app's codes are asked for; null: they are not. */
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
