import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Viewer } from '../api.ts'
import { lockOwnAccount } from './lock-account.ts'
import { users } from './tables.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

type Restricted = Pick<typeof users.$inferSelect, 'restrictedAt'>

/** What is held of a restricted account is kept, shown to its owner and not used. @throws Problem `processing_restricted` */
export function assertUsable(account: Restricted | undefined): void {
  if (account?.restrictedAt) throw new Problem('processing_restricted')
}

/** As `lockOwnAccount`, for what begins a new use of what is held. @throws Problem `unauthorized`, `processing_restricted` */
export async function lockUsableAccount(
  queries: Queries,
  viewer: Pick<Viewer, 'userId' | 'tokenId'>,
): Promise<void> {
  assertUsable(await lockOwnAccount(queries, viewer))
}

/**
 * Before its data is used at the desk; null: an account that is erased limits nothing.
 * @throws Problem `processing_restricted`
 */
export async function assertAccountUsable(queries: Queries, userId: string | null): Promise<void> {
  if (userId === null) return
  const { restrictedAt } = users
  const [account] = await queries.select({ restrictedAt }).from(users).where(eq(users.id, userId))
  assertUsable(account)
}

/** Which of these accounts are restricted, as the storefront asks before it lets go of carts. An id that is none is not. */
export async function findRestrictedUsers(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const accounts = ids.filter((id) => UUID.test(id))
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
 * The account of a row where it is restricted or objects, for `notExists`: what nothing but our own interest
 * asks for is left out.
 */
export const limitedOwner = (queries: Queries, owner: AnyPgColumn) =>
  accountsWith(queries, owner, or(isNotNull(users.restrictedAt), isNotNull(users.objectedAt)))

export const isUnrestricted = isNull(users.restrictedAt)
