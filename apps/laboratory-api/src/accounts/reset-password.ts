import { Problem } from '@shop/contract/problem'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { dropMailedSecrets, takeByToken } from './mailed-secrets.ts'
import { assertPasswordUncommon, hashPassword } from './passwords.ts'
import { users } from './tables.ts'

/**
 * Sets a new password by the mailed link, which works once, and signs out every session.
 * @throws Problem `reset_token_not_found`, `invalid_fields`
 */
export async function resetPassword(
  { database, limits, mail, now }: ApiContext,
  { token, newPassword, clientAddress }: { token: string; newPassword: string; clientAddress: string },
): Promise<void> {
  // Hashing is dear; nobody may have it done without end.
  await limits.consume('passwordResetPerAddress', clientAddress)
  const passwordHash = await hashPassword(newPassword)
  await database.transaction(async (queries) => {
    const secret = await takeByToken(queries, { purpose: 'resetPassword', token, now: now() })
    if (!secret) throw new Problem('reset_token_not_found')
    const { userId, email } = secret
    // A refusal rolls back, so the link can be used with a better password.
    await assertPasswordUncommon('newPassword', newPassword, email)
    await queries.update(users).set({ passwordHash, updatedAt: now() }).where(eq(users.id, userId))
    await revokeAccessTokens(queries, { userId, exceptId: null })
    await dropMailedSecrets(queries, userId, 'resetPassword')
    await mail.send(queries, 'password-changed', { userId })
  })
}
