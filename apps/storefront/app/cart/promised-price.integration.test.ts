import { isTriedHere } from '@shop/database/testing/test-database'
import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { formOf } from '../testing/test-shop.ts'
import { addChosen } from './add-to-cart.server.ts'
import { findAddable } from './addable.server.ts'
import { selectionSum } from './choose-patients.tsx'
import { loadAddToCart } from './load-add-to-cart.server.ts'
import { loadCart } from './load-cart.server.ts'
import { resetCart } from './remove-from-cart.server.ts'

// Orders the whole catalogue, item by item, on PostgreSQL.
const PATIENCE_MS = 240_000

let storefront: TestStorefront
let anna: Customer
beforeAll(async () => {
  storefront = await openTestStorefront()
  anna = await storefront.customer()
  await storefront.patient(anna, 'Viktor', 'MALE', '1965-03-14')
  await storefront.patient(anna, 'Sofia', 'FEMALE', '2034-06-11')
})
afterAll(() => storefront.close())

/** Chooses every patient who may have it and buys every container, as the page's form does; returns both sums. */
async function order(addableType: string, addableId: number) {
  const shop = storefront.shopOf(anna)
  const addable = (await findAddable(shop, { addableType, addableId: String(addableId) }))!
  const url = new URL(`http://shop.test/add-to-cart/${addableType}/${addableId}`)
  const { choices } = await loadAddToCart({ shop, addable, url })
  const offered = choices!.filter(({ state }) => state === 'offered')
  const answers = Object.fromEntries(
    offered.flatMap(({ patientId, needsPregnancy, quote, leftOutIds }) => [
      ...(needsPregnancy ? [[`pregnant.${patientId}`, 'yes']] : []),
      ...quote.materials.map(({ materialId }) => [`material.${patientId}.${materialId}`, 'buy']),
      [`leftOut.${patientId}`, leftOutIds.join()],
    ]),
  )
  const patientIds = offered.map(({ patientId }) => patientId)
  const { sum } = selectionSum(choices!, patientIds, new Map(Object.entries(answers)))
  const answer = await addChosen({ shop, addable, form: formOf({ ...answers, patientIds }) })
  const { summary, obstacles } = await loadCart(shop)
  await resetCart({ shop })
  const isAdded = answer instanceof Response
  return { isAdded, obstacles, patientCount: patientIds.length, promised: sum, charged: summary.cartTotal }
}

test('every analysis and profile is sold at the price shown beside the button', {
  tags: ['slow'],
  timeout: PATIENCE_MS,
}, async () => {
  const { api } = storefront.shopOf(anna)
  const analyses = await api.analyses({ laboratoryId: 1 })
  const profiles = await api.profiles({ laboratoryId: 1 })
  const addables = [
    ...analyses.map(({ id, code }) => ['analysis', id, code] as const),
    ...profiles.map(({ id, code }) => ['profile', id, code] as const),
  ]
  for (const [type, id, code] of addables.filter((_, index) => isTriedHere(index))) {
    const { promised, charged, patientCount, ...sold } = await order(type, id)
    expect([code, sold, charged]).toEqual([code, { isAdded: true, obstacles: [] }, promised])
    expect([code, patientCount]).not.toEqual([code, 0])
  }
})
