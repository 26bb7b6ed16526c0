import { randomUUIDv7 } from 'node:crypto'
import { networkOf } from '@shop/server/network-of'
import type { ApiContext } from '../context.ts'
import { mayMailUnproven } from './mail-to-unproven.ts'
import { findUsersByAddress } from './user-queries.ts'

/**
 * Mails a link for a new password to the account's address, never to one that is not confirmed yet. Gives the
 * same answer and takes the same steps whether or not there is an account: without one, the mail's job finds no
 * user. If no account has proven the address, each account that a login would check gets a mail, the newest first
 * and then the oldest, so that later registrations of the address do not keep a mail from its owner. Mails after
 * the first count as mails to an unproven address.
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
