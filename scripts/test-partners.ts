// npm run test:partners: two partners in two processes of the shop, on one database behind Debian's PgBouncer
// in transaction mode, configured as in deploy/ha. Together they share four connections to PostgreSQL, so that each
// connection serves now one partner and now the other. While people order and pay with both, nothing of one
// partner reaches the other's schemas.
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { Client } from 'pg'
import { LOAD_SETTINGS, startOrderLoad, verify } from './operations/order-load.ts'
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

const PGBOUNCER = '/usr/sbin/pgbouncer'
const PARTNERS = ['synlab', 'vesna'] as const
/** Two names of one machine, since a partner is recognised by its host. */
const HOSTS = { synlab: '127.0.0.1', vesna: 'localhost' }
const SHARED_CONNECTIONS = 4
const LOAD_MS = 20_000
const folder = mkdtempSync(join(tmpdir(), 'partners-'))

/** Starts Debian's PgBouncer with the shipped file, except for addresses, passwords and its few connections. */
async function startPooler(database: URL): Promise<{ url: string; console: string }> {
  const port = await freePort()
  // PgBouncer refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const own = join(folder, 'pgbouncer')
  mkdirSync(own)
  writeFileSync(join(own, 'userlist.txt'), '"postgres" ""\n')
  const config = adapted(readFileSync(join(root, 'deploy/ha/pgbouncer.ini'), 'utf8'), [
    [/^shop = .*$/gm, `shop = host=127.0.0.1 port=${database.port} dbname=shop`],
    ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =\nadmin_users = postgres`],
    ['scram-sha-256', 'trust'],
    ['/etc/pgbouncer/', `${own}/`],
    [/^default_pool_size = .*$/gm, `default_pool_size = ${SHARED_CONNECTIONS}`],
  ])
  assert(/^pool_mode = transaction$/m.test(config), 'PgBouncer is in transaction mode')
  writeFileSync(join(own, 'pgbouncer.ini'), config)
  if (nobody.uid) for (const path of [folder, own]) chownSync(path, nobody.uid, nobody.gid)
  start(PGBOUNCER, ['--quiet', join(own, 'pgbouncer.ini')], { ...nobody, cwd: own })
  const to = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  return { url: to('shop'), console: to('pgbouncer') }
}

async function ask<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

/**
 * Counts rows in a partner's schemas that belong to another partner: names of mailboxes begin with the partner's
 * name.
 */
async function strangersIn(url: string, partner: string): Promise<number> {
  const [found] = await ask<{ count: string }>(
    url,
    `select (select count(*) from ${partner}_laboratory.user_account where email not like '${partner}.%')
      + (select count(*) from ${partner}_laboratory.customer_order o where not exists
          (select from ${partner}_laboratory.user_account a where a.id = o.user_id))
      + (select count(*) from ${partner}_laboratory.payment_attempt p where not exists
          (select from ${partner}_laboratory.customer_order o where o.id = p.order_id))
      + (select count(*) from ${partner}_sandbox.message where recipients::text not like '%${partner}.%'
          and recipients::text like '%@mail.example%') as count`,
  )
  return Number(found!.count)
}

await main(
  10,
  async () => {
    if (!haveDebian({ pgbouncer: PGBOUNCER })) return 'no PgBouncer'
    const postgres = await startPostgres()
    await postgres.createDatabase('shop')
    const direct = postgres.url('shop')
    const pooler = await startPooler(new URL(direct))
    const port = await freePort()
    const urlOf = (partner: (typeof PARTNERS)[number]) => `http://${HOSTS[partner]}:${port}`
    const file = join(folder, 'partners.json')
    const own = (partner: (typeof PARTNERS)[number]) => ({
      DATABASE_SCHEMA_PREFIX: partner,
      PUBLIC_URL: urlOf(partner),
      DESK_URL: `http://${HOSTS[partner]}:${port + 1}`,
      MAIL_FROM: `${partner}@mail.example`,
    })
    writeFileSync(file, JSON.stringify({ synlab: own('synlab'), vesna: own('vesna') }))
    const env = {
      PATH: process.env.PATH!,
      ...LOAD_SETTINGS,
      PARTNERS_FILE: file,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: direct,
      DATABASE_PREPARED: 'false',
      MIGRATE_AT_START: 'false',
      WORKERS: '2',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
    }
    const shop = join(root, 'apps/storefront/build/server/server.js')
    run(node, [shop, 'migrate'], { env })
    const child = start(node, [shop], { env })
    for (const partner of PARTNERS) {
      await until(`${partner} is ready`, () => fetch(`${urlOf(partner)}/readyz`).then(({ ok }) => ok))
    }
    const loads = await Promise.all(PARTNERS.map((partner) => startOrderLoad(urlOf(partner), 4, partner)))
    await sleep(LOAD_MS)
    const pools = await ask<{ database: string; cl_active: number; sv_active: number; sv_idle: number }>(
      pooler.console,
      'show pools',
    )
    const { cl_active, sv_active, sv_idle } = pools.find(({ database }) => database === 'shop')!
    const servers = sv_active + sv_idle
    assert(
      servers <= SHARED_CONNECTIONS && cl_active > servers,
      `${cl_active} clients share ${servers} connections`,
    )
    await Promise.all(loads.map((load) => load.stop()))
    for (const [index, partner] of PARTNERS.entries()) {
      const load = loads[index]!
      say(`${partner}: asked again: ${load.failures()}`)
      await verify(load, direct, partner)
      assert(
        (await strangersIn(direct, partner)) === 0,
        `the schemas of ${partner} contain nothing of another partner`,
      )
    }
    const schemas = await ask<{ name: string }>(
      direct,
      `select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema|public)'`,
    )
    const foreign = schemas.filter(({ name }) => !PARTNERS.some((partner) => name.startsWith(`${partner}_`)))
    assert(foreign.length === 0, `all ${schemas.length} schemas are a partner's`)
    assert((await stop(child)) === 0, 'the shop drained')
    await postgres.stop()
  },
  () => rmSync(folder, { recursive: true, force: true }),
)
