import type { Order } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import { addToCart } from '@shop/domain/add-to-cart'
import type { Cart } from '@shop/domain/cart'
import { unavailabilityOf } from '@shop/domain/cart-materials'
import { rulesDate } from '../cart/calculate-open-cart.ts'
import { calculatorInput, changeCart } from '../cart/change-cart.server.ts'
import type { OpenCart } from '../cart/open-cart.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/**
 * Puts what was ordered into the cart again, for patients that are still there, with the same decisions about
 * materials. Answers whether all of it could be added: the laboratory may offer less, a rule may say no by now.
 */
export async function orderAgain(input: { shop: Shop; orderId: string }): Promise<{ isComplete: boolean }> {
  const { shop, orderId } = input
  const order = await shop.api.order(orderId)
  const { result } = await changeCart(shop, (open) => {
    if (!open.laboratory) throw new Problem('unknown_laboratory')
    const { cart, isComplete } = withOrder(open, order)
    return { cart, result: { isComplete } }
  })
  return result
}

function withOrder(open: OpenCart, order: Order): { cart: Cart; isComplete: boolean } {
  const { assortment } = open.catalogue
  const base = {
    patients: open.patients,
    assortment,
    onDate: rulesDate(calculatorInput(open)),
  }
  let { cart } = open.records.cart.body
  let isComplete = true
  for (const { patientId, lines, profiles, optionalMaterials } of order.patients) {
    const wanted = lines.flatMap(({ kind, id }) => (kind === 'analysis' ? id : []))
    const analysisIds = wanted.filter((id) => unavailabilityOf(id, assortment) === null)
    const decisions = Object.fromEntries(
      Object.entries(optionalMaterials).filter(([id]) => assortment.materials.has(Number(id))),
    )
    const isKnown = open.patients.some(({ id }) => id === patientId)
    if (!isKnown || analysisIds.length === 0) {
      isComplete = false
      continue
    }
    const result = addToCart({
      ...base,
      cart,
      analysisIds,
      patientIds: [patientId],
      decisions: { [patientId]: decisions },
      profiles: Object.fromEntries(
        profiles.flatMap(({ id, analysisIds: ids }) => (id === null ? [] : [[id, ids]])),
      ),
    })
    if (result.status === 'added') cart = result.cart
    const isWhole = result.status === 'added' && result.ruleApplications.length === 0
    isComplete &&= isWhole && analysisIds.length === wanted.length
  }
  return { cart, isComplete }
}
