import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { isUniqueViolation } from '@shop/database/statement-errors'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { lockAccount, lockOwnAccount } from './lock-account.ts'
import { dropMailedSecrets, findByToken, takeByCode, takeByToken } from './mailed-secrets.ts'
import { isCode } from './secrets.ts'
import { users } from './tables.ts'

/**
 * Confirms the address a secret was sent to, if the account still names it and no other account has proven it in
 * the meantime.
 */
async function confirmAddress(
  queries: Queries,
  secret: { userId: string; email: string } | undefined,
  now: Date,
): Promise<void> {
  const { email } = users
  const [user] = secret
    ? await queries
        .update(users)
        .set({
          email: secret.email,
          confirmedEmail: secret.email,
          emailConfirmedAt: now,
          pendingEmail: null,
          updatedAt: now,
        })
        .where(
          and(
            eq(users.id, secret.userId),
            or(
              eq(users.pendingEmail, secret.email),
              and(eq(email, secret.email), isNull(users.emailConfirmedAt)),
            ),
          ),
        )
        .returning({ id: users.id })
    : []
  if (!user) throw new Problem('confirmation_token_not_found')
  await dropMailedSecrets(queries, user.id, 'confirmEmail')
  // A password reset link that was sent to the former address stops working.
  await dropMailedSecrets(queries, user.id, 'resetPassword')
}

/**
 * In a transaction: of several accounts that name one address, the first to prove it gets it. The account is
 * locked before the mailed secret is taken, in the same order as by everything that revokes secrets, so that
 * concurrent calls wait for each other.
 */
async function confirm(
  { database, now }: ApiContext,
  {
    hold,
    take,
  }: {
    /** Locks the account; whether there is one. */
    hold: (queries: Queries, now: Date) => Promise<boolean>
    take: (queries: Queries, now: Date) => Promise<{ userId: string; email: string } | undefined>
  },
): Promise<void> {
  const at = now()
  await database
    .transaction(async (queries) => {
      const isHeld = await hold(queries, at)
      await confirmAddress(queries, isHeld ? await take(queries, at) : undefined, at)
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? new Problem('confirmation_token_not_found') : error
    })
}

/**
 * Confirms an e-mail address: by the link's token for anyone who has it, or by the six digits for the session
 * that requested them, five tries in ten minutes. `onlyOwn`: a link of an account other than the viewer's is
 * treated as unknown, and stays valid.
 * @throws Problem `confirmation_token_not_found`, `too_many_requests`, `unauthorized` (digits from a guest, or
 * from a session that has ended in the meantime)
 */
export async function activateAccount(
  context: ApiContext,
  { viewer, token, onlyOwn = false }: { viewer: Viewer | null; token: string; onlyOwn?: boolean | undefined },
): Promise<void> {
  const purpose = 'confirmEmail'
  const isLink = !isCode(token)
  if (!viewer && (onlyOwn || !isLink)) throw new Problem('unauthorized')
  if (isLink || !viewer) {
    await confirm(context, {
      async hold(queries, now) {
        const secret = await findByToken(queries, { purpose, token, now })
        if (!secret || (onlyOwn && secret.userId !== viewer?.userId)) return false
        return (await lockAccount(queries, secret.userId)) !== undefined
      },
      take: (queries, now) => takeByToken(queries, { purpose, token, now }),
    })
    return
  }
  const { userId, tokenId: request } = viewer
  await context.limits.consume('activationCodePerAccount', userId)
  await confirm(context, {
    async hold(queries) {
      await lockOwnAccount(queries, viewer)
      return true
    },
    take: (queries, now) => takeByCode(queries, { purpose, userId, code: token, request, now }),
  })
  await context.limits.reset('activationCodePerAccount', userId)
}
