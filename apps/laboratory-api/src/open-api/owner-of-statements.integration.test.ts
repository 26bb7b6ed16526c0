import { randomUUID } from 'node:crypto'
import type { Statement } from '@shop/database/testing/read-plans'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { issueAccessToken, noteProof } from '../accounts/access-tokens.ts'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { type DescribedOperation, readOperations } from '../testing/operations.ts'
import { createOwner, type Owner, ownValue } from '../testing/owner-fixture.ts'
import { OWNER_BY_TABLE, ownerColumn, type PeopleTable } from '../testing/people-tables.ts'
import { TEST_PASSWORD } from '../testing/test-api.ts'
import { insertedRows } from './testing/inserted-rows.ts'

// A 404 for a stranger only shows that something checked first. Here each statement itself must name the owner of its
// rows: the same statement with another account's id in place of the caller's finds and changes nothing.

const OWNED: readonly string[] = Object.keys(OWNER_BY_TABLE)
const NAMES = new RegExp(`\\blaboratory"?\\."?(${OWNED.join('|')})\\b`)
/** A token is looked up to find its owner. */
const IS_BY_TOKEN = /"token_hash" = \$/
/** A mail about an order is stored under the order's owner, looked up on insertion: its job names only the order. */
const LOOKS_OWNER_UP = /"order_mail".*\(select whose\.owner_id from/s
/** Rows are inserted and nothing is read: these rows are checked one by one. */
const ONLY_ADDS = /^\s*(?:with\b(?!.*\b(?:from|update|delete)\b).*)?\binsert into\b/is
const isJudged = ({ text }: Statement) =>
  /^\s*(select|with|update|delete)\b/i.test(text) &&
  NAMES.test(text) &&
  !IS_BY_TOKEN.test(text) &&
  !ONLY_ADDS.test(text)

const shown = ({ text }: Statement) => text.replaceAll(/\s+/g, ' ').trim()

const ENDS = ['POST /logout', 'DELETE /patient/{id}', 'DELETE /users/current']
const endsOf = ({ name }: DescribedOperation) => ENDS.indexOf(name)

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Operation?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const rowsOf = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops']

/** Whether a plan that has run found or changed personal rows. */
function touchesPeople(root: PlanNode): boolean {
  const nodes = nodesOf(root)
  const changes = nodes.filter(({ Operation }) => Operation === 'Update' || Operation === 'Delete')
  if (changes.some(({ Plans = [] }) => Plans.some((plan) => rowsOf(plan) > 0))) return true
  if (root.Operation) return false
  const scans = nodes.filter((node) => OWNED.includes(node['Relation Name'] ?? '') && !node.Operation)
  return rowsOf(root) > 0 && scans.some((node) => rowsOf(node) > 0)
}

describe.skipIf(inject('engine') === 'embedded')('statements of an account', () => {
  let source: TestDatabase
  let client: Client
  let shop: Shop
  let owner: Owner
  let operations: DescribedOperation[]

  beforeAll(async () => {
    source = await openTestDatabase()
    shop = await openShop(source)
    owner = await createOwner(shop, '2040-03-06')
    // Setting up an app needs a proof given after the login.
    shop.clock.pass(1)
    await shop.api.client(owner.token).proveOwner({ password: TEST_PASSWORD })
    operations = await readOperations(shop.api)
    client = new Client({ connectionString: source.url! })
    await client.connect()
  })
  afterAll(async () => {
    await shop.close()
    await client.end()
    await source.close()
  })

  async function findsWithoutOwner({ text, parameters }: Statement, of = owner): Promise<boolean> {
    if (!parameters.includes(of.user.id)) return true
    const stranger = randomUUID()
    const asStranger = parameters.map((value) => (value === of.user.id ? stranger : value))
    await client.query('begin; set local session_replication_role = replica')
    try {
      const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, asStranger)
      return touchesPeople(rows[0]['QUERY PLAN'][0].Plan)
    } finally {
      await client.query('rollback')
    }
  }

  async function call(
    { method, path, parameters, bodySchema }: DescribedOperation,
    of = owner,
  ): Promise<Response> {
    const headers: Record<string, string> = {}
    let filled = path
    const query = new URLSearchParams()
    for (const { in: place, name, required, schema } of parameters) {
      const value = ownValue(path, name, of) ?? String(schema.example ?? randomUUID())
      if (place === 'path') filled = filled.replace(`{${name}}`, value)
      if (place === 'header' && required) headers[name] = randomUUID()
      if (place === 'query' && required) query.set(name, value)
    }
    return shop.api.request(method, query.size > 0 ? `${filled}?${query}` : filled, {
      token: of.token,
      headers,
      ...(bodySchema ? { body: bodySchema.example ?? {} } : {}),
    })
  }

  test('each statement that reads for an account names the owner of its rows', {
    tags: ['slow'],
  }, async () => {
    const readings = operations.filter(({ needsUser, method }) => needsUser && method === 'GET')
    expect(readings.length).toBeGreaterThan(10)
    const found = new Set<string>()
    for (const operation of readings) {
      const statements: Statement[] = []
      const answer = await source.watch(
        (text, parameters) => statements.push({ text, parameters }),
        () => call(operation),
      )
      // Only this one has nothing to show: no app is being set up.
      expect(answer.status, operation.name).toBe(operation.path === '/users/current/totp' ? 404 : 200)
      for (const statement of statements.filter(isJudged)) {
        if (!(await findsWithoutOwner(statement))) continue
        found.add(`${operation.name}: ${shown(statement)}`)
      }
    }
    expect([...found]).toEqual([])
  })

  test('a statement that forgets the owner is detected', async () => {
    const { orderId, patientId } = owner
    const forgetful = {
      text: 'select id from laboratory.customer_order where id = $1',
      parameters: [orderId],
    }
    const pretending = {
      text: 'select id from laboratory.patient where id = $1 or user_id = $2',
      parameters: [patientId, owner.user.id],
    }
    const right = {
      text: 'select id from laboratory.patient where id = $1 and user_id = $2',
      parameters: [patientId, owner.user.id],
    }
    expect(await findsWithoutOwner(forgetful)).toBe(true)
    expect(await findsWithoutOwner(pretending)).toBe(true)
    expect(await findsWithoutOwner(right)).toBe(false)
  })

  /** Personal rows that these statements insert for anything but the account and what belongs to it. */
  async function addedToOthers(statements: readonly Statement[], of = owner): Promise<string[]> {
    const own = await ownIds(of)
    return statements.flatMap((statement) =>
      insertedRows(statement)
        .filter(({ table }) => OWNED.includes(table))
        .flatMap(({ table, values }) => {
          const [column] = OWNER_BY_TABLE[table as PeopleTable]
          const isOwners = values.get(ownerColumn(table as PeopleTable)) === of.user.id
          const looksUp = LOOKS_OWNER_UP.test(statement.text)
          if (!own.has(values.get(column)) || !(isOwners || looksUp)) {
            return [`insert ${table}: ${shown(statement)}`]
          }
          if (values.has('id')) own.add(values.get('id'))
          return []
        }),
    )
  }

  async function ownIds({ user }: Owner): Promise<Set<unknown>> {
    const { rows } = await client.query(
      `with own as (select id from laboratory.customer_order where user_id = $1)
       select id from own union all select $1 union all
       select id from laboratory.payment_attempt where order_id in (select id from own) union all
       select id from laboratory.payment_transaction where order_id in (select id from own) union all
       select id from laboratory.test_result where user_id = $1 union all
       select id from laboratory.result_share where user_id = $1`,
      [user.id],
    )
    return new Set(rows.map(({ id }) => id))
  }

  async function faultsOf(name: string, work: () => Promise<unknown>, of = owner): Promise<string[]> {
    const statements: Statement[] = []
    await source.watch((text, parameters) => statements.push({ text, parameters }), work)
    const found = await addedToOthers(statements, of)
    for (const statement of statements.filter(isJudged)) {
      if (await findsWithoutOwner(statement, of)) found.push(shown(statement))
    }
    return [...new Set(found)].map((fault) => `${name}: ${fault}`)
  }

  test('a row that is inserted for another account, or without an owner, is detected', async () => {
    const [text, other] = [
      'insert into "laboratory"."patient" ("id", "user_id") values ($1, $2), ($3, default)',
      randomUUID(),
    ]
    const add = (...parameters: unknown[]) => addedToOthers([{ text, parameters }])
    expect(await add(other, owner.user.id, other)).toHaveLength(1)
    expect(await add(other, other, other)).toHaveLength(2)
    const line = 'insert into "laboratory"."order_line" ("order_id", "owner_id") values ($1, $2)'
    const addLine = (...parameters: unknown[]) => addedToOthers([{ text: line, parameters }])
    expect(await addLine(other, owner.user.id)).toHaveLength(1)
    expect(await addLine(owner.orderId, other)).toHaveLength(1)
    expect(await addLine(owner.orderId, owner.user.id)).toEqual([])
  })

  // The description's example bodies are refused early: here an order goes through all its stages.
  test('from the order to its refund, each statement names the owner of its rows', async () => {
    const found: string[] = []
    const step = async (name: string, work: () => Promise<unknown>) => {
      found.push(...(await faultsOf(name, work)))
    }
    const { token } = owner
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await shop.api.request(method, path, { token, body })
      expect(answer.status, path).toBeLessThan(300)
      return answer
    }
    let placed: Awaited<ReturnType<Shop['placeOrder']>>
    const start = '2040-03-07T11:00:00+03:00'
    await step('order', async () => {
      placed = await shop.placeOrder(owner, { visit: { kind: 'branch', start } })
    })
    const order = `/orders/${placed!.id}`
    await step('pay', () => ask('POST', `${order}/payment`))
    shop.bepaid.conclude(placed!.token, 'successful')
    await step('look whether it is paid', () => ask('POST', `${order}/payment/check`))
    const paid = (await (await ask('GET', order)).json()) as { state: string }
    expect(paid.state).toBe('paid')
    const current = { current: start, start: '2040-03-07T12:00:00+03:00' }
    await step('move the visit', () => ask('POST', `${order}/visit`, current))
    await step('cancel', () => ask('POST', `${order}/cancel`))
    expect(found).toEqual([])
  })

  test('each statement that changes or inserts for an account names the owner of its rows', {
    tags: ['slow'],
  }, async () => {
    const changes = operations
      .filter(({ needsUser, method }) => needsUser && method !== 'GET')
      // Operations that end the session or the account come last.
      .toSorted((one, other) => endsOf(one) - endsOf(other))
    expect(changes.length).toBeGreaterThan(20)
    // An account of its own, since one of them erases it.
    const own = await createOwner(shop, '2040-03-08')
    const found: string[] = []
    for (const operation of changes) {
      const session = { id: randomUUID(), userId: own.user.id }
      const { now } = shop.clock
      own.token = await issueAccessToken(source.queries, { ...session, userAgent: undefined, now })
      const proof = { provenAt: new Date(now.getTime() + 1) }
      await noteProof(source.queries, { tokenId: session.id, userId: session.userId }, proof)
      const change = async () => {
        expect((await call(operation, own)).status, operation.name).toBeLessThan(500)
      }
      found.push(...(await faultsOf(operation.name, change, own)))
    }
    expect(found).toEqual([])
  })
})
