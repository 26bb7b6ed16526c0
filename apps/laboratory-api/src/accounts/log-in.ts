import { Problem } from '@shop/contract/problem'
import type { ApiContext } from '../context.ts'
import { issueAccessToken } from './access-tokens.ts'
import { verifyPassword } from './passwords.ts'
import { findUserByAddress } from './user-queries.ts'

interface LogIn {
  username: string
  password: string
  clientAddress: string
  userAgent: string | undefined
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
  return issueAccessToken(database.queries, { userId: user.id, userAgent, now: now() })
}
