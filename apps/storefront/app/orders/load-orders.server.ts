import { ApiProblem } from '@shop/contract/main-api-client'
import type { VisitKind } from '@shop/domain/laboratory'
import type { WireMoney } from '@shop/domain/money'
import type { OrderState } from '@shop/domain/order-states'
import { formatDayOf, formatMoment } from '@shop/texts/formats.server'
import { redirect } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { testsOf } from '../results/tests-of-report.server.ts'

export interface OrderRowView {
  id: string
  number: string
  state: OrderState
  /** "Fri 20 Nov" */
  createdOn: string
  /** "Mon 23 Nov, 8:30" */
  visit: string
  visitKind: VisitKind
  patients: string
  testCount: number
  /** "Ferritin, TSH +3"; empty for an order whose tests are no longer kept. */
  tests?: string
  total: WireMoney
}

export interface OrdersView {
  orders: OrderRowView[]
  /** Query of the next page; null on the last. */
  older: string | null
  isFirstPage: boolean
}

const PAGE = 20

/** A page of the account's orders: those to be paid, then the others, each newest first. */
export async function loadOrders(shop: Shop, query: URLSearchParams): Promise<OrdersView> {
  const before = query.get('before')
  // One more than is shown tells whether there are older ones.
  const found = await shop.api.orders({ limit: PAGE + 1, ...(before ? { before } : {}) }).catch((error) => {
    // An invalid page in the address: the list starts from the beginning.
    const isMadeUp = before !== null && error instanceof ApiProblem && error.status === 422
    throw isMadeUp ? redirect(pathOf('orders')) : error
  })
  const shown = found.slice(0, PAGE)
  const orders = shown.map(
    (order): OrderRowView => ({
      id: order.id,
      number: order.number,
      state: order.state,
      createdOn: formatDayOf(order.createdAt, shop, 'dayShort'),
      visit: formatMoment(order.visit.start, shop),
      visitKind: order.visit.kind,
      patients: order.patientNames.join(', '),
      testCount: order.analysisCount,
      tests: testsOf({
        firstAnalyses: (order.tests?.names ?? []).map((name) => ({ name })),
        analysisCount: order.tests?.count ?? 0,
      }),
      total: order.total,
    }),
  )
  const older = found.length > PAGE ? `?before=${shown.at(-1)!.id}` : null
  const isWaiting = ({ state }: OrderRowView) => state === 'awaitingPayment'
  return {
    orders: [...orders.filter(isWaiting), ...orders.filter((order) => !isWaiting(order))],
    older,
    isFirstPage: before === null,
  }
}
