import type { Queries } from '@shop/database/open-database'
import { eq, type SQL, sql } from 'drizzle-orm'
import { accessTokens, passkeys, totps, users } from '../tables.ts'

const OWNER = { users: sql`${users}.id`, accessTokens: sql`${accessTokens}.user_id` }

/**
 * Whether an account has a second factor, as part of a statement from the named table. Its column is written out
 * with the table: in a statement from one table drizzle omits the table, and the name would then refer to the
 * inner query's column.
 */
export function hasSecondFactor(from: keyof typeof OWNER): SQL<boolean> {
  const owner = OWNER[from]
  return sql<boolean>`(exists (
    select from ${totps} where ${totps}.user_id = ${owner} and ${totps}.confirmed_at is not null)
    or exists (select from ${passkeys} where ${passkeys}.user_id = ${owner}))`
}

export async function needsSecondFactor(queries: Queries, userId: string): Promise<boolean> {
  const [found] = await queries
    .select({ has: hasSecondFactor('users') })
    .from(users)
    .where(eq(users.id, userId))
  return found?.has ?? false
}
