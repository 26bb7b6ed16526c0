import { Problem } from '@shop/contract/problem'
import { networkOf } from '@shop/server/network-of'
import type { ApiContext } from '../context.ts'
import type { User } from './user-queries.ts'

interface UnprovenMail {
  /** Its owner is still unknown. */
  email: string
  clientAddress: string
}

/**
 * Counts a mail to an address that no account has proven; whether it may be sent. Anyone can type the address, so
 * a limit per account would not be enough.
 */
export async function mayMailUnproven(
  { limits }: Pick<ApiContext, 'limits'>,
  { email, clientAddress }: UnprovenMail,
): Promise<boolean> {
  const addressAndNetwork = `${email} ${networkOf(clientAddress)}`
  if (await limits.exceeds('unprovenMailPerAddressAndNetwork', addressAndNetwork)) return false
  if (!(await limits.exceeds('unprovenMailPerAddress', email))) return true
  return !(await limits.exceeds('lateUnprovenMailPerAddressAndNetwork', addressAndNetwork))
}

/**
 * Whether the account may be mailed about what was just done in it: at a proven address always, else as
 * `mayMailUnproven`, since the same can be done again and again in an account that names a stranger's address.
 */
export async function mayMailAccount(
  context: Pick<ApiContext, 'limits'>,
  { user, clientAddress }: { user: Pick<User, 'email' | 'emailConfirmedAt'>; clientAddress: string },
): Promise<boolean> {
  return user.emailConfirmedAt !== null || mayMailUnproven(context, { email: user.email, clientAddress })
}

/** As `mayMailUnproven`. @throws Problem `too_many_requests` */
export async function assertMayMailUnproven(
  context: Pick<ApiContext, 'limits'>,
  mail: UnprovenMail,
): Promise<void> {
  if (!(await mayMailUnproven(context, mail))) throw new Problem('too_many_requests', { retryAfter: 3600 })
}
