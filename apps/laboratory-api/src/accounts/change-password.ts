import { Problem } from '@shop/contract/problem'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { lockOwnAccount } from './lock-account.ts'
import { mayMailAccount } from './mail-to-unproven.ts'
import { dropMailedSecrets } from './mailed-secrets.ts'
import { assertPasswordHardToGuess } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { dropLoginSteps } from './second-factor/login-steps.ts'
import { users } from './tables.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

interface ChangePassword {
  viewer: Viewer
  /** Absent: a passkey has just been used instead. */
  currentPassword?: string | undefined
  newPassword: string
  clientAddress: string
}

/**
 * Changes the password and signs out every other session.
 * @throws Problem `wrong_password`, `invalid_fields`, `too_many_requests`
 */
export async function changePassword(
  context: ApiContext,
  { viewer, currentPassword, newPassword, clientAddress }: ChangePassword,
): Promise<void> {
  const user = await verifyOwnPassword(context, {
    viewer,
    password: currentPassword,
    path: 'currentPassword',
  })
  await assertPasswordHardToGuess(context, { path: 'newPassword', password: newPassword, person: user })
  const passwordHash = await hashPassword(newPassword)
  const mayMail = await mayMailAccount(context, { user, clientAddress })
  await context.database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    const [changed] = await queries
      .update(users)
      .set({ passwordHash, updatedAt: context.now() })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
      .returning({ id: users.id })
    if (!changed) throw new Problem('stale_write')
    await revokeAccessTokens(queries, { userId: user.id, exceptId: viewer.tokenId })
    await dropLoginSteps(queries, user.id)
    await dropMailedSecrets(queries, user.id, 'resetPassword')
    if (mayMail) await context.mail.send(queries, 'password-changed', { userId: user.id })
  })
}
