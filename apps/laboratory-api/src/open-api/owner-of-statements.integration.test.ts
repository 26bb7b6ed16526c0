import { randomUUID } from 'node:crypto'
import type { Statement } from '@shop/database/testing/read-plans'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { issueAccessToken } from '../accounts/access-tokens.ts'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { type DescribedOperation, readOperations } from '../testing/operations.ts'
import { createOwner, type Owner } from '../testing/owner-fixture.ts'

// That a stranger gets 404 says that somebody looked first. Here each statement has to say itself whose rows it means: the same
// statement with another account's id in place of the caller's finds and changes nothing.

const OWNED = [
  'patient',
  'customer_order',
  'order_patient',
  'order_line',
  'order_history',
  'payment_attempt',
  'payment_transaction',
  'test_result',
  'analysis_result',
  'observation',
  'received_report',
  'report_document',
  'result_share',
  'result_share_view',
  'access_token',
  'mailed_secret',
  'former_email',
  'accepted_document',
  'totp',
  'passkey',
  'recovery_code',
  'login_step',
  'webauthn_challenge',
  'user_account',
]
const NAMES = new RegExp(`\\blaboratory"?\\."?(${OWNED.join('|')})\\b`)
/** Whose a token is, is what it is looked up for. */
const IS_BY_TOKEN = /"token_hash" = \$/
const isJudged = ({ text }: Statement) =>
  /^\s*(select|with|update|delete)\b/i.test(text) && NAMES.test(text) && !IS_BY_TOKEN.test(text)

/** These go by the order after a look at whose it is: jobs, notifications and the desk, which have no account, run the same. */
const SHARED_WITH_JOBS = [
  'POST /orders/{id}/cancel: lock customer_order',
  'POST /orders/{id}/cancel: update customer_order',
  'POST /orders/{id}/cancel: update payment_attempt',
  'POST /orders/{id}/payment/check: lock customer_order',
  'POST /orders/{id}/payment/check: select payment_attempt',
  // Spent by whoever answers it, and only then compared: nobody tries twice.
  'POST /users/current/passkeys: delete webauthn_challenge',
]
function shapeOf({ text }: Statement): string {
  const [verb = ''] = text.trim().split(/\s/)
  return `${/for update/i.test(text) ? 'lock' : verb.toLowerCase()} ${NAMES.exec(text)?.[1]}`
}

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

/** Whether a plan that has run found or changed rows of people. */
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
    operations = await readOperations(shop.api)
    client = new Client({ connectionString: source.url! })
    await client.connect()
  })
  afterAll(async () => {
    await shop.close()
    await client.end()
    await source.close()
  })

  async function findsWithoutOwner({ text, parameters }: Statement): Promise<boolean> {
    if (!parameters.includes(owner.user.id)) return true
    const stranger = randomUUID()
    const asStranger = parameters.map((value) => (value === owner.user.id ? stranger : value))
    await client.query('begin; set local session_replication_role = replica')
    try {
      const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, asStranger)
      return touchesPeople(rows[0]['QUERY PLAN'][0].Plan)
    } finally {
      await client.query('rollback')
    }
  }

  const IDS: Record<string, (of: Owner) => string> = {
    '/users id': ({ user }) => user.id,
    '/patient id': ({ patientId }) => patientId,
    '/orders id': ({ orderId }) => orderId,
    '/orders/{id}/receipt.pdf id': ({ paidOrderId }) => paidOrderId,
    '/test-results id': ({ testResultId }) => testResultId,
    '/test-results patientId': ({ patientId }) => patientId,
    '/test-results analysisResultId': ({ analysisResultId }) => analysisResultId,
  }

  async function call({ method, path, parameters, bodySchema }: DescribedOperation): Promise<Response> {
    const headers: Record<string, string> = {}
    let filled = path
    const query = new URLSearchParams()
    for (const { in: place, name, required, schema } of parameters) {
      const known = IDS[`${path} ${name}`] ?? IDS[`/${path.split('/')[1]} ${name}`]
      const value = known?.(owner) ?? String(schema.example ?? randomUUID())
      if (place === 'path') filled = filled.replace(`{${name}}`, value)
      if (place === 'header' && required) headers[name] = randomUUID()
      if (place === 'query' && required) query.set(name, value)
    }
    return shop.api.request(method, query.size > 0 ? `${filled}?${query}` : filled, {
      token: owner.token,
      headers,
      ...(bodySchema ? { body: bodySchema.example ?? {} } : {}),
    })
  }

  test('each that reads for an account says whose rows it means', async () => {
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
        found.add(`${operation.name}: ${statement.text.replaceAll(/\s+/g, ' ').trim()}`)
      }
    }
    expect([...found]).toEqual([])
  })

  test('a statement that forgets the owner is found', async () => {
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

  test('each that changes for an account says whose rows it means, or is one of those that are known not to', async () => {
    const changes = operations
      .filter(({ needsUser, method }) => needsUser && method !== 'GET')
      // What ends the session, and the account, comes last.
      .toSorted((one, other) => endsOf(one) - endsOf(other))
    expect(changes.length).toBeGreaterThan(20)
    const found = new Set<string>()
    for (const operation of changes) {
      owner.token = await issueAccessToken(source.queries, {
        userId: owner.user.id,
        userAgent: undefined,
        now: shop.clock.now,
      })
      const statements: Statement[] = []
      const answer = await source.watch(
        (text, parameters) => statements.push({ text, parameters }),
        () => call(operation),
      )
      expect(answer.status, operation.name).toBeLessThan(500)
      for (const statement of statements.filter(isJudged)) {
        if (!(await findsWithoutOwner(statement))) continue
        found.add(`${operation.name}: ${shapeOf(statement)}`)
      }
    }
    expect([...found].sort()).toEqual(SHARED_WITH_JOBS)
  })
})
