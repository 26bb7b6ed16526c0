import type { OrderDraftBody } from '../cart/cart-bodies.ts'
import { readCartRecords } from '../cart/cart-records.server.ts'
import { keepCartId } from '../cart/change-cart.server.ts'
import { type OpenCart, readSurroundings, withCatalogue } from '../cart/open-cart.server.ts'
import { changeRecord } from '../platform/records/change-record.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** Changes the caller's order draft as `changeCart` does the cart; answers the cart with the new draft. */
export async function changeOrderDraft(
  shop: Shop,
  change: (draft: OrderDraftBody, open: OpenCart) => OrderDraftBody | Promise<OrderDraftBody>,
): Promise<OpenCart> {
  const surroundings = await readSurroundings(shop)
  const { owner } = surroundings
  const { read, version, result } = await changeRecord({
    queries: shop.database.queries,
    owner,
    now: shop.now,
    async read() {
      const records = await readCartRecords(shop, owner)
      return { record: records.draft, open: await withCatalogue(surroundings, records) }
    },
    async change({ open }) {
      const body = await change(open.records.draft.body, open)
      return { body, result: body }
    },
  })
  keepCartId(shop, read.open.records.cartId)
  const draft = { ...read.open.records.draft, version, body: result }
  return { ...read.open, records: { ...read.open.records, draft } }
}
