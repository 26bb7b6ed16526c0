import type { Queries } from '@shop/database/open-database'
import type { TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { changeWhileLocked } from '../../testing/change-while-locked.ts'
import { revokeAccessTokens } from '../access-tokens.ts'
import { lockAccount } from '../lock-account.ts'
import { accessTokens } from '../tables.ts'

/** Runs `act` until it waits for the account, which is being changed and loses every session. */
export async function changeAccountWhileLocked(
  database: TestDatabase,
  userId: string,
  act: () => Promise<unknown>,
  change: (queries: Queries) => Promise<unknown> = async () => {},
): Promise<PromiseSettledResult<unknown>> {
  const outcome = await changeWhileLocked(database, {
    lock: (queries) => lockAccount(queries, userId),
    act,
    async change(queries) {
      await change(queries)
      await revokeAccessTokens(queries, { userId, exceptId: null })
    },
  })
  expect(await database.queries.$count(accessTokens, eq(accessTokens.userId, userId))).toBe(0)
  return outcome
}
