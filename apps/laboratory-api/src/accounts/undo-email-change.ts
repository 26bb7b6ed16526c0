import { Problem } from '@shop/contract/problem'
import { isUniqueViolation } from '@shop/database/unique-violation'
import { networkOf } from '@shop/server/network-of'
import { and, eq, gte } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { lockAccount } from './lock-account.ts'
import { dropMailedSecrets, findByToken, takeByToken } from './mailed-secrets.ts'
import { hashPassword } from './passwords.ts'
import { dropLoginSteps } from './second-factor/login-steps.ts'
import { dropFactorsSince } from './second-factor/manage.ts'
import { createToken } from './secrets.ts'
import { formerEmails, mailedSecrets, users } from './tables.ts'

/** Whoever takes an account over may first make a way in of their own, and change the address afterwards. */
const BEFORE_THE_CHANGE_MS = 7 * 86_400_000

/**
 * Undoes a change of the address that its owner did not make, by the link in the letter to the address before, confirmed or not.
 * Whoever asked for the change knew the password: it ends with every session, and a link for a new one is
 * mailed. What gives entry beside it, to results too, goes as well, if it was made in the week before the change or later.
 * @throws Problem `undo_token_not_found`, `too_many_requests`
 */
export async function undoEmailChange(
  { database, limits, mail, personalData, now }: ApiContext,
  { token, clientAddress, requestId }: { token: string; clientAddress: string; requestId: string },
): Promise<void> {
  await limits.consume('passwordResetPerNetwork', networkOf(clientAddress))
  const notFound = () => new Problem('undo_token_not_found')
  const at = now()
  const nobodysPassword = await hashPassword(createToken())
  await database
    .transaction(async (queries) => {
      const link = { purpose: 'undoEmailChange', token, now: at } as const
      const found = await findByToken(queries, link)
      // Before the link, as whoever makes it worthless.
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
          passwordHash: nobodysPassword,
          updatedAt: at,
        })
        .where(eq(users.id, userId))
      await revokeAccessTokens(queries, { userId, exceptId: null })
      await dropLoginSteps(queries, userId)
      for (const purpose of ['confirmEmail', 'resetPassword', 'logIn'] as const) {
        await dropMailedSecrets(queries, userId, purpose)
      }
      // What was changed after it is undone with it, also where the letter has yet to go; the links of
      // earlier changes go on working.
      const since = secret.createdAt
      await queries
        .delete(mailedSecrets)
        .where(and(eq(mailedSecrets.userId, userId), gte(mailedSecrets.createdAt, since)))
      await queries
        .delete(formerEmails)
        .where(and(eq(formerEmails.userId, userId), gte(formerEmails.createdAt, since)))
      const suspectSince = new Date(since.getTime() - BEFORE_THE_CHANGE_MS)
      await dropFactorsSince(queries, userId, suspectSince)
      for (const holder of personalData.holders()) {
        await holder.closeSince?.(queries, { userId, since: suspectSince, now: at, requestId })
      }
      await mail.send(queries, 'reset-password', { userId })
    })
    .catch((error) => {
      // Whoever left the address behind has opened another account with it meanwhile.
      throw isUniqueViolation(error) ? notFound() : error
    })
}
