import { randomUUIDv7 } from 'node:crypto'
import type { ApiContext } from '../context.ts'
import { networkOf } from '../network-of.ts'
import { findUserByAddress } from './user-queries.ts'

/**
 * Mails a link for a new password to the address last proven (to the first address while none is). Answers alike and
 * takes the same steps whether or not there is an account: without one the mail's job finds nobody.
 * @throws Problem `too_many_requests`
 */
export async function requestPasswordReset(
  { database, limits, mail }: ApiContext,
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<void> {
  await limits.consume('passwordResetPerNetwork', networkOf(clientAddress))
  await limits.consume('passwordResetPerEmail', email)
  const user = await findUserByAddress(database.queries, email)
  // A changed address that nobody has confirmed may be a stranger's: it gets no link.
  const entitled = user && (user.confirmedEmail ?? user.email) === email
  await mail.send(database.queries, 'reset-password', { userId: entitled ? user.id : randomUUIDv7() })
}
