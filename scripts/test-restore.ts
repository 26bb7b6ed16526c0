// npm run test:restore: PostgreSQL and pgBackRest from Debian's packages, set up as in deploy/backup.
// Orders, a backup, more orders, a point in time, more orders and an erasure. Then everything is destroyed and
// restored to that point, and the erasure is repeated.
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { Client } from 'pg'
import { eraseBuyer, isKnown, LOAD_SETTINGS, startOrderLoad } from './operations/order-load.ts'
import {
  adapted,
  assert,
  haveDebian,
  main,
  node,
  root,
  run,
  say,
  sleep,
  start,
  stop,
  until,
} from './operations/tools.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const PACKAGES = { 'postgresql-15': `${BIN}/postgres`, pgbackrest: '/usr/bin/pgbackrest' }
const LOAD_MS = 5_000
const shop = join(root, 'apps/storefront/build/server/server.js')
const command = join(root, 'apps/laboratory-api/build/command.js')
const shipped = (file: string) => readFileSync(join(root, 'deploy/backup', file), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'restore-'))
const data = join(folder, 'data')

async function tryRestore(): Promise<undefined> {
  const [uid, gid] = [Number(run('id', ['-u', 'postgres'])), Number(run('id', ['-g', 'postgres']))]
  const asPostgres = { uid, gid, cwd: folder, env: { PATH: '/usr/sbin:/usr/bin:/bin', LANG: 'C.UTF-8' } }
  chownSync(folder, uid, gid)
  const [port, shopPort] = [await freePort(), await freePort()]
  const config = join(folder, 'pgbackrest.conf')
  writeFileSync(
    config,
    adapted(shipped('pgbackrest.conf'), [
      ['/var/lib/pgbackrest', join(folder, 'repository')],
      ['/tmp/pgbackrest', join(folder, 'locks')],
      ['/var/lib/postgresql/shop', data],
      ['pg1-port=5432', `pg1-port=${port}\npg1-socket-path=${folder}`],
    ]),
  )
  mkdirSync(join(folder, 'repository'))
  chownSync(join(folder, 'repository'), uid, gid)
  const backrest = (...args: string[]) =>
    run('pgbackrest', [`--config=${config}`, '--stanza=shop', ...args], asPostgres)
  run(`${BIN}/initdb`, ['-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C'], asPostgres)
  const postgresConfig = adapted(shipped('postgresql.conf'), [['--stanza', `--config=${config} --stanza`]])
  writeFileSync(
    join(data, 'postgresql.conf'),
    `${postgresConfig}\nport = ${port}\nlisten_addresses = '127.0.0.1'\n`,
  )
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const query = async (database: string, statement: string) => {
    const client = new Client({ connectionString: url(database) })
    await client.connect()
    return client
      .query(statement)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  const startPostgres = async () => {
    const server = start(`${BIN}/postgres`, ['-D', data, '-k', folder], { ...asPostgres, stdio: 'ignore' })
    await until('PostgreSQL accepts writes', async () => {
      const [row] = await query('postgres', 'select pg_is_in_recovery() as recovers')
      return row?.recovers === false
    })
    return server
  }
  let postgres = await startPostgres()
  await query('postgres', 'create database shop')
  backrest('stanza-create')

  const env = {
    PATH: process.env.PATH!,
    ...LOAD_SETTINGS,
    DATABASE_URL: url('shop'),
    PORT: String(shopPort),
    ERASURE_LOG: join(folder, 'apart', 'erasures.jsonl'),
  }
  const address = `http://127.0.0.1:${shopPort}`
  const startShop = async () => {
    const child = start(node, [shop], { env })
    await until('the shop is ready', () => fetch(`${address}/readyz`).then(({ ok }) => ok))
    return child
  }
  let serving = await startShop()
  /** A load of orders by new customers, for a while. */
  async function order(name: string) {
    const load = await startOrderLoad(address, 2, name)
    await sleep(LOAD_MS)
    await load.stop()
    say(`${name}: ${load.acknowledged.length} orders`)
    return load
  }
  const before = await order('before')
  const backupStarted = Date.now()
  backrest('backup', '--type=full')
  say(`backup: ${Date.now() - backupStarted} ms`)
  const since = await order('since')
  await sleep(1_000)
  const [moment] = await query('shop', 'select now()::text as at')
  await sleep(1_000)
  const after = await order('after')
  await eraseBuyer(address, before.people[0]!)
  assert(!(await isKnown(address, before.people[0]!)), 'an earlier customer is erased')
  await query('shop', 'select pg_switch_wal()')
  await sleep(2_000)

  serving.kill('SIGKILL')
  postgres.kill('SIGQUIT')
  await sleep(1_000)
  rmSync(data, { recursive: true })
  say('everything is destroyed')
  const restoreStarted = Date.now()
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, uid, gid)
  backrest('restore', '--type=time', `--target=${moment!.at}`, '--target-action=promote')
  postgres = await startPostgres()
  say(`restored to ${moment!.at} in ${Date.now() - restoreStarted} ms`)

  const there = new Set((await query('shop', 'select id from laboratory.customer_order')).map(({ id }) => id))
  const found = ({ acknowledged }: typeof before) => acknowledged.filter(({ id }) => there.has(id)).length
  assert(found(before) === before.acknowledged.length, 'all orders from before the backup are there')
  assert(found(since) === since.acknowledged.length, 'all orders between the backup and the moment are there')
  assert(found(after) === 0, `the ${after.acknowledged.length} orders after the moment are not`)
  const [back] = await query(
    'shop',
    `select count(*)::int as n from laboratory.user_account where email = '${before.people[0]!.email}'`,
  )
  assert(back?.n === 1, 'the customer erased after that moment is back')
  say(run(node, [command, 'erasures:replay'], { env }).trim())
  serving = await startShop()
  assert(!(await isKnown(address, before.people[0]!)), 'and is erased again')
  assert(await isKnown(address, before.people[1]!), 'other customers are not')
  await order('again')
  await stop(serving)
  postgres.kill('SIGINT')
}

await main(
  8,
  async () => {
    if (process.getuid?.() !== 0 || !haveDebian(PACKAGES))
      return 'not Debian, or packages cannot be installed'
    return tryRestore()
  },
  () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
)
