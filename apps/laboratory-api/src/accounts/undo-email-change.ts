import { Problem } from '@shop/contract/problem'
import { networkOf } from '@shop/server/network-of'
import { and, eq, gte } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { lockAccount } from './lock-account.ts'
import { dropMailedSecrets, takeByToken } from './mailed-secrets.ts'
import { hashPassword } from './passwords.ts'
import { dropLoginSteps } from './second-factor/login-steps.ts'
import { dropFactorsSince } from './second-factor/manage.ts'
import { createToken } from './secrets.ts'
import { formerEmails, mailedSecrets, users } from './tables.ts'
import { isUniqueViolation } from './unique-violation.ts'

/**
 * Undoes a change of the address that its owner did not make, by the link in the letter to the address before, confirmed or not.
 * Whoever asked for the change knew the password: it ends with every session, and a link for a new one is mailed.
 * @throws Problem `undo_token_not_found`, `too_many_requests`
 */
export async function undoEmailChange(
  { database, limits, mail, now }: ApiContext,
  { token, clientAddress }: { token: string; clientAddress: string },
): Promise<void> {
  await limits.consume('passwordResetPerNetwork', networkOf(clientAddress))
  const notFound = () => new Problem('undo_token_not_found')
  const at = now()
  const nobodysPassword = await hashPassword(createToken())
  await database
    .transaction(async (queries) => {
      const secret = await takeByToken(queries, { purpose: 'undoEmailChange', token, now: at })
      if (!secret) throw notFound()
      const { userId, email } = secret
      if (!(await lockAccount(queries, userId))) throw notFound()
      await queries
        .update(users)
        .set({
          email,
          confirmedEmail: email,
          emailConfirmedAt: at,
          pendingEmail: null,
          passwordHash: nobodysPassword,
          updatedAt: at,
        })
        .where(eq(users.id, userId))
      await revokeAccessTokens(queries, { userId, exceptId: null })
      await dropLoginSteps(queries, userId)
      for (const purpose of ['confirmEmail', 'resetPassword', 'logIn'] as const) {
        await dropMailedSecrets(queries, userId, purpose)
      }
      // What was changed after it is undone with it, also where the letter has yet to go; the links of earlier changes go on working.
      const since = secret.createdAt
      await queries
        .delete(mailedSecrets)
        .where(and(eq(mailedSecrets.userId, userId), gte(mailedSecrets.createdAt, since)))
      await queries
        .delete(formerEmails)
        .where(and(eq(formerEmails.userId, userId), gte(formerEmails.createdAt, since)))
      await dropFactorsSince(queries, userId, since)
      await mail.send(queries, 'reset-password', { userId })
    })
    .catch((error) => {
      // Whoever left the address behind has opened another account with it meanwhile.
      throw isUniqueViolation(error) ? notFound() : error
    })
}
