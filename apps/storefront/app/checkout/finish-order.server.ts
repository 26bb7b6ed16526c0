import type { CartDocument } from '@shop/domain/cart'
import { pruneCart } from '@shop/domain/prune-cart'
import type { LastOrder } from '../cart/cart-bodies.ts'
import { readCartDocuments } from '../cart/cart-documents.server.ts'
import type { OpenCart } from '../cart/open-cart.server.ts'
import { changeDocument } from '../platform/records/change-document.server.ts'

/** Takes what was ordered out of the cart: what another tab added meanwhile stays. */
function withoutOrdered(cart: CartDocument, ordered: CartDocument): CartDocument['analysisIdsByPatientId'] {
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
  const ordered = open.documents.cart.body.cart
  const base = { queries: shop.database.queries, owner, now: shop.now }
  const { version } = await changeDocument({
    ...base,
    async read() {
      const { cart } = await readCartDocuments(shop, owner)
      return { document: cart, body: cart.body }
    },
    async change({ body }) {
      const analysisIdsByPatientId = withoutOrdered(body.cart, ordered)
      const cart = pruneCart({ ...body.cart, analysisIdsByPatientId }, catalogue.assortment)
      return { body: { ...body, cart, previous: null }, result: undefined }
    },
  })
  await changeDocument({
    ...base,
    async read() {
      const { draft } = await readCartDocuments(shop, owner)
      return { document: draft, body: draft.body }
    },
    async change({ body }) {
      const callDetails = body.callDetails && { ...body.callDetails, visitDate: '' }
      const lastOrder = { ...order, emptiedVersion: version }
      return { body: { ...body, nurseCheckout: null, callDetails, lastOrder }, result: undefined }
    },
  })
}
