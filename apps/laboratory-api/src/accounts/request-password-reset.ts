import { randomUUIDv7 } from 'node:crypto'
import { networkOf } from '@shop/server/network-of'
import type { ApiContext } from '../context.ts'
import { findUsersByAddress } from './user-queries.ts'

/**
 * Mails a link for a new password to the account's address, never to one that waits for its confirmation; of
 * several accounts that name an unproven address to the newest. Answers alike and takes the same steps
 * whether or not there is an account: without one the mail's job finds nobody.
 * @throws Problem `too_many_requests`
 */
export async function requestPasswordReset(
  { database, limits, mail }: ApiContext,
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<void> {
  await limits.consume('passwordResetPerNetwork', networkOf(clientAddress))
  await limits.consume('passwordResetPerEmail', email)
  const [user] = await findUsersByAddress(database.queries, email)
  await mail.send(database.queries, 'reset-password', { userId: user?.id ?? randomUUIDv7() })
}
