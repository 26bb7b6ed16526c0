import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyRow } from './advance-order.ts'
import { type OrderCause, orderHistory } from './tables.ts'
import { openShop, type Shop } from './testing/order-fixture.ts'

const REPEATED: OrderCause[] = ['visitMoved', 'latePayment', 'visitAgreed', 'refund', 'secondPayment']

let database: TestDatabase
let shop: Shop
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

test('events within one millisecond keep their order', async () => {
  const customer = await shop.customer()
  const { id: orderId } = await shop.placeOrder(customer)
  const { now } = shop.clock
  // Causes that may recur in an order.
  const causes = Array.from({ length: 60 }, (_, index) => REPEATED[index % REPEATED.length]!)
  await database.queries.insert(orderHistory).values(
    causes.map((cause) =>
      historyRow({
        order: { id: orderId, ownerId: customer.user.id },
        state: 'awaitingPayment',
        cause,
        actor: 'job',
        now,
      }),
    ),
  )
  const { history } = await customer.client.order(orderId)
  expect(history.map(({ cause }) => cause)).toEqual(['created', ...causes])
})
