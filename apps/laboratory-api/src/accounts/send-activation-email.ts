import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { holdOwnAccount } from './lock-account.ts'
import { assertMayMailUnproven } from './mail-to-unproven.ts'
import { findUser, isAddressTaken, userExists } from './user-queries.ts'

/**
 * Mails a new code and link.
 * @throws Problem `email_already_confirmed`, `user_exists` (another account has proven the address),
 * `too_many_requests`, `unauthorized`
 */
export async function sendActivationEmail(
  { database, limits, mail }: ApiContext,
  { viewer, clientAddress }: { viewer: Viewer; clientAddress: string },
): Promise<void> {
  const { userId, tokenId: request } = viewer
  const user = await findUser(database.queries, userId)
  if (!user) throw new Problem('unauthorized')
  if (user.emailConfirmedAt && !user.pendingEmail) throw new Problem('email_already_confirmed')
  const address = user.pendingEmail ?? user.email
  if (await isAddressTaken(database.queries, address, userId)) throw userExists()
  await limits.consume('activationMailPerAccount', userId)
  await assertMayMailUnproven({ limits }, { email: address, clientAddress })
  const template = user.pendingEmail ? 'confirm-new-email' : 'confirm-email'
  await database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    await mail.send(queries, template, { userId, request })
  })
}
