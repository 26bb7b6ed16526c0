import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from './audit.ts'
import { auditEntries } from './tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await audit(database.queries, {
    requestId: 'request-1',
    userId: null,
    actor: 'job',
    action: 'read',
    kind: 'order',
    id: 'order-1',
  })
})
afterAll(() => database.close())

test.each([
  ['changed', sql`update laboratory.audit_entry set action = 'create'`],
  ['removed', sql`delete from laboratory.audit_entry`],
  ['emptied', sql`truncate laboratory.audit_entry`],
])('what was written down cannot be %s', { tags: ['ASVS-16.4.2'] }, async (_, statement) => {
  await expect(database.queries.execute(statement)).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'audit_entry is append-only' }),
  })
  expect(await database.queries.select().from(auditEntries)).toMatchObject([
    { action: 'read', objectId: 'order-1' },
  ])
})
