import { openTestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

test('a test that leaves unsound books fails when its database goes, whatever it was about', async () => {
  const database = await openTestDatabase()
  const { rows } = await database.queries.execute<{ id: number }>(
    sql`select id from laboratory.laboratory order by id limit 1`,
  )
  await database.queries.execute(sql`
    insert into laboratory.visit_slot (laboratory_id, start, taken)
    values (${rows[0]!.id}, '2040-03-06T09:00:00Z', 1)`)
  await expect(database.close()).rejects.toThrow('as many places are taken as orders need')
})
