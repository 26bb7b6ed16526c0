import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backUp, restoreBackup, serveBackups } from '@shop/database/embedded-backup'
import { openDatabase } from '@shop/database/open-database'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { openTestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { skipOrderNumbers } from './skip-order-numbers.ts'
import { openShop } from './testing/order-fixture.ts'

const HOUR = 3_600

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
    const source = temporaryFolder('numbers')
    mkdirSync(join(source, 'database'))
    const file = join(temporaryFolder('backups'), 'shop.tar.gz')
    const stop = await serveBackups(database.embedded!, source)
    await backUp({ dataDir: source, file })
    stop()
    const lost = await order()
    expect(lost).toBeGreaterThan(copied)
    await shop.close()
    await database.close()

    const dataDir = temporaryFolder('restored')
    await restoreBackup({ dataDir, file, prepare: skipOrderNumbers })
    const restored = await openDatabase({ dataDir })
    const next = await restored.queries.execute<{ serial: number }>(
      sql`select nextval(pg_get_serial_sequence('laboratory.customer_order', 'serial')) as serial`,
    )
    expect(next.rows[0]!.serial).toBeGreaterThan(lost + HOUR)
    expect(next.rows[0]!.serial).toBeGreaterThan(copied + 100_000 + HOUR - 1)
    await restored.close()
  })

  test('is restored from a copy from before the first start, too', async () => {
    const empty = await openDatabase({ dataDir: undefined })
    await skipOrderNumbers(empty.queries)
    await empty.close()
  })
})
