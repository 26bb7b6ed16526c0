import { Problem } from '@shop/contract/problem'
import { networkOf } from '@shop/server/network-of'
import type { ApiContext } from '../context.ts'

interface Letter {
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
  { email, clientAddress }: Letter,
): Promise<boolean> {
  const addressAndNetwork = `${email} ${networkOf(clientAddress)}`
  if (await limits.exceeds('unprovenMailPerAddressAndNetwork', addressAndNetwork)) return false
  if (!(await limits.exceeds('unprovenMailPerAddress', email))) return true
  return !(await limits.exceeds('lateUnprovenMailPerAddressAndNetwork', addressAndNetwork))
}

/** As `mayMailUnproven`. @throws Problem `too_many_requests` */
export async function assertMayMailUnproven(
  context: Pick<ApiContext, 'limits'>,
  letter: Letter,
): Promise<void> {
  if (!(await mayMailUnproven(context, letter))) throw new Problem('too_many_requests', { retryAfter: 3600 })
}
