import { randomUUIDv7 } from 'node:crypto'
import { networkOf } from '@shop/server/network-of'
import type { ApiContext } from '../context.ts'
import { mayMailUnproven } from './mail-to-unproven.ts'
import { findUsersByAddress } from './user-queries.ts'

/**
 * Mails a link for a new password to the account's address, never to one that waits for its confirmation. Answers alike and
 * takes the same steps whether or not there is an account: without one the mail's job finds nobody. Where nobody has proven the
 * address, each account that a login looks at gets a letter, the newest and then the oldest first: whoever registers it after
 * its owner keeps the owner from no letter. Those beyond the first count as letters to an unproven address.
 * @throws Problem `too_many_requests`
 */
export async function requestPasswordReset(
  context: ApiContext,
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<void> {
  const { database, limits, mail } = context
  await limits.consume('passwordResetPerNetwork', networkOf(clientAddress))
  await limits.consume('passwordResetPerEmail', email)
  const [newest, ...others] = await findUsersByAddress(database.queries, email)
  await mail.send(database.queries, 'reset-password', { userId: newest?.id ?? randomUUIDv7() })
  for (const { id: userId } of others.reverse()) {
    if (!(await mayMailUnproven(context, { email, clientAddress }))) return
    await mail.send(database.queries, 'reset-password', { userId })
  }
}
