import { createHash } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import { readRecords, readRecordsOf, type StoredRecord } from '../platform/records/record-store.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type CartBody, cartBodyOf, type OrderDraftBody, orderDraftBodyOf } from './cart-bodies.ts'

const CART_ID = /^[\w-]{1,64}$/

export interface CartRecords {
  cartId: string
  cart: StoredRecord & { body: CartBody }
  draft: StoredRecord & { body: OrderDraftBody }
}

interface Collections {
  carts: string
  drafts: string
}

function collectionsOf(partner: string): Collections {
  const base = `/storage/${partner}`
  return { carts: `${base}/carts`, drafts: `${base}/order-details` }
}

/** The id of an owner's first cart: the same on every device, so that two first additions end up in one cart. */
function firstCartId(partner: string, owner: string): string {
  const hex = createHash('sha256').update(`${partner} ${owner}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * The owner's cart and order draft, in one statement: by the id in the request, or else the owner's latest,
 * so that another device finds the same cart. Records not stored yet have version 0.
 * @throws Problem `not_found` if an id from a header is malformed or belongs to another account
 */
export async function readCartRecords(shop: Shop, owner: string): Promise<CartRecords> {
  const { partner } = shop.env
  const collections = collectionsOf(partner)
  const { queries } = shop.database
  const given = shop.cartStorageId
  if (given !== undefined) {
    const named = await readNamed({ shop, given, owner, collections }).catch((error: unknown) => {
      if (!forgetCookie(shop, given, error)) throw error
    })
    if (named) return named
  }
  const found = await readRecordsOf(queries, {
    owner,
    collections: [collections.carts, collections.drafts],
  })
  const latest = found.find(({ collection }) => collection === collections.carts) ?? found[0]
  const cartId = latest?.key.slice(latest.collection.length + 1) ?? firstCartId(partner, owner)
  return assemble({ cartId, owner, collections, found })
}

interface Named {
  shop: Shop
  given: string
  owner: string
  collections: Collections
}

async function readNamed({ shop, given, owner, collections }: Named): Promise<CartRecords> {
  if (!CART_ID.test(given)) throw new Problem('not_found')
  const keys = [`${collections.carts}/${given}`, `${collections.drafts}/${given}`] as const
  const found = await readRecords(shop.database.queries, { keys, owner })
  return assemble({ cartId: given, owner, collections, found: [...found.values()] })
}

/**
 * A cookie may name a cart that is not the caller's: it is cleared, and the caller's own cart is read. An id
 * in a header is the caller's responsibility.
 */
function forgetCookie(shop: Shop, given: string, error: unknown): boolean {
  if (!(error instanceof Problem) || shop.cookies.get('cartStorageId') !== given) return false
  shop.cartStorageId = undefined
  shop.cookies.clear('cartStorageId')
  return true
}

function assemble(input: {
  cartId: string
  owner: string
  collections: Collections
  found: readonly StoredRecord[]
}): CartRecords {
  const { cartId, owner, collections, found } = input
  const recordOf = <Body>(collection: string, bodyOf: (stored: object) => Body) => {
    const key = `${collection}/${cartId}`
    const stored = found.find((candidate) => candidate.key === key)
    const record = stored ?? { key, collection, owner, version: 0, updatedAt: null, body: {} }
    return { ...record, body: bodyOf(record.body as object) }
  }
  return {
    cartId,
    cart: recordOf(collections.carts, cartBodyOf),
    draft: recordOf(collections.drafts, orderDraftBodyOf),
  }
}
