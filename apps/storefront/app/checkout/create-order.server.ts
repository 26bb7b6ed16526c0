import { createHash } from 'node:crypto'
import { ApiProblem } from '@shop/contract/main-api-client'
import { feedbackToWire } from '@shop/contract/order-codec'
import type { OrderCreated, CreateOrder as OrderRequest, OrderVisit } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import type { CalculatedCart } from '@shop/domain/calculate-cart'
import type { Cart, PatientProfiles } from '@shop/domain/cart'
import { comesHome } from '@shop/domain/laboratory'
import { toWire } from '@shop/domain/money'
import { pruneCart } from '@shop/domain/prune-cart'
import { redirectDocument } from 'react-router'
import {
  type LastOrder,
  readCartRecords,
  storedCartBody,
  storedDraftBody,
} from '../cart/cart-records.server.ts'
import { encodeCartAnswer } from '../cart/encode-cart.server.ts'
import {
  calculateOpenCart,
  changeCart,
  chosenStart,
  type OpenCart,
  openCart,
} from '../cart/open-cart.server.ts'
import { priceChanges, seenPricesOfRest } from '../cart/seen-prices.ts'
import { recheckCatalogue } from '../platform/catalogue/catalogue-cache.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { changeRecord } from '../platform/records/change-record.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** A repeated submission within this time means the order that the first one made. */
const SAME_ORDER_MS = 5 * 60_000

interface CreateOrder {
  shop: Shop
  laboratoryId: number
  seenTotal?: number | undefined
  seenOrder?: string | undefined
}

export interface CreatedOrder {
  orderId: string
  redirectUrl: string
}

/**
 * Makes an order from the cart and empties the cart once the order exists. `seenTotal` is the total that the
 * patient saw, in minor units; if absent, the prices seen when the lines were added are compared. `seenOrder` is the
 * digest of the order that the patient saw; if absent, the cart and the visit are ordered as they are.
 * @throws Problem `unknown_laboratory`, `cart_empty`, `cart_not_orderable`, `visit_not_chosen`, `price_changed` (with
 * the new cart), `stale_write` if something else than was seen would be ordered; ApiProblem `email_not_confirmed`, `slot_taken` and whatever else the main API refuses
 */
export async function createOrder(input: CreateOrder): Promise<CreatedOrder> {
  const shop: Shop = { ...input.shop, activeLaboratoryId: String(input.laboratoryId) }
  const open = await openCart(shop)
  if (open.laboratory?.id !== input.laboratoryId) throw new Problem('unknown_laboratory')
  const again = await sameOrder(open, input.laboratoryId)
  if (again) return again
  const calculated = calculateOpenCart(open)
  const visit = requireOrderable(open, calculated)
  if (isPriceChanged(open, calculated, input.seenTotal)) throw await reportPriceChange(shop, input)
  const { records } = open
  const request = requestOf(open, { calculated, visit })
  if (input.seenOrder !== undefined && input.seenOrder !== orderDigest(request)) {
    throw new Problem('stale_write')
  }
  // A version is never reused, even if the cart was deleted in between; the previous release makes the same
  // key from it.
  const idempotencyKey = `cart:${records.cartId}:${records.cart.version}`
  const created = await shop.api
    .createOrder(request, idempotencyKey)
    .catch((error: unknown) => afterRefusal(open, input, error))
  const redirectUrl = paymentRedirect(shop, created.redirectUrl)
  await finishOrder(open, { id: created.id, redirectUrl, createdAt: shop.now().toISOString() })
  return { orderId: created.id, redirectUrl }
}

/** The order as the cart and the visit are now. */
export function requestOf(
  { records, laboratory, shop }: OpenCart,
  { calculated, visit }: { calculated: CalculatedCart; visit: OrderVisit },
): OrderRequest {
  const { cart } = records.cart.body
  const pregnant = new Set(cart.pregnantPatientIds)
  return {
    laboratoryId: laboratory!.id,
    patients: calculated.patients.map(({ patientId, analysisIds }) => ({
      patientId,
      analysisIds: [...analysisIds],
      optionalMaterials: { ...cart.materialDecisions[patientId] },
      pregnant: pregnant.has(patientId),
      ...profilesOf(cart.profilesByPatientId?.[patientId]),
    })),
    visit,
    feedback: feedbackToWire(records.draft.body.feedback),
    expectedTotal: toWire(calculated.orderTotal),
    locale: shop.locale,
  }
}

function profilesOf(
  profiles: PatientProfiles | undefined,
): Pick<OrderRequest['patients'][number], 'profiles'> {
  if (!profiles) return {}
  return {
    profiles: Object.entries(profiles).map(([profileId, analysisIds]) => ({
      profileId: Number(profileId),
      analysisIds: [...analysisIds],
    })),
  }
}

/**
 * The visit as the main API expects it; null while it is not chosen. A time that has passed is left to the
 * main API to refuse: if it already has this order, it still answers with it.
 */
export function orderVisit(open: OpenCart): OrderVisit | null {
  const start = chosenStart(open)
  if (!start || !open.laboratory) return null
  if (!comesHome(open.laboratory)) return { kind: 'branch', start }
  const { homeCall } = open.records.draft.body
  if (!homeCall) return null
  const { callableRegionId, address, phone } = homeCall
  return { kind: 'homeCall', start, callableRegionId, address, phone }
}

/**
 * A short digest of what is ordered, where and when, apart from its price: a page sends back the one that it showed,
 * since another tab or device may have changed the cart or the visit.
 */
export function orderDigest({ laboratoryId, patients, visit, feedback }: OrderRequest): string {
  const seen = JSON.stringify([laboratoryId, patients, visit, feedback])
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22)
}

/**
 * A double click or a lost reply: the cart was emptied for an order a moment ago and has not changed since,
 * and that order still awaits payment.
 */
async function sameOrder({ records, shop }: OpenCart, laboratoryId: number): Promise<CreatedOrder | null> {
  const { lastOrder } = records.draft.body
  if (!lastOrder || lastOrder.emptiedVersion !== records.cart.version) return null
  if (Object.keys(records.cart.body.cart.analysisIdsByPatientId).length > 0) return null
  if (shop.now().getTime() - Date.parse(lastOrder.createdAt) > SAME_ORDER_MS) return null
  const order = await shop.api.order(lastOrder.id)
  if (order.state !== 'awaitingPayment' || order.laboratory.id !== laboratoryId) return null
  return { orderId: lastOrder.id, redirectUrl: lastOrder.redirectUrl }
}

function requireOrderable(open: OpenCart, { obstacles }: CalculatedCart) {
  if (obstacles.includes('cart_empty')) throw new Problem('cart_empty')
  if (obstacles.length > 0) throw new Problem('cart_not_orderable', { extension: { obstacles } })
  const visit = orderVisit(open)
  if (!visit) throw new Problem('visit_not_chosen')
  return visit
}

function isPriceChanged(open: OpenCart, calculated: CalculatedCart, seenTotal: number | undefined): boolean {
  if (seenTotal !== undefined) return seenTotal !== calculated.orderTotal.amount
  return priceChanges(calculated, open.laboratory?.id, open.records.cart.body.seenPrices).length > 0
}

/**
 * Reports the new cart. A caller that does not send the total it saw has now seen it, and accepts it by calling again.
 */
async function reportPriceChange(
  shop: Shop,
  { seenTotal }: Pick<CreateOrder, 'seenTotal'>,
): Promise<Problem> {
  if (seenTotal !== undefined) return new Problem('price_changed', { extension: undefined })
  const { open } = await changeCart(shop, (open) => ({
    cart: open.records.cart.body.cart,
    pricesSeen: true,
    result: undefined,
  }))
  const answer = await encodeCartAnswer(open)
  return new Problem('price_changed', { extension: answer })
}

async function afterRefusal(open: OpenCart, input: CreateOrder, error: unknown): Promise<OrderCreated> {
  const { shop } = open
  if (!(error instanceof ApiProblem)) throw error
  if (error.code === 'price_changed') {
    recheckCatalogue(shop)
    throw await reportPriceChange(shop, input)
  }
  if (error.errors.some(({ path }) => path === 'visit.callableRegionId')) {
    // No longer visited since a moment ago: the next look at the cart tells.
    recheckCatalogue(shop)
    throw new Problem('visit_not_chosen')
  }
  if (error.code === 'idempotency_key_reused') {
    // This very cart was ordered, but a crash kept it from being emptied, and something was changed since. An order
    // made before this version belongs to another cart: the previous release restarted the versions with each cart.
    const [latest] = await shop.api.orders({ limit: 1 })
    const { updatedAt } = open.records.cart
    if (latest && updatedAt && Date.parse(latest.createdAt) >= updatedAt.getTime()) {
      const redirectUrl = `${pathOf('orderSubmitted')}?orderId=${latest.id}`
      return { id: latest.id, number: latest.number, redirectUrl }
    }
  }
  throw error
}

/** Removes what was ordered from the cart; what another tab has added in the meantime stays. */
function withoutOrdered(cart: Cart, ordered: Cart): Cart['analysisIdsByPatientId'] {
  return Object.fromEntries(
    Object.entries(cart.analysisIdsByPatientId).map(([patientId, ids]) => {
      const gone = new Set(ordered.analysisIdsByPatientId[patientId])
      return [patientId, ids.filter((id) => !gone.has(id))]
    }),
  )
}

/**
 * Once the order exists: empties the cart, forgets the visit's time and keeps the address for the next order.
 * A crash before this leaves the cart full; ordering it again is answered with the same order.
 */
async function finishOrder(open: OpenCart, order: Omit<LastOrder, 'emptiedVersion'>): Promise<void> {
  const { owner, catalogue, records } = open
  // Named: without an id the latest cart would be read, which another device may have changed in the meantime.
  const shop: Shop = { ...open.shop, cartStorageId: records.cartId }
  const ordered = records.cart.body.cart
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
      const seenPrices = seenPricesOfRest(body.seenPrices, cart, catalogue.assortment)
      return { body: storedCartBody({ ...body, cart, previous: null, seenPrices }), result: undefined }
    },
  })
  await changeRecord({
    ...base,
    async read() {
      const { draft } = await readCartRecords(shop, owner)
      return { record: draft, body: draft.body }
    },
    async change({ body }) {
      const homeCall = body.homeCall && { ...body.homeCall, visitDate: '' }
      const lastOrder = { ...order, emptiedVersion: version }
      const after = { ...body, chosenTime: null, homeCall, lastOrder }
      return { body: storedDraftBody(after), result: undefined }
    },
  })
}

/**
 * The address to send the patient to, if its host is one of the configured payment hosts or the shop itself.
 * @throws Problem `payment_provider_unavailable` for any other
 */
export function paymentRedirect({ paymentPageHosts, publicUrl, logger }: Shop, redirectUrl: string): string {
  const shop = new URL(publicUrl)
  const url = URL.canParse(redirectUrl, publicUrl) ? new URL(redirectUrl, publicUrl) : null
  const isOwn = url?.origin === shop.origin
  // Plain HTTP only if the shop itself uses it: on a local machine.
  const isSafe = url?.protocol === 'https:' || url?.protocol === shop.protocol
  if (url && isSafe && (isOwn || paymentPageHosts.includes(url.host))) return url.href
  logger.error('payment page refused: its host is not allowed')
  throw new Problem('payment_provider_unavailable')
}

/** A full page load even if the sandbox's payment page is on this host: it is not a route of the shop. */
export const toPaymentPage = (address: string): Response => redirectDocument(address, 303)
