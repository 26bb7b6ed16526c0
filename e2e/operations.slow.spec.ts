import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { filledFolder, startProcess } from './shop-process.ts'
import { addPatient, apiRoot, call, confirmEmail, newCustomer, PASSWORD, placeOrder } from './stage.ts'
import { readMail } from './visitor.ts'

const root = join(import.meta.dirname, '..')

const SHOP = 'apps/storefront/build/server/server.js'
const COMMAND = 'apps/laboratory-api/build/command.js'

/** Runs a built program to its end. */
async function runProgram(program: string, args: string[], settings: Record<string, string>) {
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, program), ...args], {
    env: { PATH: process.env.PATH ?? '', ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const status = await new Promise((resolve) => child.once('close', resolve))
  return { status, said }
}

test('tables are migrated by a command, and a start that may not migrate says what is missing', async () => {
  test.slow()
  const postgres = await startPostgres()
  await postgres.createDatabase('shop')
  const settings = {
    DATABASE_URL: postgres.url('shop'),
    MIGRATE_AT_START: 'false',
    PORT: String(await freePort()),
  }
  const early = await runProgram(SHOP, [], settings)
  expect(early.status).toBe(1)
  expect(early.said).toMatch(/^MIGRATE_AT_START: false, and the database lacks 0000_tables, /)

  // Set like an instance in production, whose secrets the owner of the tables does not have.
  const { DATABASE_URL } = settings
  const web1 = { PUBLIC_URL: 'https://shop.example', ENCRYPTION_KEYS_FILE: '/run/credentials/keys' }
  const migrated = await runProgram(SHOP, ['migrate'], { ...web1, DATABASE_URL })
  expect(migrated.said).toMatch(/0000_tables.*The tables are up to date\.\n$/s)
  expect(migrated.status).toBe(0)
  expect(await runProgram(SHOP, ['migrate'], settings)).toEqual({
    status: 0,
    said: 'The tables are up to date.\n',
  })

  const shop = await startProcess('shop', settings)
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  await shop.stop()
  await postgres.stop()
})

test('an unknown command is refused', async () => {
  expect(await runProgram(SHOP, ['migrat'], { PORT: '0' })).toEqual({
    status: 1,
    said: 'Unknown command: migrat. The only command is: migrate\n',
  })
})

test('a backup of the running shop restores it, and accounts erased since then stay erased', async () => {
  test.slow()
  const DATA_DIR = filledFolder()
  const settings = { DATA_DIR, PORT: String(await freePort()) }
  const file = join(mkdtempSync(join(tmpdir(), 'backups-')), 'shop.tar.gz')
  const before = await startProcess('shop', settings)
  const shop = { url: before.url, sandbox: `${before.url}/sandbox` }
  const [stays, goes] = [await newCustomer(shop), await newCustomer(shop)]
  await confirmEmail(stays)
  const order = await placeOrder(stays, await addPatient(stays))

  expect(await runProgram(COMMAND, ['backup', file], settings)).toMatchObject({ status: 0 })
  const late = await newCustomer(shop)
  const body = { password: PASSWORD }
  await call(`${apiRoot(shop)}/users/current`, { method: 'DELETE', token: goes.token, body })
  const inUse = await runProgram(COMMAND, ['restore', file], settings)
  expect(inUse).toMatchObject({ status: 1, said: expect.stringContaining('is in use by another process') })
  before.process.kill('SIGKILL')
  rmSync(join(DATA_DIR, 'database'), { recursive: true })

  const restored = await runProgram(COMMAND, ['restore', file], settings)
  expect(restored).toEqual({ status: 0, said: 'Erased again: 1.\n' })
  const after = await startProcess('shop', settings)
  const userOf = async ({ token }: { token: string }) => {
    const headers = { Authorization: `Bearer ${token}` }
    return (await fetch(`${apiRoot(shop)}/users/current`, { headers })).status
  }
  expect([await userOf(stays), await userOf(goes), await userOf(late)]).toEqual([200, 401, 401])
  const { number } = await call<{ number: string }>(`${apiRoot(shop)}/orders/${order.id}`, stays)
  expect(number).toBe(order.number)
  await after.stop()
})

test('a web process takes orders and sends no mail; a worker sends mails and serves no page', async () => {
  test.slow()
  const postgres = await startPostgres()
  await postgres.createDatabase('shop')
  const DATABASE_URL = postgres.url('shop')
  const web = await startProcess('shop', { DATABASE_URL, ROLE: 'web', PORT: String(await freePort()) })
  const shop = { url: web.url, sandbox: `${web.url}/sandbox` }
  const customer = await newCustomer(shop)
  const mails = () =>
    call<unknown[]>(`${shop.sandbox}/mailbox/messages?to=${encodeURIComponent(customer.email)}`)
  expect(await mails()).toEqual([])
  const worker = await startProcess('shop', {
    DATABASE_URL,
    ROLE: 'worker',
    PORT: String(await freePort()),
    PUBLIC_URL: web.url,
  })
  await readMail(shop, customer.email, /./)
  expect(await mails()).toHaveLength(1)
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
  expect((await fetch(worker.url)).status).toBe(404)
  expect((await fetch(`${worker.url}/laboratory-api/documents`)).status).toBe(404)
  await Promise.all([web.stop(), worker.stop()])
  await postgres.stop()
})

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

test('npm start forwards SIGTERM, and the shop ends and leaves its port free', async () => {
  test.slow()
  const PORT = await freePort()
  const DATA_DIR = filledFolder()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(PORT), DATA_DIR, LOG_LEVEL: 'warn', DEMO_MORNING: 'false' },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  await expect.poll(() => isOpen(PORT), { timeout: PATIENCE_MS }).toBe(true)
  npm.kill('SIGTERM')
  await ended
  await expect.poll(() => isOpen(PORT)).toBe(false)
  // The database was closed: no process holds its folder any more.
  expect(existsSync(join(DATA_DIR, 'backup.sock'))).toBe(false)
})
