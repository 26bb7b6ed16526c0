// @module-tag slow
import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { orders } from '../orders/tables.ts'
import { killWhileOrdering } from '../orders/testing/kill-while-ordering.ts'
import { type Customer, openShop, pageToken, type Shop } from '../orders/testing/order-fixture.ts'
import type { PausedOrder } from '../orders/testing/ordering-process.ts'
import { listRefundsDue, refundPayment } from './refund-payment.ts'
import { crashAt } from './testing/crash-at.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'
import { watchPayment } from './watch-payment.ts'

const MORE_STATEMENTS_THAN_ANY = 60
/** From `begin` to `commit`, and storing the page afterwards. */
const WRITES_OF_AN_ORDER = 11

let database: TestDatabase
let shop: Shop
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  customer = await shop.customer()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** Crashes the work at each of its statements in turn, and repeats it each time. */
async function everyCrash<Subject>(input: {
  prepare: () => Promise<Subject>
  work: (subject: Subject) => Promise<unknown>
  expectDone: (subject: Subject) => Promise<void>
}): Promise<number> {
  for (let statement = 0; statement < MORE_STATEMENTS_THAN_ANY; statement++) {
    const subject = await input.prepare()
    const hasCrashed = await crashAt(database, statement, () => input.work(subject))
    await expectSoundBooks(database)
    await input.work(subject)
    await input.expectDone(subject)
    await expectSoundBooks(database)
    if (!hasCrashed) {
      expect(statement).toBeGreaterThan(4)
      return statement
    }
  }
  throw new Error('more statements than any of this work should need')
}

async function mailsAbout(orderId: string): Promise<string[]> {
  const { rows } = await database.queries.execute<{ template: string }>(
    sql`select data ->> 'template' as template from jobs.job where name = 'mail' and data ->> 'orderId' = ${orderId}`,
  )
  return rows.map(({ template }) => template).toSorted()
}

function ordersOf({ userId, idempotencyKey }: { userId: string; idempotencyKey: string }) {
  return database.queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)))
}

/** An order of a separate account: orders of one account are made one after the other. */
async function orderToPause(pauseAt: PausedOrder['pauseAt']) {
  const buyer = await shop.customer()
  const { client, token, user } = buyer
  return {
    client,
    token,
    userId: user.id,
    idempotencyKey: randomUUID(),
    request: shop.orderOf(buyer),
    pauseAt,
  }
}

/** How many orders the killed process left; the order is then sent again with its key. */
async function leftAndRepeated(order: Awaited<ReturnType<typeof orderToPause>>): Promise<number> {
  const left = await ordersOf(order)
  const { id, redirectUrl } = await order.client.createOrder(order.request, order.idempotencyKey)
  expect(redirectUrl).toContain(shop.bepaid.url)
  expect(await ordersOf(order)).toEqual([{ id }])
  expect(await mailsAbout(id)).toEqual(['orderReceived'])
  expect(await database.queries.$count(auditEntries, eq(auditEntries.objectId, id))).toBe(1)
  return left.length
}

async function paidOrder() {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  return order
}

async function notifyUntilAccepted(notification: { headers: Record<string, string>; body: string }) {
  const answer = await shop.notify(notification)
  if (answer.status !== 200) throw new Error(`status ${answer.status}`)
}

test('creating an order: repeating it with its key makes one order and leads to its page', async () => {
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
  expect(count).toBeLessThanOrEqual(17)
})

// The embedded engine ends with the process; what a kill leaves behind there is tested with the data folder.
if (inject('engine') === 'postgres') {
  test('a process killed between any two writes leaves one order or none, and repeating with its key makes exactly one', async () => {
    const pauses = [...Array(WRITES_OF_AN_ORDER + 1).keys(), 'commitSent'] as const
    const paused = await Promise.all(pauses.map(orderToPause))
    const { signal, answered } = await killWhileOrdering({
      databaseUrl: database.url!,
      settings: shop.api.context.settings,
      now: shop.clock.now.toISOString(),
      orders: paused.map(({ token, idempotencyKey, request, pauseAt }) => ({
        token,
        idempotencyKey,
        request,
        pauseAt,
      })),
    })
    expect(signal).toBe('SIGKILL')
    // One order was to pause beyond the last write and so was answered: no write is left out.
    expect(answered).toEqual({ [WRITES_OF_AN_ORDER]: 201 })
    await expectSoundBooks(database)
    const left = await Promise.all(paused.map(leftAndRepeated))
    // Nothing before the commit, the whole order from then on.
    expect(left.slice(0, -1)).toEqual([...Array(WRITES_OF_AN_ORDER - 1).fill(0), 1, 1])
    await expectSoundBooks(database)
  })
}

test('settling: a repeated notification pays once and writes each mail once', async () => {
  await everyCrash({
    prepare: async () => {
      const order = await shop.placeOrder(customer)
      shop.bepaid.conclude(order.token, 'successful')
      return { order, notification: shop.bepaid.notification(order.token) }
    },
    work: ({ notification }) => notifyUntilAccepted(notification),
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
    work: ({ notification }) => notifyUntilAccepted(notification),
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
      await notifyUntilAccepted(shop.bepaid.notification(pages[0]!))
      expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
    },
  })
})

test('a refund is recorded once, wherever the work is interrupted', async () => {
  await everyCrash({
    prepare: async () => {
      const order = await paidOrder()
      shop.bepaid.conclude(order.token, 'successful')
      await shop.notify(shop.bepaid.notification(order.token))
      const due = await listRefundsDue(shop.api.context)
      return due.find(({ orderNumber }) => orderNumber === order.number)!.transaction
    },
    work: (payment) => {
      // The claim of the interrupted process must expire first.
      shop.clock.pass(3)
      return refundPayment(shop.api.context, { payment }).catch((problem) => expectCode(problem))
    },
    expectDone: async ({ orderId }) => {
      const order = await customer.client.order(orderId)
      expect(order).toMatchObject({ state: 'paid', payment: { refundDue: false } })
      expect(order.history.filter(({ cause }) => cause === 'refund')).toHaveLength(1)
    },
  })
})

/** The work was complete before it was interrupted: repeating it is refused. Anything else is rethrown. */
function expectCode(problem: { code?: string | null }): void {
  if (!['order_not_cancellable', 'conflict'].includes(problem.code ?? '')) throw problem
}
