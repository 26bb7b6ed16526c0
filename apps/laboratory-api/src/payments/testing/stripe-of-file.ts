import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll } from 'vitest'
import { type Customer, openShop, type Shop } from '../../orders/testing/order-fixture.ts'
import { expectSoundBooks } from './expect-sound-books.ts'
import { type StripeServer, startStripeServer } from './stripe-server.ts'

interface StripeOfFile {
  database: TestDatabase
  stripe: StripeServer
  shop: Shop
  customer: Customer
}

/** A shop that is paid through Stripe, with a customer, for the tests of one file. Read its members inside tests. */
export function stripeOfFile(): StripeOfFile {
  const house = {} as StripeOfFile
  beforeAll(async () => {
    house.database = await openTestDatabase()
    house.stripe = await startStripeServer()
    house.shop = await openShop(house.database, { payment: house.stripe.settings })
    house.customer = await house.shop.customer()
  })
  afterAll(async () => {
    await expectSoundBooks(house.database)
    await house.shop.close()
    await house.stripe.close()
    await house.database.close()
  })
  return house
}
