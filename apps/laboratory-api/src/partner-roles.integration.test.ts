import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { grantRoles } from '@shop/database/grant-roles'
import { type Database, openDatabase } from '@shop/database/open-database'
import { STAFF_ROLES } from '@shop/domain/staff'
import { projectFiles } from '@shop/server/project-files'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DATABASE_ACCESS } from './database-access.ts'
import { readQueues } from './jobs/read-queues.ts'
import { openShop, type Shop } from './orders/testing/order-fixture.ts'
import { createStaff, everywhere } from './staff/testing/staff-fixture.ts'
import { databaseOfRoles } from './testing/database-of-roles.ts'
import { readOperations } from './testing/operations.ts'
import { createOwner } from './testing/owner-fixture.ts'
import { ALL_SCHEMAS, migratePartner } from './testing/two-partners.ts'

const NAME = `partners_${crypto.randomUUID().replaceAll('-', '')}`
// Roles belong to the whole server, so these names must not occur in another test.
const [ONE, OTHER] = ['alder', 'birch']
const DENIED = { cause: expect.objectContaining({ code: '42501' }) }

const { urlAs, asAdministrator } = databaseOfRoles(NAME)

const file = (name: string) => readFileSync(join(projectFiles, 'deploy/database', name), 'utf8')
/** Replaces the variable, as psql does. */
const rolesOf = (partner: string) => file('partner-roles.sql').replace(":'partner'", `'${partner}'`)

const schemasOf = (prefix: string) => ({ prefix, names: ALL_SCHEMAS })

async function migrateAsOwner(schemaPrefix: string): Promise<void> {
  const owner = await openDatabase({ url: urlAs('shop_owner'), schemas: schemasOf(schemaPrefix) })
  await migratePartner(owner)
  await grantRoles(owner, { ...DATABASE_ACCESS, schemas: [...DATABASE_ACCESS.schemas, 'shop'] })
  await owner.close()
}

/** Statements that name the other partner's schemas in full, which no code does. */
const past = (statement: string) => statement.replaceAll('OTHER', OTHER)

describe.skipIf(inject('engine') === 'embedded')('two partners with a role each', () => {
  let database: Database
  let reports: Database
  let shop: Shop
  beforeAll(async () => {
    await asAdministrator('postgres', `CREATE DATABASE ${NAME}`)
    await asAdministrator(NAME, file('roles.sql'))
    // The common role has these rights first; they are revoked below.
    await migrateAsOwner(ONE)
    await asAdministrator(NAME, rolesOf(ONE), rolesOf(OTHER), rolesOf(OTHER))
    for (const partner of [ONE, OTHER]) await migrateAsOwner(partner)
    database = await openDatabase({ url: urlAs(`${ONE}_application`), schemas: schemasOf(ONE) })
    reports = await openDatabase({ url: urlAs(`${ONE}_reports`), schemas: schemasOf(ONE) })
    shop = await openShop(database)
  })
  afterAll(async () => {
    await shop?.close()
    await database?.close()
    await reports?.close()
    await asAdministrator('postgres', `DROP DATABASE ${NAME} WITH (FORCE)`)
    const roles = [ONE, OTHER].flatMap((partner) => [`${partner}_application`, `${partner}_reports`])
    await asAdministrator('postgres', `DROP ROLE ${roles.join(', ')}`)
  })

  test('a partner’s role can do the partner’s work: import, account, order, payment, jobs', async () => {
    const customer = await shop.customer()
    const order = await shop.placeOrder(customer)
    shop.bepaid.conclude(order.token, 'successful')
    await shop.notify(shop.bepaid.notification(order.token))
    expect((await customer.client.order(order.id)).state).toBe('paid')
    const state = sql`select state from laboratory.customer_order where id = ${order.id}`
    const { rows } = await reports.queries.execute(state)
    expect(rows).toEqual([{ state: 'paid' }])
  })

  test('no call and no job names a schema of another partner or one without a prefix, which does not exist here', {
    tags: ['slow'],
  }, async () => {
    const customer = await createOwner(shop, '2040-03-06')
    const operations = await readOperations(shop.api)
    const failed: string[] = []
    for (const operation of operations) {
      // One of the calls ends its own session.
      const staff = await createStaff(shop.api, ...STAFF_ROLES.map(everywhere))
      const { method, needsLaboratorySystem, staffPermission, bodySchema } = operation
      const token = needsLaboratorySystem
        ? shop.api.context.settings.labSystemToken!
        : staffPermission === undefined
          ? customer.token
          : staff.token
      for (const id of [
        customer.orderId,
        customer.paidOrderId,
        customer.testResultId,
        customer.patientId,
        '1',
      ]) {
        const path = operation.path.replace(/\{patientId\}/, customer.patientId).replaceAll(/\{\w+\}/g, id)
        const body = bodySchema ? (bodySchema.example ?? {}) : undefined
        const { status } = await shop.api.request(method, path, {
          token,
          body,
          headers: { 'Idempotency-Key': crypto.randomUUID() },
        })
        if (status >= 500) failed.push(`${operation.name}: ${status}`)
      }
    }
    expect(failed).toEqual([])

    const { jobs } = shop.api.context
    const { rows } = await database.queries.execute<{ name: string }>('select name from jobs.schedule')
    expect(rows.length).toBeGreaterThan(15)
    for (const { name } of rows) await jobs.send(database.queries, name, {})
    const left = async () => {
      const { rows: waiting } = await database.queries.execute<{ name: string; state: string }>(
        "select name, state from jobs.job where state <> 'completed' and name in (select name from jobs.schedule)",
      )
      return waiting
    }
    await expect.poll(left).toEqual([])
    expect(await readQueues(database)).not.toEqual([])
    expect(await jobs.troubled()).toEqual([])
  })

  test.each([
    'select 1 from OTHER_laboratory.user_account',
    'select 1 from OTHER_laboratory.analysis',
    'insert into OTHER_laboratory.catalogue_version values (1, 1)',
    'select 1 from OTHER_shop.documents',
    'select 1 from OTHER_jobs.job',
    'select 1 from OTHER_laboratory_audit.later',
    'select 1 from OTHER_drizzle.laboratory_api_migrations',
    'set role OTHER_application',
    'delete from OTHER_laboratory.patient',
  ])(
    'a partner’s role cannot reach another partner’s data: %s',
    { tags: ['ASVS-8.4.1', 'ASVS-13.2.2'] },
    async (statement) => {
      for (const { queries } of [database, reports])
        await expect(queries.execute(past(statement))).rejects.toMatchObject(DENIED)
    },
  )

  test('the common role has no access to a partner with its own role', async () => {
    const common = await openDatabase({ url: urlAs('shop_application'), schemas: schemasOf(ONE) })
    await expect(common.queries.execute('select 1 from laboratory.patient')).rejects.toMatchObject(DENIED)
    const reading = await openDatabase({ url: urlAs('shop_reports'), schemas: schemasOf(ONE) })
    await expect(
      reading.queries.execute('select state from laboratory.customer_order'),
    ).rejects.toMatchObject(DENIED)
    await Promise.all([common.close(), reading.close()])
  })
})
