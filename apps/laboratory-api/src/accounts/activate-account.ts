import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { dropMailedSecrets, takeByCode, takeByToken } from './mailed-secrets.ts'
import { isCode } from './secrets.ts'
import { users } from './tables.ts'

/** Confirms the address a secret was sent to, if it still is the account's. */
async function confirmAddress(
  queries: Queries,
  secret: { userId: string; email: string } | undefined,
  now: Date,
): Promise<void> {
  const [user] = secret
    ? await queries
        .update(users)
        .set({ emailConfirmedAt: now, confirmedEmail: sql`${users.email}`, updatedAt: now })
        .where(and(eq(users.id, secret.userId), eq(users.email, secret.email)))
        .returning({ id: users.id })
    : []
  if (!user) throw new Problem('confirmation_token_not_found')
  await dropMailedSecrets(queries, user.id, 'confirmEmail')
}

/**
 * Confirms an e-mail address: by the link's token for anybody who holds it, by the six digits for the signed-in
 * account, five tries in ten minutes.
 * @throws Problem `confirmation_token_not_found`, `unauthorized` (digits from a guest), `too_many_requests`
 */
export async function activateAccount(
  { database, limits, now }: ApiContext,
  { viewer, token }: { viewer: Viewer | null; token: string },
): Promise<void> {
  if (!isCode(token)) {
    await database.transaction(async (queries) =>
      confirmAddress(
        queries,
        await takeByToken(queries, { purpose: 'confirmEmail', token, now: now() }),
        now(),
      ),
    )
    return
  }
  if (!viewer) throw new Problem('unauthorized')
  const { userId } = viewer
  await limits.consume('activationCodePerAccount', userId)
  await database.transaction(async (queries) =>
    confirmAddress(
      queries,
      await takeByCode(queries, { purpose: 'confirmEmail', userId, code: token, now: now() }),
      now(),
    ),
  )
  await limits.reset('activationCodePerAccount', userId)
}
