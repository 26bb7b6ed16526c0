import { AsyncLocalStorage } from 'node:async_hooks'
import { FOUND_ORDERS, type FoundOrder } from '@shop/contract/desk'
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditLine } from '@shop/contract/staff'
import { type Database, openDatabase } from '@shop/database/open-database'
import { PATIENTLY } from '@shop/database/testing/patience'
import { openPlanReader, type PlanReader, type Statement } from '@shop/database/testing/read-plans'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { ORDER_STATES } from '@shop/domain/order-states'
import { STAFF_ROLES } from '@shop/domain/staff'
import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { issueAccessToken } from './accounts/access-tokens.ts'
import { createLaboratory, observation, paidOrder, reportOn } from './fhir/testing/laboratory.ts'
import { runJobsIn } from './jobs/testing/jobs-in-context.ts'
import { orders } from './orders/tables.ts'
import { openShop, type Shop } from './orders/testing/order-fixture.ts'
import { createStaff, everywhere, type TestStaff } from './staff/testing/staff-fixture.ts'
import { type DescribedOperation, readOperations } from './testing/operations.ts'
import { ownValue } from './testing/owner-fixture.ts'
import { seedDeskGrowth } from './testing/seed-desk-growth.ts'
import { type Family, findFamily, seedGrowth } from './testing/seed-growth.ts'

// Thirty thousand orders with everything they leave behind. They are seeded in a moment, and at that size
// PostgreSQL already chooses the plans that it has for ten times as many (`benchmarks/growth.ts`).
const OTHERS = { tag: 'other', accounts: 6000, ordersEach: 5, analyses: 2, values: 4, endedOfHundred: 10 }
/** A customer of ten years. */
const FAMILY = { accounts: 1, ordersEach: 120, analyses: 2, values: 4 }
const LIMITS = { rows: 2000, blocks: 8000 }
/** An operation that returns everything about an account reads all of it. */
const WHOLE_ACCOUNT = { rows: 10_000, blocks: 10_000 }
const OF_THE_WHOLE = new Set(['GET /users/current/export'])
/** The hours, in UTC, in which these jobs do something: five in the afternoon and nine in the morning in Minsk. */
const HOURS: Record<string, number> = { 'visit-reminders': 14, 'remind-of-repeats': 6 }
const SLOW = { tags: ['slow'] }

describe.skipIf(inject('engine') === 'embedded')('with thirty thousand orders', SLOW, () => {
  let source: TestDatabase
  let database: Database
  let plans: PlanReader
  let shop: Shop
  /** Read by its owner. */
  let family: Family
  /** Changed, and erased at last. */
  let changing: Family
  /** Opened at the desk, which lengthens the list of who has seen it. */
  let seen: Family
  let staff: TestStaff
  let operations: DescribedOperation[]
  /** The statements of one call, or of the jobs of one queue. */
  const ofWork = new AsyncLocalStorage<Statement[]>()
  let ofQueues: ReadonlyMap<string, Statement[]>

  beforeAll(async () => {
    source = await openTestDatabase('filled', { isMadeUp: true })
    database = await openDatabase({
      url: source.url!,
      onStatement: (text, parameters) => ofWork.getStore()?.push({ text, parameters }),
    })
    // No data is that old; the retention sweeps find this out from an index.
    ofQueues = await runJobsIn(ofWork, async () => {
      shop = await openShop(database, { retainResultsYears: 20, retainOrdersYears: 20 })
    })
    shop.clock.now = new Date()
    await seedGrowth(source, { ...OTHERS, open: 60 })
    for (const tag of ['family', 'changing', 'seen']) await seedGrowth(source, { ...FAMILY, tag })
    family = await findFamily(source, 'family')
    changing = await findFamily(source, 'changing')
    seen = await findFamily(source, 'seen')
    staff = await createStaff(shop.api, ...STAFF_ROLES.map(everywhere))
    await seedDeskGrowth(source, staff.staffId)
    plans = await openPlanReader(source.url!, LIMITS)
    operations = await readOperations(shop.api)
  })
  afterAll(async () => {
    await shop.close()
    await plans.close()
    await database.close()
    await source.close()
  })

  async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    const statements: Statement[] = []
    await ofWork.run(statements, work)
    return statements
  }

  /** The faults in the plans of the statements that this work runs. */
  async function faultsOf(name: string, work: () => Promise<unknown>): Promise<string[]> {
    const statements = await statementsOf(work)
    return plans.findFaults(name, statements, OF_THE_WHOLE.has(name) ? WHOLE_ACCOUNT : {})
  }

  async function logIn({ userId }: Family): Promise<string> {
    return issueAccessToken(source.queries, { userId, userAgent: undefined, now: shop.clock.now })
  }

  async function call(
    { method, path, parameters, bodySchema }: DescribedOperation,
    { of, token }: { of: Family; token: string },
  ): Promise<Response> {
    const own = { ...of, user: { id: of.userId }, paidOrderId: of.orderId }
    const query = new URLSearchParams()
    const headers: Record<string, string> = {}
    let filled = path
    for (const { in: place, name, required, schema } of parameters) {
      const value = ownValue(path, name, own) ?? String(schema.example ?? crypto.randomUUID())
      if (place === 'path') filled = filled.replace(`{${name}}`, value)
      if (place === 'query' && required) query.set(name, value)
      if (place === 'header' && required) headers[name] = crypto.randomUUID()
    }
    return shop.api.request(method, `${filled}?${query}`, {
      token,
      headers,
      ...(bodySchema ? { body: bodySchema.example ?? {} } : {}),
    })
  }

  test('no page of an account reads more than it shows, despite other accounts’ data and its own ten years', async () => {
    const readings = operations.filter(({ needsUser, method }) => needsUser && method === 'GET')
    const token = await logIn(family)
    const found: string[] = []
    for (const operation of readings) {
      found.push(...(await faultsOf(operation.name, () => call(operation, { of: family, token }))))
    }
    expect(found).toEqual([])
    expect(readings.length).toBeGreaterThan(10)
  })

  test('no change of an account reads more than it changes', async () => {
    const changes = operations.filter(({ needsUser, method }) => needsUser && method !== 'GET')
    const found: string[] = []
    for (const operation of changes) {
      const token = await logIn(changing)
      found.push(...(await faultsOf(operation.name, () => call(operation, { of: changing, token }))))
    }
    expect(found).toEqual([])
  })

  // Lists whose filters matter are tested below as well.
  test('no page of the desk reads more than it shows, despite the data of many years', async () => {
    const firstOf = async (table: string) => {
      const { rows } = await source.queries.execute<{ id: string }>(
        sql`select id from ${sql.raw(`laboratory.${table}`)} order by id desc limit 1`,
      )
      return rows[0]!.id
    }
    const day = shop.clock.now.toISOString().slice(0, 10)
    const given: Record<string, string> = {
      'orders id': seen.orderId,
      'payments id': seen.orderId,
      'messages id': await firstOf('support_message'),
      'rights-requests id': await firstOf('rights_request'),
      'members id': staff.staffId,
      'laboratories id': '1',
      'offers kind': 'analysis',
      'offers id': '1',
      'closings date': day,
    }
    const readings = operations.filter((one) => one.staffPermission !== undefined && one.method === 'GET')
    const found: string[] = []
    const shown: string[] = []
    for (const { name, path, parameters } of readings) {
      const query = new URLSearchParams()
      let filled = path
      for (const { in: place, name: parameter, required, schema } of parameters) {
        const value =
          given[`${path.split('/')[2]} ${parameter}`] ?? String(schema.example ?? crypto.randomUUID())
        if (place === 'path') filled = filled.replace(`{${parameter}}`, value)
        if (place === 'query' && required) query.set(parameter, parameter === 'date' ? day : value)
      }
      // Each value of a list's enum has its own statement.
      const kinds = parameters.flatMap(({ in: place, name: parameter, schema }) =>
        place === 'query' ? (schema.enum ?? []).map((value) => `${parameter}=${value}`) : [],
      )
      for (const kind of ['', ...kinds]) {
        const faults = await faultsOf(`${name} ${kind}`, async () => {
          const url = `${filled}?${query}${query.size > 0 ? '&' : ''}${kind}`
          const { status } = await shop.api.request('GET', url, { token: staff.token })
          expect(status, url).toBeLessThan(500)
          if (status === 200) shown.push(name)
        })
        found.push(...faults)
      }
    }
    expect(found).toEqual([])
    // There are no objects to open with these; their lists are covered.
    expect(readings.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([
      'GET /staff/catalogue/editions/{id}',
      'GET /staff/refused-reports/{id}',
      'GET /staff/request-lines/{label}',
      'GET /staff/critical-values/{id}',
      'GET /staff/held-results/{id}',
    ])
  })

  test('payments at the desk are read along an index for any page, state or day', async () => {
    const { token } = await createStaff(shop.api, everywhere('finance'))
    const ask = (query: string) => shop.api.request('GET', `/staff/${query}`, { token })
    const page = (await (await ask('payments')).json()) as { next: string }
    const number = (await source.queries.select({ number: orders.number }).from(orders).limit(1))[0]!.number
    const today = shop.clock.now.toISOString().slice(0, 10)
    const found: string[] = []
    for (const query of [
      'payments',
      `payments?before=${page.next}`,
      `payments?state=paid&before=${page.next}`,
      'payments?state=redirected',
      'payments?state=refundDue',
      `payments?from=2020-01-01&to=${today}`,
      `payments?find=${number}`,
      `payments?find=${seen.orderId}`,
      'payments/attention',
      `payments/${seen.orderId}`,
      `closings/${today}`,
    ]) {
      found.push(...(await faultsOf(query, async () => expect((await ask(query)).status, query).toBe(200))))
    }
    expect(found).toEqual([])
  })

  test('the audit is read along an index for any search', async () => {
    const { token, staffId } = await createStaff(shop.api, everywhere('privacy'))
    const number = (await source.queries.select({ number: orders.number }).from(orders).limit(1))[0]!.number
    const today = shop.clock.now.toISOString().slice(0, 10)
    const old = '2020-03-04'
    const found: string[] = []
    for (const query of [
      '',
      ...AUDIT_KINDS.map((kind) => `kind=${kind}`),
      ...AUDIT_ACTIONS.flatMap((action) => [`action=${action}`, `action=${action}&kind=order`]),
      `from=${old}&to=${old}`,
      `to=${old}&kind=order`,
      `from=${old}&to=${today}&action=read`,
      `from=${today}&kind=calendar`,
      `staffId=${staffId}`,
      `staffId=${staffId}&kind=audit&from=${today}`,
      `staffId=${staffId}&action=read`,
      `number=${number}`,
      `objectId=${seen.orderId}`,
      `objectId=${seen.orderId}&action=delete`,
    ]) {
      found.push(
        ...(await faultsOf(`audit ${query}`, async () => {
          const answer = await shop.api.request('GET', `/staff/audit?${query}`, { token })
          expect(answer.status, query).toBe(200)
          const last = ((await answer.json()) as AuditLine[]).at(-1)
          if (last) await shop.api.request('GET', `/staff/audit?${query}&before=${last.id}`, { token })
        })),
      )
    }
    expect(found).toEqual([])
  })

  test('visits, orders and questions at the desk are read along an index for any search', async () => {
    const doctor = { role: 'laboratory', laboratoryIds: [2, 3] } as const
    const seenHere = await createStaff(shop.api, { role: 'reception', laboratoryIds: [1, 2, 3] }, doctor)
    const [newest] = await source.queries.select().from(orders).orderBy(desc(orders.id)).limit(1)
    const day = newest!.visitStart.toISOString().slice(0, 10)
    const list = (filter: object) => ['POST', 'orders/search', filter] as const
    const search = (text: string, filter: object = {}) => list({ text, ...filter })
    const ask = (text: string) => ['POST', 'messages/search', { text }] as const
    const everyState = ORDER_STATES.flatMap((state) => [list({ state }), list({ state, dateOf: 'visit' })])
    const found: string[] = []
    for (const [method, path, body] of [
      ['GET', `visits?date=${day}`, undefined],
      ['GET', `visits?date=${day}&laboratoryId=1`, undefined],
      ['GET', `visits?date=${day}&city=${encodeURIComponent('Минск')}`, undefined],
      ['GET', `visits?date=${day}&callableRegionId=1`, undefined],
      ['GET', `visits/sheet?date=${day}`, undefined],
      ['GET', `orders/${seen.orderId}`, undefined],
      ['POST', `orders/${seen.orderId}/presence`, undefined],
      ...['current', 'critical-values'].map((path) => ['GET', path, undefined] as const),
      search(newest!.number),
      search('+375 29 765-43-21'),
      search('other7@mail.example'),
      search('Sidorenko'),
      search('Śidórenko Ánna'),
      search('Sidorenko', { state: 'paid', from: '2020-01-01' }),
      search(newest!.number, { state: 'completed', dateOf: 'visit', to: day }),
      ...everyState,
      list({ from: '2018-01-01' }),
      list({ from: '2018-01-01', before: seen.orderId }),
      list({ dateOf: 'visit', from: day, to: day }),
      list({ state: 'completed', dateOf: 'visit', from: '2018-01-01', to: day, before: seen.orderId }),
      list({ state: 'refunded', to: '2018-01-01' }),
      ...['s-7kq2m9xa', 'a70@mail.example', '10 391', '23456789'].map(ask),
    ] as const) {
      const isOfPlaces = /^(?:visits[?]|orders.search|current|critical)/.test(path)
      for (const { token } of isOfPlaces ? [staff, seenHere] : [staff]) {
        found.push(
          ...(await faultsOf(`${path} ${JSON.stringify(body)}`, async () => {
            const { status } = await shop.api.request(method, `/staff/${path}`, { token, body })
            expect(status, path).toBe(200)
          })),
        )
      }
    }
    expect(found).toEqual([])
  })

  const idsFor = (token: string) => async (filter: object) => {
    const answer = await shop.api.request('POST', '/staff/orders/search', { token, body: filter })
    return ((await answer.json()) as FoundOrder[]).map(({ id }) => id)
  }

  test('a search for a very common name returns the newest orders, page by page', async () => {
    const page = idsFor((await createStaff(shop.api, everywhere('reception'))).token)
    const asked = (statements: Statement[]) => statements.filter(({ text }) => text.includes('p.last_name'))
    const few = await statementsOf(() => page({ text: 'Sidorenko' }))
    // A few matches are found directly, without the plan for many.
    expect(asked(few)).toHaveLength(1)
    expect(few.filter(({ text }) => text.includes('union all'))).toEqual([])
    let first: string[] = []
    const many = await statementsOf(async () => {
      first = await page({ text: 'Kowalska' })
    })
    // They are counted once, not again for each state.
    expect(asked(many)).toHaveLength(2)
    const second = await page({ text: 'kowal', before: first.at(-1) })
    const all = await page({ to: '2100-01-01' })
    expect(first).toEqual(all)
    expect(second).toEqual(await page({ to: '2100-01-01', before: all.at(-1) }))
    expect(second).toHaveLength(FOUND_ORDERS)
  })

  test.each([3, 12])('no stream of %i laboratories is read to the end of a page', async (most) => {
    const laboratoryIds = Array.from({ length: most }, (_, index) => index + 1)
    const page = idsFor((await createStaff(shop.api, { role: 'reception', laboratoryIds })).token)
    const all = await page({ to: '2100-01-01' })
    expect(all).toHaveLength(FOUND_ORDERS)
    const statements = await statementsOf(async () => {
      expect(await page({ text: 'Kowalska' })).toEqual(all)
    })
    expect(statements.find(({ text }) => text.includes('union all'))!.text).not.toContain('lateral')
  })

  test('placing, paying and reporting an order reads only its own rows', async () => {
    const laboratory = createLaboratory(shop)
    const found = await faultsOf('order', async () => {
      const customer = await shop.customer()
      const [slot] = await customer.client.visitSlots({ laboratoryId: 1 })
      const visit = { kind: 'branch' as const, start: slot!.start }
      const { requests } = await paidOrder(shop, laboratory, customer, { visit })
      await laboratory.report(...reportOn(requests[0], [observation(requests[0], '718-7')]))
      await customer.client.testResults()
    })
    expect(found).toEqual([])
  })

  test.each([
    'status=active',
    'status=active&_include=ServiceRequest:patient&_count=200',
    'status=completed',
    'status=revoked',
    'status=active,completed,revoked',
    '_lastUpdated=gt2026-11-20T10:00:00Z',
    '_lastUpdated=ge2020-01-01&status=completed',
    '_lastUpdated=ge2020-01-01&_lastUpdated=lt2020-02-01',
    '',
  ])('a laboratory that requests %s reads one page, not all years', async (query) => {
    const laboratory = createLaboratory(shop)
    const found = await faultsOf(query, async () => {
      let answer = await laboratory.call('GET', `/ServiceRequest?${query}`)
      expect(answer.status).toBe(200)
      const next = answer.body.link.find(({ relation }: { relation: string }) => relation === 'next')
      if (next) answer = await laboratory.call('GET', `/ServiceRequest${new URL(next.url).search}`)
      expect(answer.status).toBe(200)
    })
    expect(found).toEqual([])
  })

  test('no scheduled job reads rows that it has nothing to do with', async () => {
    const { rows } = await source.queries.execute<{ name: string }>(sql`select name from jobs.schedule`)
    expect(rows.length).toBeGreaterThan(4)
    // Sealing clear text is done once, window by window, so it is not recurring work.
    await source.queries.execute(sql`update laboratory.data_key set swept_at = now()`)
    const found: string[] = []
    const { now } = shop.clock
    for (const { name } of rows) {
      const hour = HOURS[name]
      shop.clock.now = hour === undefined ? now : new Date(new Date(now).setUTCHours(hour, 0))
      const statements = ofQueues.get(name)!
      statements.length = 0
      await shop.api.context.jobs.send(source.queries, name, {})
      await vi.waitFor(async () => {
        const open = await source.queries.execute(
          sql`select from jobs.job where name = ${name} and state <> 'completed'`,
        )
        expect(open.rows).toEqual([])
      }, PATIENTLY)
      expect(statements, name).not.toEqual([])
      found.push(...(await plans.findFaults(name, [...statements])))
    }
    // Jobs that these or the tests before have made, such as a mail's.
    for (const [name, statements] of ofQueues)
      if (!rows.some((row) => row.name === name))
        found.push(...(await plans.findFaults(name, [...statements])))
    expect(found).toEqual([])
  })
})
