import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { verifyPassword } from './passwords.ts'
import { findUser, type User } from './user-queries.ts'

interface VerifyOwnPassword {
  viewer: Viewer
  password: string
  /** Field of the form that carried it. */
  path: string
}

/**
 * Proves that the signed-in person knows the password: a stolen session alone must not change or erase an account.
 * @throws Problem `wrong_password`, `too_many_requests`
 */
export async function verifyOwnPassword(
  { database, limits }: ApiContext,
  { viewer, password, path }: VerifyOwnPassword,
): Promise<User> {
  await limits.consume('passwordPerAccount', viewer.userId)
  const user = await findUser(database.queries, viewer.userId)
  if (!user) throw new Problem('unauthorized')
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new Problem('wrong_password', {
      errors: [{ path, message: 'not the password of the account', code: 'wrong_password' }],
    })
  }
  await limits.reset('passwordPerAccount', viewer.userId)
  return user
}
