import { Problem } from '@shop/contract/problem'
import type { StaffLoggedIn, StaffLogin } from '@shop/contract/staff'
import type { Queries } from '@shop/database/open-database'
import { networkOf } from '@shop/server/network-of'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { hashPassword, isOutdatedHash, verifyPassword } from '../accounts/passwords.ts'
import { checkAppCode } from '../accounts/second-factor/totp.ts'
import type { ApiContext } from '../context.ts'
import { takeStaffPasskey } from './staff-passkeys.ts'
import { startStaffSession } from './staff-sessions.ts'
import { type StaffAccount, staffAccounts } from './tables.ts'

/** Where the attempt comes from, as far as the browser shows it. */
interface Caller {
  clientAddress: string
  userAgent: string | undefined
}

/**
 * Starts a desk session with password and code or passkey in one step, so that someone who has only one of
 * them does not learn that it is right.
 * @throws Problem `invalid_credentials`, `too_many_requests`
 */
export async function logInStaff(
  context: ApiContext,
  { email, password, code, passkey, clientAddress, userAgent }: StaffLogin & Caller,
): Promise<StaffLoggedIn> {
  const { database, limits, now } = context
  const network = networkOf(clientAddress)
  // Counted before the password is checked, so that concurrent attempts all count.
  await limits.consume('staffLoginPerNetwork', network)
  await limits.consume('staffLoginPerAccountAndNetwork', `${email} ${network}`)
  const account = await findAccount(database.queries, email)
  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isRight) throw new Problem('invalid_credentials')
  // A code is counted before it is checked as well; the attempt is given back if the code is right.
  await limits.consume('wrongStaffCodePerAccount', account.id)
  const session = await database.transaction(async (queries) => {
    const isProven = passkey
      ? await takeStaffPasskey(context, queries, account, passkey)
      : await takeStaffCode(context, queries, account, code ?? '')
    if (!isProven) return null
    if (isOutdatedHash(account.passwordHash!)) await renewHash(queries, account, password)
    return startStaffSession(queries, { staffId: account.id, userAgent, now: now() }, context.settings)
  })
  if (!session) throw new Problem('invalid_credentials')
  await limits.restore('wrongStaffCodePerAccount', account.id)
  await limits.reset('staffLoginPerAccountAndNetwork', `${email} ${network}`)
  return session
}

/** The account with this address, for the log of security events. */
export async function findStaffId(queries: Queries, email: string): Promise<string | null> {
  const [found] = await queries
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(eq(staffAccounts.email, email))
  return found?.id ?? null
}

/** A current member of staff who has accepted the invitation. */
async function findAccount(queries: Queries, email: string): Promise<StaffAccount | undefined> {
  const [account] = await queries
    .select()
    .from(staffAccounts)
    .where(and(eq(staffAccounts.email, email), isNull(staffAccounts.endedAt)))
  return account?.passwordHash && account.sealedSecret ? account : undefined
}

/**
 * Uses the code up. The condition of the write lets only one of two concurrent logins in, and none if the
 * code was used before or the access has ended in the meantime.
 */
async function takeStaffCode(
  context: ApiContext,
  queries: Queries,
  { id, sealedSecret, passwordHash }: StaffAccount,
  code: string,
): Promise<boolean> {
  const step = await checkAppCode(context, queries, {
    owner: id,
    sealedSecret: sealedSecret!,
    code,
    now: context.now(),
  })
  if (step === null) return false
  const taken = await queries
    .update(staffAccounts)
    .set({ lastStep: step })
    .where(
      and(
        eq(staffAccounts.id, id),
        eq(staffAccounts.sealedSecret, sealedSecret!),
        eq(staffAccounts.passwordHash, passwordHash!),
        isNull(staffAccounts.endedAt),
        or(isNull(staffAccounts.lastStep), lt(staffAccounts.lastStep, step)),
      ),
    )
    .returning({ id: staffAccounts.id })
  return taken.length > 0
}

async function renewHash(queries: Queries, { id }: StaffAccount, password: string): Promise<void> {
  await queries
    .update(staffAccounts)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(staffAccounts.id, id))
}
