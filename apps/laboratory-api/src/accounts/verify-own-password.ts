import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { hasFreshPasskey } from './is-fresh-proof.ts'
import { verifyPassword } from './passwords.ts'
import { findUser, type User } from './user-queries.ts'

interface VerifyOwnPassword {
  viewer: Viewer
  /** Absent: a passkey has just been used instead. */
  password: string | undefined
  /** The form field that contained it. */
  path: string
}

/**
 * Verifies that the signed-in person knows the password: a stolen session alone must not change or erase an
 * account.
 * @throws Problem `wrong_password`, `too_many_requests`
 */
export async function verifyOwnPassword(
  { database, limits, now }: ApiContext,
  { viewer, password, path }: VerifyOwnPassword,
): Promise<User> {
  const user = await findUser(database.queries, viewer.userId)
  if (!user) throw new Problem('unauthorized')
  if (password === undefined && hasFreshPasskey(viewer, now())) return user
  await limits.consume('passwordPerAccount', viewer.userId)
  if (password === undefined || !(await verifyPassword(user.passwordHash, password))) {
    throw new Problem('wrong_password', {
      errors: [{ path, message: 'not the password of the account', code: 'wrong_password' }],
    })
  }
  await limits.reset('passwordPerAccount', viewer.userId)
  return user
}
