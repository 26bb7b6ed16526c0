import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedRows } from '../encryption/testing/sealed-rows.ts'
import { unreadableWords } from '../encryption/unreadable.ts'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

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

const { rowsOf, dumpOf, stored, putInTheClear, putSealed, ageKeys, sweep } = sealedRows(() => shop.api)
const REASON = { table: 'payment_refund', column: 'reason' }
const WORDS = 'She is pregnant and may not fast.'

let later = 0
/** A paid order that reception has cancelled with these words. */
async function cancelled(words = WORDS) {
  const customer = await shop.customer()
  const start = new Date(Date.parse('2040-03-20T06:00:00Z') + 15 * 60_000 * later++).toISOString()
  const { id, number, token } = await shop.placeOrder(customer, { visit: { kind: 'branch', start } })
  shop.bepaid.conclude(token, 'successful')
  await shop.notify(shop.bepaid.notification(token))
  const { client } = await createStaff(shop.api, everywhere('reception'))
  await client.cancelAtDesk(id, { state: 'paid', reason: words, isAgreed: true })
  const [row] = await rowsOf<{ id: string }>(
    `select refund.id from laboratory.payment_refund as refund
     join laboratory.payment_transaction as payment on payment.id = refund.transaction_id
     where payment.order_id = '${id}'`,
  )
  const finance = await createStaff(shop.api, everywhere('finance'))
  const { payments } = await finance.client.listPayments({ find: number })
  const read = async () =>
    (await finance.client.readPayment(payments[0]!.id)).transactions[0]!.refunds[0]!.reason
  return { customer, number, refundId: row!.id, read }
}

test('the reason for a refund is read at the desk and exported, is in no row in the clear, and is not sent to the provider', {
  tags: ['ASVS-14.2.4'],
}, async () => {
  const { customer, number, refundId, read } = await cancelled()
  expect(await read()).toBe(WORDS)
  const exported = await (await customer.client.exportAccount()).text()
  expect(JSON.parse(exported).orders).toMatchObject([{ refunds: [{ reason: WORDS }] }])
  expect(exported).not.toContain('sealed')
  expect(await dumpOf('payment_refund')).not.toContain('pregnant')
  expect(await stored(REASON, refundId)).toEqual({ clear: '', sealed: expect.any(String) })
  const sent = shop.bepaid.refunds.at(-1)
  expect(sent).toMatchObject({ reason: `Order ${number}` })
  expect(JSON.stringify(sent)).not.toContain('pregnant')
})

test('a reason that no key opens is shown as unreadable, and its payment is still shown', async () => {
  const { refundId, read } = await cancelled()
  const { sealed } = await stored(REASON, refundId)
  await putSealed(REASON, refundId, 'nonsense')
  expect(await read()).toBe(unreadableWords('en'))
  await putSealed(REASON, refundId, sealed)
})

test('a reason stored by the previous release is readable, is sealed after a day, and is erased by either release', {
  tags: ['slow'],
}, async () => {
  const { refundId, read } = await cancelled()
  await putInTheClear(REASON, refundId, WORDS)
  expect(await read()).toBe(WORDS)
  await ageKeys('1 hour')
  expect(await sweep()).toEqual({ sealed: 0, failed: 0 })
  await ageKeys('1 day')
  expect(await sweep()).toEqual({ sealed: 1, failed: 0 })
  expect(await dumpOf('payment_refund')).not.toContain('pregnant')
  expect(await read()).toBe(WORDS)
  await rowsOf(`update laboratory.payment_refund set reason = null where id = '${refundId}'`)
  expect(await stored(REASON, refundId)).toEqual({ clear: null, sealed: null })
  expect(await read()).toBeNull()
})
