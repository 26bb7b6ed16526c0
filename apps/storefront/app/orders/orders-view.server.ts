import { todayIn } from '@shop/domain/age'
import type { WireMoney } from '@shop/domain/money'
import type { OrderState } from '@shop/domain/order-states'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay, formatTime } from '../platform/texts/format-dates.server.ts'

export interface OrderRowView {
  id: string
  number: string
  state: OrderState
  /** "Fri 20 Nov" */
  createdOn: string
  /** "Mon 23 Nov, 8:30" */
  visit: string
  visitKind: 'branch' | 'homeCall'
  patients: string
  testCount: number
  total: WireMoney
}

/** The account's orders, newest first. */
export async function loadOrders(shop: Shop): Promise<OrderRowView[]> {
  const { locale, businessTimeZone: zone } = shop
  const day = (instant: string) => formatDay(todayIn(zone, new Date(instant)), locale, 'short')
  const orders = await shop.api.orders()
  return orders.map((order) => ({
    id: order.id,
    number: order.number,
    state: order.state,
    createdOn: day(order.createdAt),
    visit: `${day(order.visit.start)}, ${formatTime(order.visit.start, locale, zone)}`,
    visitKind: order.visit.kind,
    patients: order.patientNames.join(', '),
    testCount: order.analysisCount,
    total: order.total,
  }))
}
