// @module-tag slow
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { backUp, restoreBackup, serveBackups } from './embedded-backup.ts'
import { type Database, openDatabase } from './open-database.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const numbersIn = async ({ queries }: Pick<Database, 'queries'>) => {
  const { rows } = await queries.execute<{ n: number; sum: number }>(
    sql`select count(*) as n, coalesce(sum(balance), 0) as sum from entry`,
  )
  return rows[0]!
}

/** The sum is zero at any moment: each transaction writes a number and its opposite. */
async function keepWriting({ transaction }: Database, isOver: () => boolean): Promise<number> {
  let written = 0
  while (!isOver()) {
    await transaction(async (queries) => {
      await queries.execute(sql`insert into entry (balance) values (${written})`)
      await queries.execute(sql`insert into entry (balance) values (${-written})`)
    })
    written += 1
    // As between two requests: the engine itself does not yield to anything else.
    await setImmediate()
  }
  return written
}

async function openWithTable(dataDir: string): Promise<Database> {
  const database = await openDatabase({ dataDir })
  await database.queries.execute(sql`create table entry (id int generated always as identity, balance int)`)
  return database
}

describe.skipIf(inject('engine') === 'postgres')('the embedded database', () => {
  test('is backed up as of one moment while it is written to, and restored after everything is lost', async () => {
    const dataDir = temporaryFolder('backup')
    const file = join(temporaryFolder('backups'), 'shop.tar.gz')
    const database = await openWithTable(dataDir)
    const stop = await serveBackups(database.embedded!, dataDir)
    let isOver = false
    const writing = keepWriting(database, () => isOver)
    await expect.poll(async () => (await numbersIn(database)).n).toBeGreaterThan(20)
    await backUp({ dataDir, file })
    const atBackup = (await numbersIn(database)).n
    await expect.poll(async () => (await numbersIn(database)).n).toBeGreaterThan(atBackup + 20)
    isOver = true
    await writing
    stop()
    await database.close()
    rmSync(join(dataDir, 'database'), { recursive: true })

    expect(await restoreBackup({ dataDir, file })).toBeNull()
    const restored = await openDatabase({ dataDir })
    const { n, sum } = await numbersIn(restored)
    expect(sum).toBe(0)
    expect(n % 2).toBe(0)
    expect(n).toBeGreaterThan(20)
    expect(n).toBeLessThanOrEqual(atBackup)
    expect(await keepWriting(restored, () => true)).toBe(0)
    await restored.close()
  })

  test('is backed up by the command itself if no process has it open', async () => {
    const dataDir = temporaryFolder('backup')
    const file = join(dataDir, 'shop.tar.gz')
    await (await openWithTable(dataDir)).close()
    await backUp({ dataDir, file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // Left by a restore that was interrupted.
    mkdirSync(join(dataDir, 'restoring/database'), { recursive: true })
    const aside = await restoreBackup({ dataDir, file })
    expect([existsSync(aside!), existsSync(join(dataDir, 'restoring'))]).toEqual([true, false])
  })

  test('stays as it was if the file to be restored is not a copy of it', async () => {
    const dataDir = temporaryFolder('backup')
    await (await openWithTable(dataDir)).close()
    const file = join(dataDir, 'nonsense')
    writeFileSync(file, 'nonsense')
    await expect(restoreBackup({ dataDir, file })).rejects.toThrow()
    const database = await openDatabase({ dataDir })
    expect((await numbersIn(database)).n).toBe(0)
    await expect(restoreBackup({ dataDir, file })).rejects.toThrow(/is in use/)
    await database.close()
  })

  test('consists of files that only their owner can read, from the first one on', async () => {
    const dataDir = join(temporaryFolder('backup'), 'data')
    const database = await openWithTable(dataDir)
    await database.queries.execute(sql`insert into entry (balance) select i from generate_series(1, 50000) i`)
    const stop = await serveBackups(database.embedded!, dataDir)
    const names = ['', ...(await readdir(dataDir, { recursive: true }))]
    const open = names.filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)
    expect(open).toEqual([])
    stop()
    await database.close()
  })
})
