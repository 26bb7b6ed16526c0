import { expect, test } from 'vitest'
import { createTestShop, formOf, sent } from '../testing/test-shop.ts'
import { changeOrder } from './change-order.server.ts'

// Observed: `POST /orders/..%2Flogout%3F` with this form ended the session.
test.each(['pay', 'cancel', 'again'])(
  'an address that names no order makes no request to the main API, %s',
  async (intent) => {
    const { shop, calls } = createTestShop({}, { token: 'token' })
    const acting = changeOrder(shop, '../logout?', sent(formOf({ intent })))
    await expect(acting).rejects.toMatchObject({ status: 404 })
    expect(calls).toEqual([])
  },
)
