import type { OrderSummary } from '@shop/contract/orders'
import type { OrderState } from '@shop/domain/order-states'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import { formatMoment } from '../platform/texts/format-dates.server.ts'

/** The order that is under way, as the start page shows it. */
export interface CurrentOrder {
  id: string
  number: string
  state: StateUnderWay
  patientNames: string[]
  analysisCount: number
  /** "Mon 23 Nov, 8:30" */
  visit: string
}

const UNDER_WAY = [
  'awaitingPayment',
  'paid',
  'collected',
  'inProgress',
  'partiallyReported',
] as const satisfies OrderState[]
type StateUnderWay = (typeof UNDER_WAY)[number]

/** The newest order under way of a logged-in visitor. Nothing when the orders cannot be read: the start page does without. */
export async function currentOrder(shop: Shop): Promise<CurrentOrder | null> {
  if (!shop.token) return null
  try {
    const viewer = await viewerId(shop)
    if (shop.memory.usersWithoutOrder.has(viewer)) return null
    for (const order of await shop.api.orders()) {
      const state = UNDER_WAY.find((one) => one === order.state)
      if (state) return currentOrderView(order, state, shop)
    }
    shop.memory.usersWithoutOrder.set(viewer, true)
    return null
  } catch {
    // A token that no longer holds ends the session where the shell is loaded.
    return null
  }
}

function currentOrderView(order: OrderSummary, state: StateUnderWay, shop: Shop): CurrentOrder {
  const { id, number, patientNames, analysisCount, visit } = order
  return {
    id,
    number,
    state,
    patientNames,
    analysisCount,
    visit: formatMoment(visit.start, shop.locale, shop.businessTimeZone),
  }
}
