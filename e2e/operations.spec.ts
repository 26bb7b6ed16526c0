import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { startProcess } from './shop-process.ts'

const root = join(import.meta.dirname, '..')

/** Runs the shop's program to its end. */
function runShop(args: string[], settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'apps/storefront/build/server/server.js'), ...args],
    { env: { PATH: process.env.PATH ?? '', ...settings }, encoding: 'utf8', timeout: 60_000 },
  )
  return { status, said: stdout + stderr }
}

test('tables are brought up to date by a command, and a start that may not do so says what is missing', async () => {
  test.slow()
  const postgres = await startPostgres()
  await postgres.createDatabase('shop')
  const settings = {
    DATABASE_URL: postgres.url('shop'),
    MIGRATE_AT_START: 'false',
    PORT: String(await freePort()),
  }
  const early = runShop([], settings)
  expect(early.status).toBe(1)
  expect(early.said).toMatch(/^MIGRATE_AT_START: false, and the database lacks 0000_tables, /)

  const migrated = runShop(['migrate'], settings)
  expect(migrated.said).toMatch(/0000_tables.*The tables are up to date\.\n$/s)
  expect(migrated.status).toBe(0)
  expect(runShop(['migrate'], settings)).toEqual({ status: 0, said: 'The tables are up to date.\n' })

  const shop = await startProcess('shop', settings)
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  await shop.stop()
  await postgres.stop()
})

test('a command that is none is refused', () => {
  expect(runShop(['migrat'], { PORT: '0' })).toEqual({
    status: 1,
    said: 'Unknown command: migrat. There is: migrate\n',
  })
})
