import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, MONDAY, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { paymentTransactions } from './tables.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'
import { commands, createModel, notifyOfEverything, openSecondPage } from './testing/payment-model.ts'

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

test('whatever is reported in whatever order, the order is what the model says and no money is lost', {
  tags: ['slow'],
}, async () => {
  const steps = fc.commands(commands, { maxCommands: 20 })
  const property = fc.asyncProperty(fc.boolean(), steps, async (startsWithTwoPages, steps) => {
    shop.clock.now = MONDAY
    await shop.api.context.limits.reset('paymentPagePerAccount', customer.user.id)
    const order = await shop.placeOrder(customer)
    const model = createModel(order)
    if (startsWithTwoPages) await openSecondPage(model, { shop, customer })
    await fc.asyncModelRun(() => ({ model, real: { shop, customer } }), steps)
    await notifyOfEverything(model, { shop, customer })

    const shown = await customer.client.order(order.id)
    expect(shown).toMatchObject({ state: model.state, payment: { refundDue: model.refundsDue > 0 } })
    const booked = await database.queries
      .select()
      .from(paymentTransactions)
      .where(eq(paymentTransactions.orderId, order.id))
    const moved = model.pages.flatMap(({ paid }) => paid)
    expect(booked.map(({ transactionId }) => transactionId).toSorted()).toEqual(moved.toSorted())
    expect(booked.map(({ kind }) => kind).toSorted()).toEqual(model.kinds.toSorted())
    await expectSoundBooks(database)
  })
  await fc.assert(property, { numRuns: 60, endOnFailure: true })
})
