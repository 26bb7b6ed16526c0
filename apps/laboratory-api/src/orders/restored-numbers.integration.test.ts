import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backUp, restoreBackup, serveBackups } from '@shop/database/embedded-backup'
import { type Database, openDatabase, type Queries } from '@shop/database/open-database'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { openTestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { skipOrderNumbers } from './skip-order-numbers.ts'
import { openShop } from './testing/order-fixture.ts'

const HOUR = 3_600

/** The file of a copy. */
async function copyOf({ embedded }: Pick<Database, 'embedded'>): Promise<string> {
  const source = temporaryFolder('numbers')
  mkdirSync(join(source, 'database'))
  const file = join(temporaryFolder('backups'), 'shop.tar.gz')
  const stop = await serveBackups(embedded!, source)
  await backUp({ dataDir: source, file })
  stop()
  return file
}

async function restored(file: string, prepare: (queries: Queries) => Promise<void>): Promise<Database> {
  const dataDir = temporaryFolder('restored')
  await restoreBackup({ dataDir, file, prepare })
  return openDatabase({ dataDir })
}

const letPass = (queries: Queries, seconds: number) =>
  queries.execute(
    sql`update laboratory.customer_order set created_at = created_at - make_interval(secs => ${seconds})`,
  )

describe.skipIf(inject('engine') === 'postgres')('the embedded database', () => {
  test('gives no order number twice after it was restored, however often from the same copy', async () => {
    const database = await openTestDatabase()
    const shop = await openShop(database)
    const customer = await shop.customer()
    const order = async () => Number((await shop.placeOrder(customer)).number.slice(0, -2))
    const copied = await order()
    // The tests' clock is ahead of the engine's.
    await database.queries.execute(
      sql`update laboratory.customer_order set created_at = now() - make_interval(secs => ${HOUR})`,
    )
    const file = await copyOf(database)
    const lost = await order()
    expect(lost).toBeGreaterThan(copied)
    await shop.close()
    await database.close()

    let last = lost
    for (const hours of [0, 1, 2]) {
      const again = await restored(file, async (queries) => {
        await letPass(queries, hours * HOUR)
        await skipOrderNumbers(queries)
      })
      // An order in each second, until the copy is restored once more.
      const { rows } = await again.queries.execute<{ first: number; last: number }>(
        sql`select min(serial)::int as first, max(serial)::int as last from (
          select nextval(pg_get_serial_sequence('laboratory.customer_order', 'serial')) as serial
          from generate_series(1, ${HOUR}::int)) taken`,
      )
      expect(rows[0]!.first, `${hours} hours later`).toBeGreaterThan(last)
      expect(rows[0]!.first).toBeGreaterThan(copied + 100_000 + HOUR - 1)
      last = rows[0]!.last
      await again.close()
    }
  })

  test('is restored from a copy from before the first start, too', async () => {
    const empty = await openDatabase({ dataDir: undefined })
    const file = await copyOf(empty)
    await empty.close()
    const again = await restored(file, skipOrderNumbers)
    const { rows } = await again.queries.execute(
      sql`select to_regclass('laboratory.customer_order') as orders`,
    )
    expect(rows).toEqual([{ orders: null }])
    await again.close()
  })
})
