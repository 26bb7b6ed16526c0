import { createHash } from 'node:crypto'
import type { CalculatedCallStructure } from '@shop/contract/cart'
import { type Feedback, feedbackFromWire } from '@shop/contract/order-codec'
import { DEFAULT_FEEDBACK } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import {
  cartFromStored,
  cartToStored,
  draftFromStored,
  draftToStored,
  type StoredCart,
} from '@shop/contract/stored-cart'
import { type Cart, emptyCart } from '@shop/domain/cart'
import { readRecords, readRecordsOf, type StoredRecord } from '../platform/records/record-store.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** Prices in minor units that the patient has seen, so that later changes can be shown. */
export interface SeenPrices {
  laboratoryId: number
  currency: string
  analyses: Record<number, number>
  materials: Record<number, number>
}

/** The format in which a cart's body is written; an earlier one is converted when it is read. */
const CART_FORMAT = 2

/** The stored body of a cart. */
export interface CartBody {
  format: typeof CART_FORMAT
  cart: Cart
  /** The cart before the last removal, for a single undo. */
  previous: Cart | null
  /** The laboratory of the last change: used when a caller names none. */
  laboratoryId: number | null
  seenPrices: SeenPrices | null
}

export type HomeCall = Omit<CalculatedCallStructure, 'regionName'>

/** A stored home visit. The previous release stored it without its laboratory: its time then counts for the cart's. */
interface KeptHomeCall extends HomeCall {
  laboratoryId?: number
}

/** The last order made from this cart. */
export interface LastOrder {
  id: string
  redirectUrl: string
  createdAt: string
  /**
   * The cart's version after it was emptied: as long as it is unchanged, a repeated submission means the same order.
   */
  emptiedVersion: number | null
}

/** What is stored while an order is being made. */
export interface OrderDraftBody {
  /** A time at a branch, with the branch; at a home-visit laboratory `homeCall` has it too. */
  chosenTime: { date: string; laboratoryId: number } | null
  /**
   * A home visit. `visitDate` is '' once an order was made from it and only the address is remembered. At
   * another laboratory, too, only the address counts.
   */
  homeCall: KeptHomeCall | null
  feedback: Feedback
  /** Fields of the home visit's form that were typed but not yet saved. */
  typedCall: Record<string, string> | null
  lastOrder: LastOrder | null
}

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

const EMPTY_CART_BODY: CartBody = {
  format: CART_FORMAT,
  cart: emptyCart,
  previous: null,
  laboratoryId: null,
  seenPrices: null,
}

const EMPTY_ORDER_DRAFT: OrderDraftBody = {
  chosenTime: null,
  homeCall: null,
  feedback: feedbackFromWire(DEFAULT_FEEDBACK),
  typedCall: null,
  lastOrder: null,
}

interface StoredCartBody extends Omit<CartBody, 'format' | 'cart' | 'previous'> {
  /** Format 1 had no number. */
  format?: typeof CART_FORMAT
  cart: StoredCart
  previous: StoredCart | null
}

/**
 * The body of a cart's record in the current format. A process of the previous release may run beside this
 * one: its bodies have no format, and it reads the old field name from what this release writes.
 */
function cartBodyOf(stored: Partial<StoredCartBody>): CartBody {
  const { cart, previous, ...rest } = stored
  return {
    ...EMPTY_CART_BODY,
    ...rest,
    format: CART_FORMAT,
    cart: cart ? cartFromStored(cart) : emptyCart,
    previous: previous ? cartFromStored(previous) : null,
  }
}

/**
 * The body to write: format 2, plus the field that the previous release reads. The next release writes `body` as it is.
 */
export function storedCartBody(body: CartBody): StoredCartBody {
  const { cart, previous } = body
  return { ...body, cart: cartToStored(cart), previous: previous && cartToStored(previous) }
}

type StoredDraftBody = ReturnType<typeof storedDraftBody>

function orderDraftBodyOf(stored: Partial<StoredDraftBody>): OrderDraftBody {
  return { ...EMPTY_ORDER_DRAFT, ...draftFromStored(stored) }
}

/** The body to write: every release stores the same shape. */
export const storedDraftBody = (body: OrderDraftBody) => draftToStored(body)
