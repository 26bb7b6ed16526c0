import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { openTestDatabase } from './testing/test-database.ts'

test('every statement, in or outside a transaction, runs inside the given function, a failed one too', {
  tags: ['slow'],
}, async () => {
  const tested = await openTestDatabase('tables')
  const seen: string[] = []
  const waits: number[] = []
  const database = await openDatabase({
    url: tested.url,
    poolSize: 2,
    onConnectionWait: (ms) => waits.push(ms),
    async aroundStatement(text, run) {
      try {
        const answer = await run()
        seen.push(text)
        return answer
      } catch (error) {
        seen.push(`failed: ${text}`)
        throw error
      }
    },
  })
  try {
    const { rows } = await database.queries.execute(sql`select ${41}::int + 1 as n`)
    expect(rows).toEqual([{ n: 42 }])
    await database.transaction((queries) => queries.execute(sql`select 2`))
    await expect(database.queries.execute(sql`select nothing`)).rejects.toThrow()
    await expect(
      database.transaction(async (queries) => {
        await queries.execute(sql`select 3`)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    const own = seen.filter((text) => !/^(?:begin|commit|rollback)/i.test(text))
    expect(own).toEqual(['select $1::int + 1 as n', 'select 2', 'failed: select nothing', 'select 3'])
    // The embedded engine has one connection; here nothing waits for it.
    expect(waits).toHaveLength(tested.engine === 'postgres' ? 4 : 0)
    expect(database.connections()).toMatchObject({ waiting: 0, limit: tested.engine === 'postgres' ? 2 : 1 })
  } finally {
    await database.close()
    await tested.close()
  }
})
