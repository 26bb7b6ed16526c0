import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import type { Payer } from './open-payment-page.ts'

/** Whom the provider sends its receipt to. The account exists: its token was just accepted. */
export async function findPayer(queries: Queries, userId: string): Promise<Payer> {
  const [payer] = await queries
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return payer!
}
