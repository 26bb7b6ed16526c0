import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'
import { OURS, STRANGERS } from './testing/certificates.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const NOBODY = 65_534
const files = (folder: string) => ({
  cert: join(folder, 'client.pem'),
  key: join(folder, 'client.key'),
  ca: join(folder, 'authority.pem'),
})
const isPostgres = inject('engine') === 'postgres'
let server: PostgresServer

async function ask(url: string, ...statements: string[]) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const answers = []
  for (const statement of statements) answers.push(await client.query(statement))
  await client.end()
  return answers
}

/** A server whose database `shop` opens only with a certificate, and only over TLS, on the same machine too. */
beforeAll(async () => {
  if (!isPostgres) return
  server = await startPostgres()
  await server.createDatabase('shop')
  const [shown] = await ask(server.url(), 'show data_directory')
  const folder: string = shown!.rows[0].data_directory
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(join(folder, name), NOBODY, NOBODY)
  }
  write('server.crt', OURS.cert)
  write('server.key', OURS.key)
  write('root.crt', OURS.ca)
  write('pg_ident.conf', 'shop /^.*$ postgres\n')
  write(
    'pg_hba.conf',
    ['host postgres all 127.0.0.1/32 trust', 'hostssl shop all 127.0.0.1/32 cert map=shop', ''].join('\n'),
  )
  await ask(
    server.url(),
    "alter system set ssl_ca_file = 'root.crt'",
    'alter system set ssl = on',
    'select pg_reload_conf()',
  )
})
afterAll(() => server?.stop())

/** As in `DATABASE_URL`: no password, but certificate files, into which a short-lived certificate is written. */
function urlWith({ cert, key, ca }: ReturnType<typeof files>): string {
  const query = new URLSearchParams({ sslmode: 'verify-full', sslcert: cert, sslkey: key, sslrootcert: ca })
  return `${server.url('shop')}?${query}`
}

const work = async (database: Database) => {
  const { rows } = await database.queries.execute(
    sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
  )
  return rows
}

test.runIf(isPostgres)(
  'PostgreSQL opens by certificate over TLS, on the same machine too, and each connection reads the current one',
  { tags: ['ASVS-13.2.1', 'ASVS-12.3.1'] },
  async () => {
    const given = files(temporaryFolder('certificate'))
    const write = ({ cert, key }: { cert: string; key: string }) => {
      writeFileSync(given.cert, cert)
      writeFileSync(given.key, key)
    }
    write(OURS)
    writeFileSync(given.ca, OURS.ca)
    const first = await openDatabase({ url: urlWith(given), poolSize: 1 })
    expect(await work(first)).toEqual([{ ssl: true }])
    await first.check()
    await first.close()
    // A certificate that the server's authority did not sign; then the right one again, as when a certificate agent
    // renews it.
    const database = await openDatabase({ url: urlWith(given), poolSize: 1 })
    write(STRANGERS)
    await expect(work(database)).rejects.toThrow()
    write(OURS)
    expect(await work(database)).toEqual([{ ssl: true }])
    await database.close()
    await expect(ask(server.url('shop'), 'select 1')).rejects.toThrow(/no encryption|pg_hba/)
    await expect(ask(`${server.url('shop')}?sslmode=no-verify`, 'select 1')).rejects.toThrow(/certificate/)
  },
)
