import { openTestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

test('a test that leaves a row whose owner is not its account fails as well', async () => {
  const database = await openTestDatabase()
  await database.queries.execute(sql`
    insert into laboratory.support_message (id, user_id, owner_id, reference, name, email, message, locale, created_at)
    values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'S-1', 'Anna', 'anna@mail.example', '', 'en', now())`)
  await expect(database.close()).rejects.toThrow('a part has the owner of the whole')
})

test('a test that leaves a directory entry that does not lead to its owner fails as well', async () => {
  const database = await openTestDatabase()
  await database.queries.execute(sql`
    insert into laboratory.support_message (id, owner_id, reference, name, email, message, locale, created_at)
    select n, n, 'S-1', 'Anna', 'anna@mail.example', '', 'en', now() from gen_random_uuid() n`)
  await database.queries.execute(sql`update laboratory.owner_directory set owner_id = gen_random_uuid()`)
  await expect(database.close()).rejects.toThrow('the directory has the owner of every existing row')
})

test('a test that leaves unsound books fails when its database is closed, whatever it was about', async () => {
  const database = await openTestDatabase()
  const { rows } = await database.queries.execute<{ id: number }>(
    sql`select id from laboratory.laboratory order by id limit 1`,
  )
  await database.queries.execute(sql`
    insert into laboratory.visit_slot (laboratory_id, start, taken)
    values (${rows[0]!.id}, '2040-03-06T09:00:00Z', 1)`)
  await expect(database.close()).rejects.toThrow('the number of places taken is the number that orders need')
})
