import type { OrderSummary } from '@shop/contract/orders'
import type { OrderState } from '@shop/domain/order-states'
import type { Shop } from '../platform/session/shop-context.server.ts'
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

export type StateUnderWay = Exclude<OrderState, 'completed' | 'expired' | 'cancelled' | 'refunded'>

export function currentOrderView(order: OrderSummary, shop: Shop): CurrentOrder {
  const { id, number, state, patientNames, analysisCount, visit } = order
  return {
    id,
    number,
    state: state as StateUnderWay,
    patientNames,
    analysisCount,
    visit: formatMoment(visit.start, shop.locale, shop.businessTimeZone),
  }
}
