import { randomUUIDv7 } from 'node:crypto'
import { createDeskClient, type DeskClient } from '@shop/contract/main-api-client'
import type { StaffGrant } from '@shop/domain/staff'
import type { TestApi } from '../../testing/test-api.ts'
import { startStaffSession } from '../staff-sessions.ts'
import { staffAccounts, staffGrants } from '../tables.ts'

export interface TestStaff {
  staffId: string
  token: string
  /** The desk client, logged in as this person. */
  client: DeskClient
}

export const deskClient = (api: TestApi, token?: string): DeskClient =>
  createDeskClient({
    root: 'http://api.test',
    fetch: async (input, init) => api.app.request(input, init),
    token,
  })

export const STAFF_PASSWORD = 'plum harbour 47 lantern'
/** Computed once, because hashing is slow on purpose. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$1RO5N38JpU2U2yzUQvvSnA$yvIzb3tyxFrMbDHPDvLkck/u4mTL63Xi2oqH/qwtAxM'

/** A member of staff with an open session, without invitation mail and login, which have their own tests. */
export async function createStaff(api: TestApi, ...grants: StaffGrant[]): Promise<TestStaff> {
  const { database, now, settings } = api.context
  const staffId = randomUUIDv7()
  await database.queries.insert(staffAccounts).values({
    id: staffId,
    email: `${staffId}@laboratory.example`,
    name: 'Olga Novik',
    locale: 'en',
    passwordHash: PASSWORD_HASH,
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
  const started = { staffId, userAgent: undefined, now: now() }
  const { accessToken: token } = await startStaffSession(database.queries, started, settings)
  return { staffId, token, client: deskClient(api, token) }
}

/** The role at every laboratory. */
export const everywhere = (role: StaffGrant['role']): StaffGrant => ({ role, laboratoryIds: null })
