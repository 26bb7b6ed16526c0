import { randomInt, randomUUIDv7 } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import type { Queries } from '@shop/database/open-database'
import { and, eq, gt } from 'drizzle-orm'
import type { Viewer } from '../../api.ts'
import { lockOwnAccount } from '../lock-account.ts'
import { inHashingQueue } from '../passwords.ts'
import { recoveryCodes } from '../tables.ts'

const NUMBER = 10
const LENGTH = 10
/** Crockford's base 32: no characters that can be misread as others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
// 50 bits, expensive to guess for anyone who reads the database: half the cost of a password hash, and one hash
// covers up to ten codes.
const PARAMETERS = { memoryCost: 19_456, timeCost: 1, parallelism: 1 }

function createRecoveryCode(): string {
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${signs.slice(0, LENGTH / 2).join('')}-${signs.slice(LENGTH / 2).join('')}`
}

/** As it was printed, whatever separators were typed; null: not a recovery code. */
function normalised(typed: string): string | null {
  const signs = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return signs.length === LENGTH ? signs : null
}

/** One salt per account: a typed code is hashed once and looked up among the ten. */
async function hashRecoveryCode(userId: string, signs: string): Promise<string> {
  const salt = Buffer.from(userId.replaceAll('-', ''), 'hex')
  const hash = await inHashingQueue(() => argon2.hashRaw(signs, { ...PARAMETERS, salt }))
  return hash.toString('base64url')
}

export interface NewRecoveryCodes {
  codes: string[]
  hashes: string[]
}

/**
 * Ten new codes, not stored yet. Hashed one after the other, so that other people's logins are served in
 * between. Call it outside a transaction: one that waits in the queue would keep its connection from others.
 */
export async function createRecoveryCodes(userId: string): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: NUMBER }, createRecoveryCode)
  const hashes: string[] = []
  for (const code of codes) hashes.push(await hashRecoveryCode(userId, code.replace('-', '')))
  return { codes, hashes }
}

/**
 * Replaces the codes by the new ones, stored as hashes and so shown only this once. Of two concurrent sets the later
 * stays.
 */
export async function replaceRecoveryCodes(
  queries: Queries,
  viewer: Viewer,
  { created: { codes, hashes }, now }: { created: NewRecoveryCodes; now: Date },
): Promise<string[]> {
  const { userId } = viewer
  await lockOwnAccount(queries, viewer)
  await queries.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await queries
    .insert(recoveryCodes)
    .values(hashes.map((codeHash) => ({ id: randomUUIDv7(), userId, codeHash, createdAt: now })))
  return codes
}

export function countRecoveryCodes(queries: Queries, userId: string): Promise<number> {
  return queries.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
}

/** Uses a code up; false: it is not one of the account's. Of two concurrent uses one succeeds. */
export async function takeRecoveryCode(queries: Queries, userId: string, typed: string): Promise<boolean> {
  const signs = normalised(typed)
  if (!signs) return false
  const taken = await queries
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, await hashRecoveryCode(userId, signs)),
      ),
    )
    .returning({ id: recoveryCodes.id })
  return taken.length > 0
}

export async function dropRecoveryCodes(queries: Queries, userId: string, since?: Date): Promise<void> {
  await queries
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), since ? gt(recoveryCodes.createdAt, since) : undefined))
}
