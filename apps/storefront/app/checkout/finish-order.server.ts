import type { Cart } from '@shop/domain/cart'
import { pruneCart } from '@shop/domain/prune-cart'
import { type LastOrder, storedCartBody } from '../cart/cart-bodies.ts'
import { readCartRecords } from '../cart/cart-records.server.ts'
import type { OpenCart } from '../cart/open-cart.server.ts'
import { changeRecord } from '../platform/records/change-record.server.ts'

/** Takes what was ordered out of the cart: what another tab added meanwhile stays. */
function withoutOrdered(cart: Cart, ordered: Cart): Cart['analysisIdsByPatientId'] {
  return Object.fromEntries(
    Object.entries(cart.analysisIdsByPatientId).map(([patientId, ids]) => {
      const gone = new Set(ordered.analysisIdsByPatientId[patientId])
      return [patientId, ids.filter((id) => !gone.has(id))]
    }),
  )
}

/**
 * After the order exists: empties the cart, forgets the visit's time and keeps the address for the next order.
 * A crash before this leaves the cart full; ordering it again is answered with the same order.
 */
export async function finishOrder(open: OpenCart, order: Omit<LastOrder, 'emptiedVersion'>): Promise<void> {
  const { shop, owner, catalogue } = open
  const ordered = open.records.cart.body.cart
  const base = { queries: shop.database.queries, owner, now: shop.now }
  const { version } = await changeRecord({
    ...base,
    async read() {
      const { cart } = await readCartRecords(shop, owner)
      return { record: cart, body: cart.body }
    },
    async change({ body }) {
      const analysisIdsByPatientId = withoutOrdered(body.cart, ordered)
      const cart = pruneCart({ ...body.cart, analysisIdsByPatientId }, catalogue.assortment)
      return { body: storedCartBody({ ...body, cart, previous: null }), result: undefined }
    },
  })
  await changeRecord({
    ...base,
    async read() {
      const { draft } = await readCartRecords(shop, owner)
      return { record: draft, body: draft.body }
    },
    async change({ body }) {
      const callDetails = body.callDetails && { ...body.callDetails, visitDate: '' }
      const lastOrder = { ...order, emptiedVersion: version }
      return { body: { ...body, nurseCheckout: null, callDetails, lastOrder }, result: undefined }
    },
  })
}
