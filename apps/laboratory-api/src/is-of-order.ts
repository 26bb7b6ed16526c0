import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { orders } from './orders/tables.ts'

/** An order and whose it is: what reads, locks and changes an order and its parts goes by both. */
export interface OrderKey {
  id: string
  /** Null once the account is erased. */
  userId: string | null
}

/** That a row is of this order of this account; `column` names the row's order. */
export const isOfOrder = (column: PgColumn, { id, userId }: OrderKey): SQL =>
  sql`(${column} = ${id} and exists (select from ${orders} as whose
    where whose.id = ${id} and ${userId === null ? sql`whose.user_id is null` : sql`whose.user_id = ${userId}`}))`

/** That a row is of any order of this account. */
export const isOfAccount = (column: PgColumn, userId: string): SQL =>
  sql`exists (select from ${orders} as whose where whose.id = ${column} and whose.user_id = ${userId})`
