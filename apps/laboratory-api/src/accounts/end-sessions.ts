import type { Queries } from '@shop/database/open-database'
import type { ApiContext } from '../context.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { lockAccount } from './lock-account.ts'
import { dropMailedSecrets } from './mailed-secrets.ts'
import { dropLoginSteps } from './second-factor/login-steps.ts'
import { dropChallenges } from './second-factor/passkeys.ts'

/**
 * Signs an account out everywhere, on behalf of the shop's staff: a lost phone, a stolen session. Logins and
 * passkey registrations under way end too; the password stays. The owner is notified if there was a session.
 * Returns how many there were; null: there is no such account, or it no longer exists.
 */
export async function endSessions(
  { mail }: Pick<ApiContext, 'mail'>,
  queries: Queries,
  userId: string | null,
): Promise<number | null> {
  if (userId === null || !(await lockAccount(queries, userId))) return null
  const ended = await revokeAccessTokens(queries, { userId, exceptId: null })
  await dropLoginSteps(queries, userId)
  await dropMailedSecrets(queries, userId, 'logIn')
  await dropChallenges(queries, userId)
  if (ended > 0) await mail.send(queries, 'sessions-ended', { userId })
  return ended
}
