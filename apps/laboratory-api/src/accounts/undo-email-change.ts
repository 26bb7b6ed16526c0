import { Problem } from '@shop/contract/problem'
import { isUniqueViolation } from '@shop/database/statement-errors'
import { networkOf } from '@shop/server/network-of'
import { and, eq, gte } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { daysBefore } from '../retention.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { lockAccount } from './lock-account.ts'
import { dropMailedSecrets, findByToken, takeByToken } from './mailed-secrets.ts'
import { hashPassword } from './passwords.ts'
import { dropLoginSteps } from './second-factor/login-steps.ts'
import { dropFactorsSince } from './second-factor/manage.ts'
import { createToken } from './secrets.ts'
import { formerEmails, mailedSecrets, users } from './tables.ts'

/** An attacker may first add a login of their own, and change the address afterwards. */
const DAYS_BEFORE_THE_CHANGE = 7

/**
 * Undoes a change of the address that the owner did not make, by the link in the mail to the former address,
 * whether the new one is confirmed or not. The person who asked for the change knew the password: the password
 * and every session end, and a link for a new password is mailed. Other means of access, to results too, are
 * removed if they were added in the week before the change or later.
 * @throws Problem `undo_token_not_found`, `too_many_requests`
 */
export async function undoEmailChange(
  { database, limits, mail, personalData, now }: ApiContext,
  { token, clientAddress, requestId }: { token: string; clientAddress: string; requestId: string },
): Promise<void> {
  await limits.consume('passwordResetPerNetwork', networkOf(clientAddress))
  const notFound = () => new Problem('undo_token_not_found')
  const at = now()
  const unusablePassword = await hashPassword(createToken())
  await database
    .transaction(async (queries) => {
      const link = { purpose: 'undoEmailChange', token, now: at } as const
      const found = await findByToken(queries, link)
      // Locked before the link is taken, in the same order as by everything that revokes links.
      if (!found || !(await lockAccount(queries, found.userId))) throw notFound()
      const secret = await takeByToken(queries, link)
      if (!secret) throw notFound()
      const { userId, email } = secret
      await queries
        .update(users)
        .set({
          email,
          confirmedEmail: email,
          emailConfirmedAt: at,
          pendingEmail: null,
          passwordHash: unusablePassword,
          updatedAt: at,
        })
        .where(eq(users.id, userId))
      await revokeAccessTokens(queries, { userId, exceptId: null })
      await dropLoginSteps(queries, userId)
      for (const purpose of ['confirmEmail', 'resetPassword', 'logIn'] as const) {
        await dropMailedSecrets(queries, userId, purpose)
      }
      // Changes made after it are undone too, even if their mails are not sent yet; the links of earlier changes
      // keep working.
      const since = secret.createdAt
      await queries
        .delete(mailedSecrets)
        .where(and(eq(mailedSecrets.userId, userId), gte(mailedSecrets.createdAt, since)))
      await queries
        .delete(formerEmails)
        .where(and(eq(formerEmails.userId, userId), gte(formerEmails.createdAt, since)))
      const suspectSince = daysBefore(since, DAYS_BEFORE_THE_CHANGE)
      await dropFactorsSince(queries, userId, suspectSince)
      for (const holder of personalData.holders()) {
        await holder.closeSince?.(queries, { userId, since: suspectSince, now: at, requestId })
      }
      await mail.send(queries, 'reset-password', { userId })
    })
    .catch((error) => {
      // The person who gave up the address has opened another account with it in the meantime.
      throw isUniqueViolation(error) ? notFound() : error
    })
}
