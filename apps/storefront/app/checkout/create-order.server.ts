import { ApiProblem } from '@shop/contract/main-api-client'
import type { OrderCreated } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import type { CalculatedCart } from '@shop/domain/calculate-cart'
import { calculateOpenCart } from '../cart/calculate-open-cart.ts'
import { calculatorInput, changeCart } from '../cart/change-cart.server.ts'
import { encodeCartAnswer } from '../cart/encode-cart.server.ts'
import { type OpenCart, openCart } from '../cart/open-cart.server.ts'
import { priceChanges } from '../cart/seen-prices.ts'
import { recheckCatalogue } from '../platform/catalogue/catalogue-cache.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { finishOrder } from './finish-order.server.ts'
import { orderRequest, orderVisit } from './order-request.ts'
import { paymentRedirect } from './payment-redirect.server.ts'

/** A second press within this time means the order that the first one made. */
const SAME_ORDER_MS = 5 * 60_000

interface CreateOrder {
  shop: Shop
  laboratoryId: number
  seenTotal?: number | undefined
}

export interface CreatedOrder {
  orderId: string
  redirectUrl: string
}

/**
 * Makes an order of the cart and empties the cart once the order exists. `seenTotal` is the sum that the
 * patient saw, in minor units; absent: the prices as they were when the lines came into the cart.
 * @throws Problem `unknown_laboratory`, `cart_empty`, `cart_not_orderable`, `visit_not_chosen`, `price_changed` (with the new cart);
 * ApiProblem `email_not_confirmed`, `slot_taken` and what else the main API refuses
 */
export async function createOrder(input: CreateOrder): Promise<CreatedOrder> {
  const shop: Shop = { ...input.shop, activeLaboratoryId: String(input.laboratoryId) }
  const open = await openCart(shop)
  if (open.laboratory?.id !== input.laboratoryId) throw new Problem('unknown_laboratory')
  const again = await sameOrder(open, input.laboratoryId)
  if (again) return again
  const calculated = calculateOpenCart(calculatorInput(open))
  const visit = requireOrderable(open, calculated)
  if (isPriceChanged(open, calculated, input.seenTotal)) throw await tellPriceChange(shop, input)
  const { records, laboratory } = open
  const request = orderRequest({
    cart: records.cart.body.cart,
    calculated,
    draft: records.draft.body,
    laboratory: laboratory!,
    visit,
    locale: shop.locale,
  })
  const idempotencyKey = `cart:${records.cartId}:${records.cart.version}`
  const created = await shop.api
    .createOrder(request, idempotencyKey)
    .catch((error: unknown) => afterRefusal(shop, input, error))
  const redirectUrl = paymentRedirect(shop, created.redirectUrl)
  await finishOrder(open, { id: created.id, redirectUrl, createdAt: shop.now().toISOString() })
  return { orderId: created.id, redirectUrl }
}

/** A double press or a lost answer: the cart has been emptied for an order a moment ago, untouched since, and that order still waits. */
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
  const visit = open.laboratory ? orderVisit(open.records.draft.body, open.laboratory) : null
  if (!visit) throw new Problem('visit_not_chosen')
  return visit
}

function isPriceChanged(open: OpenCart, calculated: CalculatedCart, seenTotal: number | undefined): boolean {
  if (seenTotal !== undefined) return seenTotal !== calculated.orderTotal.amount
  return priceChanges(calculated, open.laboratory?.id, open.records.cart.body.seenPrices).length > 0
}

/** Tells the new cart; who does not say what was seen has seen it now, and accepts it by calling again. */
async function tellPriceChange(shop: Shop, { seenTotal }: Pick<CreateOrder, 'seenTotal'>): Promise<Problem> {
  if (seenTotal !== undefined) return new Problem('price_changed')
  const { open } = await changeCart(shop, (open) => ({
    cart: open.records.cart.body.cart,
    pricesSeen: true,
    result: undefined,
  }))
  const answer = await encodeCartAnswer(open)
  return new Problem('price_changed', { extension: { ...answer } })
}

async function afterRefusal(shop: Shop, input: CreateOrder, error: unknown): Promise<OrderCreated> {
  if (!(error instanceof ApiProblem)) throw error
  if (error.code === 'price_changed') {
    recheckCatalogue(shop)
    throw await tellPriceChange(shop, input)
  }
  if (error.code === 'idempotency_key_reused') {
    // This very cart was ordered before a crash kept it from being emptied, and something was changed since.
    const [latest] = await shop.api.orders()
    if (latest) {
      const redirectUrl = `${pathOf('orderSubmitted')}?orderId=${latest.id}`
      return { id: latest.id, number: latest.number, redirectUrl }
    }
  }
  throw error
}
