import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { grantRoles } from '@shop/database/grant-roles'
import { findDueMigrations, migrateAll } from '@shop/database/migrate'
import { type Database, openDatabase } from '@shop/database/open-database'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { openServedDatabase } from '@shop/server/open-served-database'
import { migrationsOf, projectFiles } from '@shop/server/project-files'
import { readServerSettings } from '@shop/server/settings'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { deleteOldEntries } from './audit/audit-months.ts'
import { DATABASE_ACCESS } from './database-access.ts'
import { createLaboratory } from './fhir/testing/laboratory.ts'
import { migrateJobs } from './jobs/jobs.ts'
import { openShop, type Shop } from './orders/testing/order-fixture.ts'
import { reportedResult } from './results/testing/reported-result.ts'
import { LABORATORY_SCHEMAS } from './schema.ts'
import { databaseOfRoles } from './testing/database-of-roles.ts'

const NAME = `roles_${crypto.randomUUID().replaceAll('-', '')}`
const DENIED = { cause: expect.objectContaining({ code: '42501' }) }
const MIGRATIONS = ['laboratory-api', 'sandbox', 'storefront'].map(migrationsOf)

const { urlAs, asAdministrator } = databaseOfRoles(NAME)

/** Creates the tables as their owner and grants the roles. */
async function migrateAsOwner(): Promise<void> {
  const owner = await openDatabase({ url: urlAs('shop_owner') })
  await migrateAll(owner, MIGRATIONS)
  await migrateJobs(owner)
  await grantRoles(owner, { ...DATABASE_ACCESS, schemas: [...DATABASE_ACCESS.schemas, 'shop'] })
  await owner.close()
}

describe.skipIf(inject('engine') === 'embedded')('PostgreSQL with separate roles', () => {
  let application: Database
  let reports: Database
  let shop: Shop
  beforeAll(async () => {
    const roles = readFileSync(join(projectFiles, 'deploy/database/roles.sql'), 'utf8')
    await asAdministrator('postgres', `CREATE DATABASE ${NAME}`)
    // Twice, because the script may be run again.
    await asAdministrator(NAME, roles, roles)
    await migrateAsOwner()
    application = await openDatabase({ url: urlAs('shop_application') })
    reports = await openDatabase({ url: urlAs('shop_reports') })
    shop = await openShop(application)
  })
  afterAll(async () => {
    await shop?.close()
    await application?.close()
    await reports?.close()
  })

  test('the application does all its work with its own role: import, orders, payment, jobs, results, erasure', async () => {
    const customer = await shop.customer()
    const { order, id } = await reportedResult({ shop, laboratory: createLaboratory(shop) }, customer)
    expect((await customer.client.testResults()).items.map((item) => item.id)).toEqual([id])
    expect((await customer.client.order(order.id)).state).toBe('completed')
    await customer.client.eraseAccount({ password: customer.password })
    await expect(customer.client.currentUser()).rejects.toMatchObject({ status: 401 })
    expect(shop.api.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])
    expect(await findDueMigrations(application, MIGRATIONS)).toEqual([])
  })

  test.each([
    ['create a table', 'create table laboratory.more (id int)'],
    ['create a table elsewhere', 'create table public.more (id int)'],
    ['create a schema', 'create schema more'],
    ['change a table', 'alter table laboratory.patient add column more int'],
    ['drop a table', 'drop table laboratory.patient'],
    ['empty a table', 'truncate laboratory.patient'],
    ['create an index', 'create index on laboratory.patient (first_name)'],
    ['change audit entries', "update laboratory.audit_entry set action = 'create'"],
    ['delete audit entries', 'delete from laboratory.audit_entry'],
    ['truncate the audit', 'truncate laboratory.audit_entry'],
    ['delete from a month’s partition', 'delete from laboratory_audit.later'],
    ['disable the triggers that guard it', 'alter table laboratory.audit_entry disable trigger all'],
    ['drop the function that guards it', 'drop function laboratory.refuse_change_of_audit cascade'],
    ['bypass the triggers', 'set session_replication_role = replica'],
    ['become the owner', 'set role shop_owner'],
    ['say that migrations were made', 'delete from drizzle.laboratory_api_migrations'],
    ['read files of the server', "select pg_read_file('/etc/passwd')"],
    ['start programs of the server', "copy (select 1) to program 'true'"],
  ])('the application cannot %s', { tags: ['ASVS-13.2.2', 'ASVS-16.4.2'] }, async (_, statement) => {
    await expect(application.queries.execute(statement)).rejects.toMatchObject(DENIED)
  })

  test('production warns by table name when the serving role owns the audit, and not otherwise', {
    tags: ['ASVS-13.2.2'],
  }, async () => {
    const warningsOf = async (role: string, HOST: string) => {
      const lines: Record<string, unknown>[] = []
      const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
      const environment = { HOST, DATABASE_URL: urlAs(role) }
      const tables = { migrations: MIGRATIONS, schemas: LABORATORY_SCHEMAS, access: DATABASE_ACCESS }
      const settings = readServerSettings(environment, 3000)
      const served = await openServedDatabase(settings, logger, tables, environment)
      await served.close()
      return lines
    }
    expect(await warningsOf('shop_owner', '0.0.0.0')).toMatchObject([
      { tables: ['laboratory.audit_entry'], msg: expect.stringContaining('DATABASE_URL') },
    ])
    expect(await warningsOf('shop_application', '0.0.0.0')).toEqual([])
    expect(await warningsOf('shop_owner', '127.0.0.1')).toEqual([])
  })

  test('the application can delete audit entries older than six years through the owner’s function, and no others', async () => {
    const old = (years: number) =>
      `insert into laboratory.audit_entry (id, at, request_id, actor, action, kind)
       values (gen_random_uuid(), now() - interval '${years} years', 'old-${years}', 'job', 'read', 'order')`
    await application.queries.execute(old(7))
    await application.queries.execute(old(5))
    expect(await deleteOldEntries(application.queries)).toBe(1)
    expect(await deleteOldEntries(application.queries)).toBe(0)
    const { rows } = await application.queries.execute(
      "select request_id from laboratory.audit_entry where request_id like 'old-%'",
    )
    expect(rows).toEqual([{ request_id: 'old-5' }])
    await expect(deleteOldEntries(reports.queries)).rejects.toMatchObject(DENIED)
  })

  test('the reports role reads what was sold and paid, but neither people nor results', {
    tags: ['ASVS-13.2.2'],
  }, async () => {
    const customer = await shop.customer()
    const { order } = await reportedResult({ shop, laboratory: createLaboratory(shop) }, customer)
    // Without the right to grant, PostgreSQL only warns.
    await application.queries.execute('grant select on laboratory.patient to shop_reports')
    const { rows } = await reports.queries.execute(
      `select o.state, l.code, l.price from laboratory.customer_order o
       join laboratory.order_line l on l.order_id = o.id where o.id = '${order.id}'`,
    )
    expect(rows).toMatchObject([{ state: 'completed' }, ...rows.slice(1)])
    for (const statement of [
      'select * from laboratory.customer_order',
      'select user_id from laboratory.customer_order',
      'select address from laboratory.customer_order',
      'select patient_id from laboratory.order_line',
      'select * from laboratory.order_patient',
      'select * from laboratory.user_account',
      'select * from laboratory.patient',
      'select * from laboratory.observation',
      'select * from laboratory.received_report',
      'select * from laboratory.data_key',
      'select * from laboratory.audit_entry',
      'select body from laboratory.payment_event',
      'select * from shop.documents',
      'select * from jobs.job',
    ]) {
      await expect(reports.queries.execute(statement), statement).rejects.toMatchObject(DENIED)
    }
  })

  test.each([
    ["update laboratory.customer_order set state = 'paid'", '25006'],
    ['set transaction read write; delete from laboratory.order_line', '42501'],
  ])('the reports role changes nothing: %s', async (statement, code) => {
    await expect(reports.queries.execute(statement)).rejects.toMatchObject({
      cause: expect.objectContaining({ code }),
    })
  })

  test('the next migration grants access to a new table and revokes a right granted by hand', async () => {
    const owner = await openDatabase({ url: urlAs('shop_owner') })
    await owner.queries.execute('create table laboratory.later (id int)')
    await owner.queries.execute('grant update on laboratory.audit_entry to shop_application')
    await owner.close()
    await expect(application.queries.execute('select * from laboratory.later')).rejects.toMatchObject(DENIED)
    await Promise.all([migrateAsOwner(), migrateAsOwner()])
    expect((await application.queries.execute('select * from laboratory.later')).rows).toEqual([])
    await expect(
      application.queries.execute("update laboratory.audit_entry set action = 'create'"),
    ).rejects.toMatchObject(DENIED)
  })

  test('a grant lets another process build an index first, and does not hold it up', async () => {
    let tries = 0
    const owner = await openDatabase({
      url: urlAs('shop_owner'),
      onStatement: (text) => (tries += text.includes('advisory') ? 1 : 0),
    })
    const builder = await openDatabase({ url: urlAs('shop_owner'), poolSize: 1 })
    await builder.queries.execute('create table laboratory.built (id int)')
    await builder.queries.execute('select pg_advisory_lock(7431002)')
    const granting = grantRoles(owner, DATABASE_ACCESS)
    await expect.poll(() => tries).toBeGreaterThan(1)
    await expect(application.queries.execute('select * from laboratory.built')).rejects.toMatchObject(DENIED)
    await builder.queries.execute(`set statement_timeout = ${PATIENCE_MS}`)
    await builder.queries.execute('create index concurrently built_id on laboratory.built (id)')
    await builder.close()
    await granting
    expect((await application.queries.execute('select * from laboratory.built')).rows).toEqual([])
    await owner.close()
  })
})

test('a grant does nothing where the roles do not exist', { tags: ['slow'] }, async () => {
  const database = await openDatabase({ dataDir: undefined })
  await expect(grantRoles(database, DATABASE_ACCESS)).resolves.toBeUndefined()
  await database.close()
})
