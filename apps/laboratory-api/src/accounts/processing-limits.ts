import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Viewer } from '../api.ts'
import { isUuid } from '../uuid.ts'
import { lockOwnAccount } from './lock-account.ts'
import { users } from './tables.ts'

type Restricted = Pick<typeof users.$inferSelect, 'restrictedAt'>

/**
 * Data of a restricted account is kept and shown to its owner, but not used.
 * @throws Problem `processing_restricted`
 */
export function assertUsable(account: Restricted | undefined): void {
  if (account?.restrictedAt) throw new Problem('processing_restricted')
}

/**
 * As `lockOwnAccount`, for calls that begin a new use of the data.
 * @throws Problem `unauthorized`, `processing_restricted`
 */
export async function lockUsableAccount(
  queries: Queries,
  viewer: Pick<Viewer, 'userId' | 'tokenId'>,
): Promise<void> {
  assertUsable(await lockOwnAccount(queries, viewer))
}

/**
 * Called before its data is used at the desk; null: an erased account, which limits nothing.
 * @throws Problem `processing_restricted`
 */
export async function assertAccountUsable(queries: Queries, userId: string | null): Promise<void> {
  if (userId === null) return
  const { restrictedAt } = users
  const [account] = await queries.select({ restrictedAt }).from(users).where(eq(users.id, userId))
  assertUsable(account)
}

/**
 * Which of these accounts are restricted, as the storefront asks before it deletes carts. Strings that are not
 * UUIDs are left out.
 */
export async function findRestrictedUsers(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const accounts = ids.filter((id) => isUuid(id.toLowerCase()))
  if (accounts.length === 0) return []
  const found = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, accounts), isNotNull(users.restrictedAt)))
  return found.map(({ id }) => id)
}

const accountsWith = (queries: Queries, owner: AnyPgColumn, limit: SQL | undefined) =>
  queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, owner), limit))

/** The restricted account of a row, for `exists` and `notExists`. */
export const restrictedOwner = (queries: Queries, owner: AnyPgColumn) =>
  accountsWith(queries, owner, isNotNull(users.restrictedAt))

/**
 * The account of a row, if it is restricted or objects, for `notExists`: it is left out of processing based only
 * on our own legitimate interest.
 */
export const limitedOwner = (queries: Queries, owner: AnyPgColumn) =>
  accountsWith(queries, owner, or(isNotNull(users.restrictedAt), isNotNull(users.objectedAt)))

export const isUnrestricted = isNull(users.restrictedAt)
