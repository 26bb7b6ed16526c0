import { Problem } from '@shop/contract/problem'
import { networkOf } from '@shop/server/network-of'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { lockAccount } from './lock-account.ts'
import { dropMailedSecrets, findByToken, takeByToken } from './mailed-secrets.ts'
import { assertPasswordHardToGuess } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { dropLoginSteps } from './second-factor/login-steps.ts'
import { users } from './tables.ts'
import { findUser } from './user-queries.ts'

/**
 * Sets a new password by the mailed link, which works once, and signs out every session. If the password is
 * refused, the link stays valid.
 * @throws Problem `reset_token_not_found`, `invalid_fields`
 */
export async function resetPassword(
  context: ApiContext,
  { token, newPassword, clientAddress }: { token: string; newPassword: string; clientAddress: string },
): Promise<void> {
  const { database, limits, mail, now } = context
  // Hashing is expensive, so the number of calls is limited.
  await limits.consume('passwordResetPerNetwork', networkOf(clientAddress))
  const link = { purpose: 'resetPassword', token, now: now() } as const
  const secret = await findByToken(database.queries, link)
  const user = secret && (await findUser(database.queries, secret.userId))
  if (!user) throw new Problem('reset_token_not_found')
  const person = { ...user, email: secret.email }
  await assertPasswordHardToGuess(context, { path: 'newPassword', password: newPassword, person })
  const passwordHash = await hashPassword(newPassword)
  await database.transaction(async (queries) => {
    const userId = user.id
    // Locked before the link is taken, in the same order as by everything that revokes links.
    await lockAccount(queries, userId)
    if (!(await takeByToken(queries, link))) throw new Problem('reset_token_not_found')
    await queries.update(users).set({ passwordHash, updatedAt: now() }).where(eq(users.id, userId))
    await revokeAccessTokens(queries, { userId, exceptId: null })
    await dropLoginSteps(queries, user.id)
    await dropMailedSecrets(queries, userId, 'resetPassword')
    await mail.send(queries, 'password-changed', { userId })
  })
}
