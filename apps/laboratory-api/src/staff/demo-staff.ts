import { randomUUIDv7 } from 'node:crypto'
import type { StaffRole } from '@shop/domain/staff'
import { and, inArray, isNull } from 'drizzle-orm'
import { hashPassword } from '../accounts/passwords.ts'
import { newSealedSecret } from '../accounts/second-factor/totp.ts'
import type { ApiContext } from '../context.ts'
import { endStaffSessions } from './staff-sessions.ts'
import { staffAccounts, staffGrants } from './tables.ts'

interface DemoStaff {
  password: string
  /** The secret of the authenticator app, base32. */
  secret: string
  people: readonly { email: string; name: string; role: StaffRole }[]
}

/**
 * Creates accounts with known passwords, for the sandbox only. Accounts that were changed or ended are left
 * as they are.
 */
export async function openDemoStaff(
  context: ApiContext,
  { password, secret, people }: DemoStaff,
): Promise<void> {
  const { database, now } = context
  const emails = people.map(({ email }) => email)
  const known = await database.queries
    .select({ email: staffAccounts.email })
    .from(staffAccounts)
    .where(inArray(staffAccounts.email, emails))
  const missing = people.filter(({ email }) => !known.some((account) => account.email === email))
  if (missing.length === 0) return
  const passwordHash = await hashPassword(password)
  await database.transaction(async (queries) => {
    for (const { email, name, role } of missing) {
      const id = randomUUIDv7()
      const sealedSecret = await newSealedSecret(context, queries, id, secret)
      const account = { id, email, name, locale: 'en', passwordHash, sealedSecret, version: 1 } as const
      const [made] = await queries
        .insert(staffAccounts)
        .values({ ...account, createdAt: now() })
        // Another process may be starting at the same time.
        .onConflictDoNothing()
        .returning({ id: staffAccounts.id })
      if (made) await queries.insert(staffGrants).values({ staffId: id, role, laboratoryIds: null })
    }
  })
}

/** Ends these accounts where there is no sandbox: the database may have been tried out before real use. */
export async function endDemoStaff({ database, now }: ApiContext, emails: readonly string[]): Promise<void> {
  await database.transaction(async (queries) => {
    const ended = await queries
      .update(staffAccounts)
      .set({ endedAt: now(), passwordHash: null, sealedSecret: null, lastStep: null })
      .where(and(inArray(staffAccounts.email, [...emails]), isNull(staffAccounts.endedAt)))
      .returning({ id: staffAccounts.id })
    for (const { id } of ended) await endStaffSessions(queries, id)
  })
}
