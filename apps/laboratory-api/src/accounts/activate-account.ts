import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { isUniqueViolation } from '@shop/database/unique-violation'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { lockAccount, lockOwnAccount } from './lock-account.ts'
import { dropMailedSecrets, findByToken, takeByCode, takeByToken } from './mailed-secrets.ts'
import { isCode } from './secrets.ts'
import { users } from './tables.ts'

/** Confirms the address a secret was sent to, if the account still names it and nobody else has proven it meanwhile. */
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
  // A link for a new password that went to the address before is worth nothing any more.
  await dropMailedSecrets(queries, user.id, 'resetPassword')
}

/**
 * In a transaction: of several accounts that name one address the first to prove it has it. The account is held before the
 * letter's secret is taken, as by whoever makes it worthless: of two at once one waits for the other.
 */
async function confirm(
  { database, now }: ApiContext,
  {
    hold,
    take,
  }: {
    /** Whether there is such an account. */
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
 * Confirms an e-mail address: by the link's token for anybody who holds it, by the six digits for the session
 * that asked for them, five tries in ten minutes. `onlyOwn`: a link of another account than the viewer's is unknown, and stays.
 * @throws Problem `confirmation_token_not_found`, `too_many_requests`, `unauthorized` (digits from a guest, or of a
 * session that has ended meanwhile)
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
