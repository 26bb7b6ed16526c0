import type { DeskRights } from '@shop/contract/rights'
import type { Queries } from '@shop/database/open-database'
import { OPEN_ORDER_STATES, UNPAID_ORDER_STATES } from '@shop/domain/order-states'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { acceptedDocuments } from '../accounts/tables.ts'
import { orders } from '../orders/tables.ts'
import { patients } from '../patients/tables.ts'
import { paymentTransactions } from '../payments/tables.ts'
import { testResults } from '../results/tables.ts'
import { supportMessages } from '../support/tables.ts'

/**
 * What is held of an account, divided into what an erasure deletes and what the law requires the laboratory
 * to keep.
 */
export async function countHeld(queries: Queries, userId: string): Promise<DeskRights['held']> {
  const ofUser = eq(orders.userId, userId)
  const underWay = OPEN_ORDER_STATES.filter((state) => state !== 'awaitingPayment')
  const [own, messages, unpaid, open, paid, payments, results, consents] = await Promise.all([
    queries.$count(patients, eq(patients.userId, userId)),
    queries.$count(supportMessages, eq(supportMessages.userId, userId)),
    queries.$count(orders, and(ofUser, inArray(orders.state, [...UNPAID_ORDER_STATES]))),
    queries.$count(orders, and(ofUser, inArray(orders.state, underWay))),
    queries.$count(orders, and(ofUser, notInArray(orders.state, [...UNPAID_ORDER_STATES, ...underWay]))),
    queries.$count(
      paymentTransactions,
      inArray(paymentTransactions.orderId, queries.select({ id: orders.id }).from(orders).where(ofUser)),
    ),
    queries.$count(testResults, eq(testResults.userId, userId)),
    queries.$count(acceptedDocuments, eq(acceptedDocuments.userId, userId)),
  ])
  return [
    { what: 'account', count: 1, isKept: false },
    { what: 'patients', count: own, isKept: false },
    { what: 'messages', count: messages, isKept: false },
    { what: 'unpaidOrders', count: unpaid, isKept: false },
    { what: 'openOrders', count: open, isKept: true },
    { what: 'paidOrders', count: paid, isKept: true },
    { what: 'payments', count: payments, isKept: true },
    { what: 'results', count: results, isKept: true },
    { what: 'consents', count: consents, isKept: true },
  ]
}
