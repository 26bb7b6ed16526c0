import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { orders } from '../orders/tables.ts'
import { killWhileOrdering } from '../orders/testing/kill-while-ordering.ts'
import { type Customer, openShop, pageToken, type Shop } from '../orders/testing/order-fixture.ts'
import { listRefundsDue, refundPayment } from './refund-payment.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'
import { watchStatements } from './testing/own-statements.ts'
import { watchPayment } from './watch-payment.ts'

const MORE_STATEMENTS_THAN_ANY = 60
const MOST_WRITES_OF_AN_ORDER = 12
const PROCESSES_AT_ONCE = 3

let database: TestDatabase
let shop: Shop
let customer: Customer
let statements: ReturnType<typeof watchStatements>
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  customer = await shop.customer()
  statements = watchStatements(database)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** Crashes the work at every one of its statements in turn, and each time does it again. */
async function everyCrash<Subject>(input: {
  prepare: () => Promise<Subject>
  work: (subject: Subject) => Promise<unknown>
  expectDone: (subject: Subject) => Promise<void>
}): Promise<number> {
  for (let statement = 0; statement < MORE_STATEMENTS_THAN_ANY; statement++) {
    const subject = await input.prepare()
    const hasCrashed = await statements.crashAt(statement, () => input.work(subject))
    await expectSoundBooks(database)
    await input.work(subject)
    await input.expectDone(subject)
    await expectSoundBooks(database)
    if (!hasCrashed) {
      expect(statement).toBeGreaterThan(4)
      return statement
    }
  }
  throw new Error('more statements than any work should need')
}

async function mailsAbout(orderId: string): Promise<string[]> {
  const { rows } = await database.queries.execute<{ template: string }>(
    sql`select data ->> 'template' as template from jobs.job where name = 'mail' and data ->> 'orderId' = ${orderId}`,
  )
  return rows.map(({ template }) => template).toSorted()
}

/** One order in a process that dies at `killAt`: what is left is whole, and the next process makes it one order. */
async function orderAndDie(killAt: number | 'commitSent') {
  const idempotencyKey = randomUUID()
  const request = shop.orderOf(customer)
  const end = await killWhileOrdering({
    databaseUrl: database.url!,
    settings: shop.api.context.settings,
    now: shop.clock.now.toISOString(),
    token: customer.token,
    idempotencyKey,
    request,
    killAt,
  })
  await expectSoundBooks(database)
  const left = await ordersOf(idempotencyKey)
  const { id, redirectUrl } = await customer.client.createOrder(request, idempotencyKey)
  expect(redirectUrl).toContain(shop.bepaid.url)
  expect(await ordersOf(idempotencyKey)).toEqual([{ id }])
  expect(await mailsAbout(id)).toEqual(['orderReceived'])
  expect(await entriesAbout(id)).toBe(1)
  await expectSoundBooks(database)
  return { end, left: left.length }
}

function ordersOf(idempotencyKey: string) {
  const { id, userId } = orders
  return database.queries
    .select({ id })
    .from(orders)
    .where(and(eq(userId, customer.user.id), eq(orders.idempotencyKey, idempotencyKey)))
}

function entriesAbout(orderId: string): Promise<number> {
  return database.queries.$count(auditEntries, eq(auditEntries.objectId, orderId))
}

/** Does the work for each subject, a few at once. */
async function inTurns<Subject, Result>(
  atOnce: number,
  subjects: readonly Subject[],
  work: (subject: Subject) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = subjects.entries()
  const worker = async () => {
    for (const [index, subject] of waiting) results[index] = await work(subject)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

async function paidOrder() {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  return order
}

async function notifyUntilTaken(notification: { headers: Record<string, string>; body: string }) {
  const answer = await shop.notify(notification)
  if (answer.status !== 200) throw new Error(`status ${answer.status}`)
}

test('creating an order: the repetition with its key makes one order and leads to its page', async () => {
  const count = await everyCrash({
    prepare: async () => ({ key: randomUUID(), request: shop.orderOf(customer), answers: [] as string[] }),
    work: async ({ key, request, answers }) => {
      const { id, redirectUrl } = await customer.client.createOrder(request, key)
      expect(redirectUrl).toContain(shop.bepaid.url)
      answers.push(id)
    },
    expectDone: async ({ answers }) => {
      expect(new Set(answers).size).toBe(1)
      expect(await mailsAbout(answers[0]!)).toEqual(['orderReceived'])
    },
  })
  expect(count).toBeLessThanOrEqual(15)
})

// The embedded engine ends with the process: what its kill leaves behind is tested with the data folder.
if (inject('engine') === 'postgres') {
  test('a process killed between any two writes leaves one order or none, and its key makes exactly one', async () => {
    const kills = [...Array(MOST_WRITES_OF_AN_ORDER).keys(), 'commitSent'] as const
    const ends = await inTurns(PROCESSES_AT_ONCE, kills, orderAndDie)
    expect(ends[0]).toEqual({ end: 'SIGKILL', left: 0 })
    expect(ends.filter(({ end }) => end === 'SIGKILL').length).toBeGreaterThan(9)
    // The last one is beyond the last write, so that no write is left out.
    expect(ends.at(-2)).toEqual({ end: 201, left: 1 })
    expect(ends.at(-1)).toMatchObject({ end: 'SIGKILL' })
  }, 180_000)
}

test('settling: the repeated notification pays once and each mail is written once', async () => {
  await everyCrash({
    prepare: async () => {
      const order = await shop.placeOrder(customer)
      shop.bepaid.conclude(order.token, 'successful')
      return { order, notification: shop.bepaid.notification(order.token) }
    },
    work: ({ notification }) => notifyUntilTaken(notification),
    expectDone: async ({ order }) => {
      expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
      expect(await mailsAbout(order.id)).toEqual(['laboratoryOrder', 'orderPaid', 'orderReceived'])
    },
  })
})

test('a second payment is flagged exactly once', async () => {
  await everyCrash({
    prepare: async () => {
      const order = await paidOrder()
      shop.bepaid.conclude(order.token, 'successful')
      return { order, notification: shop.bepaid.notification(order.token) }
    },
    work: ({ notification }) => notifyUntilTaken(notification),
    expectDone: async ({ order }) => {
      const { history } = await customer.client.order(order.id)
      expect(history.map(({ cause }) => cause)).toEqual(['created', 'paymentSettled', 'secondPayment'])
    },
  })
})

test('expiring frees the place once', async () => {
  const look = (id: string) =>
    watchPayment(shop.api.context, { orderId: id, since: shop.clock.now.toISOString(), look: 3 })
  await everyCrash({
    prepare: async () => {
      const order = await shop.placeOrder(customer)
      shop.clock.pass(31)
      return order
    },
    work: ({ id }) => look(id),
    expectDone: async ({ id }) => {
      expect(await customer.client.order(id)).toMatchObject({ state: 'expired' })
      expect(await mailsAbout(id)).toEqual(['orderExpired', 'orderReceived'])
    },
  })
})

test('cancelling frees the place once', async () => {
  await everyCrash({
    prepare: () => shop.placeOrder(customer),
    work: ({ id }) => customer.client.cancelOrder(id).catch((problem) => expectCode(problem)),
    expectDone: async ({ id }) => {
      expect(await customer.client.order(id)).toMatchObject({ state: 'cancelled' })
    },
  })
})

test('paying again leaves one live page', async () => {
  await everyCrash({
    prepare: async () => {
      const order = await shop.placeOrder(customer)
      shop.bepaid.conclude(order.token, 'failed')
      await shop.notify(shop.bepaid.notification(order.token))
      return { order, pages: [] as string[] }
    },
    work: async ({ order, pages }) => {
      pages.push(pageToken((await customer.client.payOrder(order.id)).redirectUrl))
    },
    expectDone: async ({ order, pages }) => {
      expect(new Set(pages).size).toBe(1)
      shop.bepaid.conclude(pages[0]!, 'successful')
      await notifyUntilTaken(shop.bepaid.notification(pages[0]!))
      expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
    },
  })
})

test('a refund is written once, whenever the work ends', async () => {
  await everyCrash({
    prepare: async () => {
      const order = await paidOrder()
      shop.bepaid.conclude(order.token, 'successful')
      await shop.notify(shop.bepaid.notification(order.token))
      const due = await listRefundsDue(database.queries)
      return due.find(({ orderNumber }) => orderNumber === order.number)!.transaction
    },
    work: ({ id }) =>
      refundPayment(shop.api.context, { transactionId: id }).catch((problem) => expectCode(problem)),
    expectDone: async ({ orderId }) => {
      const order = await customer.client.order(orderId)
      expect(order).toMatchObject({ state: 'paid', payment: { refundDue: false } })
      expect(order.history.filter(({ cause }) => cause === 'refund')).toHaveLength(1)
    },
  })
})

/** The work was done before it was ended: doing it again is refused. Anything else is thrown on. */
function expectCode(problem: { code?: string | null }): void {
  if (!['order_not_cancellable', 'conflict'].includes(problem.code ?? '')) throw problem
}
