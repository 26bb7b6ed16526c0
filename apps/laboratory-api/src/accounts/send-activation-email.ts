import { Problem } from '@shop/contract/problem'
import type { ApiContext } from '../context.ts'
import { findUser } from './user-queries.ts'

/** Mails a new code and link. @throws Problem `email_already_confirmed`, `too_many_requests` */
export async function sendActivationEmail(
  { database, limits, mail }: ApiContext,
  { userId }: { userId: string },
): Promise<void> {
  const user = await findUser(database.queries, userId)
  if (!user) throw new Problem('unauthorized')
  if (user.emailConfirmedAt) throw new Problem('email_already_confirmed')
  await limits.consume('activationMailPerAccount', userId)
  await mail.send(database.queries, 'confirm-email', { userId })
}
