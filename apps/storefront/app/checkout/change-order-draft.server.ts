import type { OrderDraftBody } from '../cart/cart-bodies.ts'
import { readCartDocuments } from '../cart/cart-documents.server.ts'
import { keepCartId } from '../cart/change-cart.server.ts'
import { type OpenCart, readSurroundings, withCatalogue } from '../cart/open-cart.server.ts'
import { changeDocument } from '../platform/records/change-document.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** Changes the caller's order draft as `changeCart` does the cart; answers the cart with the new draft. */
export async function changeOrderDraft(
  shop: Shop,
  change: (draft: OrderDraftBody, open: OpenCart) => OrderDraftBody | Promise<OrderDraftBody>,
): Promise<OpenCart> {
  const surroundings = await readSurroundings(shop)
  const { owner } = surroundings
  const { read, version, result } = await changeDocument({
    queries: shop.database.queries,
    owner,
    now: shop.now,
    async read() {
      const documents = await readCartDocuments(shop, owner)
      return { document: documents.draft, open: await withCatalogue(surroundings, documents) }
    },
    async change({ open }) {
      const body = await change(open.documents.draft.body, open)
      return { body, result: body }
    },
  })
  keepCartId(shop, read.open.documents.cartId)
  const draft = { ...read.open.documents.draft, version, body: result }
  return { ...read.open, documents: { ...read.open.documents, draft } }
}
