import type { OrderSummary } from '@shop/contract/orders'
import type { OrderState } from '@shop/domain/order-states'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import { formatMoment } from '../platform/texts/format-dates.server.ts'

/** The order that is under way, as the start page shows it. */
export interface CurrentOrder {
  id: string
  number: string
  state: OrderState
  patientNames: string[]
  analysisCount: number
  /** "Mon 23 Nov, 8:30" */
  visit: string
}

const UNDER_WAY: readonly OrderState[] = [
  'awaitingPayment',
  'paid',
  'collected',
  'inProgress',
  'partiallyReported',
]

/** The newest order under way of a logged-in visitor. Nothing when the orders cannot be read: the start page does without. */
export async function currentOrder(shop: Shop): Promise<CurrentOrder | null> {
  if (!shop.token) return null
  try {
    const viewer = await viewerId(shop)
    if (shop.memory.usersWithoutOrder.has(viewer)) return null
    const order = (await shop.api.orders()).find(({ state }) => UNDER_WAY.includes(state))
    if (order) return currentOrderView(order, shop)
    shop.memory.usersWithoutOrder.set(viewer, true)
    return null
  } catch {
    // A token that no longer holds ends the session where the shell is loaded.
    return null
  }
}

function currentOrderView(order: OrderSummary, shop: Shop): CurrentOrder {
  const { id, number, state, patientNames, analysisCount, visit } = order
  return {
    id,
    number,
    state,
    patientNames,
    analysisCount,
    visit: formatMoment(visit.start, shop.locale, shop.businessTimeZone),
  }
}
