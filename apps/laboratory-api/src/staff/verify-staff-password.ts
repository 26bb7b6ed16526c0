import { Problem } from '@shop/contract/problem'
import { eq } from 'drizzle-orm'
import { verifyPassword } from '../accounts/passwords.ts'
import type { ApiContext } from '../context.ts'
import { type StaffAccount, staffAccounts } from './tables.ts'

export interface StaffPassword {
  staffId: string
  password: string
}

/**
 * Checks that the person is still the one who logged in: the desk may have been left unattended.
 * @throws Problem `wrong_password`, `too_many_requests`
 */
export async function verifyStaffPassword(
  { database, limits }: Pick<ApiContext, 'database' | 'limits'>,
  { staffId, password }: StaffPassword,
): Promise<StaffAccount> {
  await limits.consume('passwordPerAccount', staffId)
  const [account] = await database.queries.select().from(staffAccounts).where(eq(staffAccounts.id, staffId))
  if (!account || !(await verifyPassword(account.passwordHash, password))) {
    throw new Problem('wrong_password', {
      errors: [{ path: 'password', message: 'not the password of the account', code: 'wrong_password' }],
    })
  }
  await limits.reset('passwordPerAccount', staffId)
  return account
}
