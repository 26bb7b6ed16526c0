import { randomUUIDv7 } from 'node:crypto'
import { createDeskClient, type DeskClient } from '@shop/contract/main-api-client'
import type { StaffGrant } from '@shop/domain/staff'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../../accounts/passwords.ts'
import type { TestApi } from '../../testing/test-api.ts'
import { startStaffSession } from '../staff-sessions.ts'
import { staffAccounts, staffGrants } from '../tables.ts'

export interface TestStaff {
  staffId: string
  token: string
  /** The desk's client, logged in as this person. */
  client: DeskClient
}

export const deskClient = (api: TestApi, token?: string): DeskClient =>
  createDeskClient({
    root: 'http://api.test',
    fetch: async (input, init) => api.app.request(input, init),
    token,
  })

/** Of random bytes that nobody kept. */
const FORGOTTEN =
  '$argon2id$v=19$m=19456,t=2,p=1$mm75/U0YLGRHbog5168lEg$OO8Tp0IicOL62IKqKZixbGjtmAJBlZPv7tJxjlUmoDQ'

/** Somebody of the desk with an open session, without the letter and the login, which have tests of their own. */
export async function createStaff(api: TestApi, ...grants: StaffGrant[]): Promise<TestStaff> {
  const { database, now } = api.context
  const staffId = randomUUIDv7()
  await database.queries.insert(staffAccounts).values({
    id: staffId,
    email: `${staffId}@laboratory.example`,
    name: 'Olga Novik',
    locale: 'en',
    passwordHash: FORGOTTEN,
    sealedSecret: 'nor this secret',
    version: 1,
    createdAt: now(),
  })
  await database.queries.insert(staffGrants).values(
    grants.map(({ role, laboratoryIds }) => ({
      staffId,
      role,
      laboratoryIds: laboratoryIds && [...laboratoryIds],
    })),
  )
  const { accessToken: token } = await startStaffSession(database.queries, {
    staffId,
    userAgent: undefined,
    now: now(),
  })
  return { staffId, token, client: deskClient(api, token) }
}

export const STAFF_PASSWORD = 'amber kettle 58 orchard'

/** Lets somebody know their password, for what asks for it again. */
export async function givePassword(
  { context: { database } }: TestApi,
  { staffId }: TestStaff,
): Promise<void> {
  await database.queries
    .update(staffAccounts)
    .set({ passwordHash: await hashPassword(STAFF_PASSWORD) })
    .where(eq(staffAccounts.id, staffId))
}

/** A role at every laboratory. */
export const everywhere = (role: StaffGrant['role']): StaffGrant => ({ role, laboratoryIds: null })
