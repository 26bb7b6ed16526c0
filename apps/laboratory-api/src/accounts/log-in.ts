import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { issueAccessToken } from './access-tokens.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
import { users } from './tables.ts'
import { findUserByAddress, type User } from './user-queries.ts'

interface LogIn {
  username: string
  password: string
  clientAddress: string
  userAgent: string | undefined
}

/** The password is at hand only now: a hash of weaker days is made anew. */
async function renewHash(queries: Queries, { id, passwordHash }: User, password: string): Promise<void> {
  if (!isOutdatedHash(passwordHash)) return
  await queries
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
}

/**
 * Starts a new session. Takes as long for an unknown account as for a wrong password.
 * @throws Problem `invalid_credentials`, `too_many_requests`
 */
export async function logIn(
  { database, limits, now }: ApiContext,
  { username, password, clientAddress, userAgent }: LogIn,
): Promise<string> {
  const accountAndAddress = `${username} ${clientAddress}`
  // Counted before the password is looked at: many tries at once are as many tries.
  await limits.consume('loginPerAddress', clientAddress)
  await limits.consume('loginPerAccountAndAddress', accountAndAddress)
  await limits.consume('loginPerAccount', username)
  const user = await findUserByAddress(database.queries, username)
  if (!(await verifyPassword(user?.passwordHash ?? null, password)) || !user) {
    throw new Problem('invalid_credentials')
  }
  await limits.reset('loginPerAccountAndAddress', accountAndAddress)
  await renewHash(database.queries, user, password)
  return issueAccessToken(database.queries, { userId: user.id, userAgent, now: now() })
}
