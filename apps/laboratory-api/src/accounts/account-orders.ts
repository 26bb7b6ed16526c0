import type { VisitKind } from '@shop/domain/laboratory'
import type { Currency } from '@shop/domain/money'
import type { Placeholder, SQL } from 'drizzle-orm'
import type { AreOfOrders } from './personal-data.ts'

/** An order that holds a place until it is paid. `total` is in minor units, `expiresAt` in ISO form. */
export interface WaitingOrder {
  id: string
  number: string
  total: number
  currency: Currency
  expiresAt: string
  visitStart: string
  visitKind: VisitKind
}

/** What accounts need of orders. Orders implement it, and build on accounts. */
export interface AccountOrders {
  /** The orders of this account. */
  of(userId: string): AreOfOrders
  /** The account's newest order that waits for its payment, as a part of the statement that reads the account. */
  waiting(userId: Placeholder): SQL<WaitingOrder | null>
}
