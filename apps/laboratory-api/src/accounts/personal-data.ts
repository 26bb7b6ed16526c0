import type { Queries } from '@shop/database/open-database'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The condition that a row belongs to any of some orders; `column` is the row's order. */
export type AreOfOrders = (column: PgColumn) => SQL

/** What an area holds about an account: how to export it and how to erase it. */
export interface PersonalDataHolder {
  /** Key in the exported file, such as `orders`. */
  name: string
  /** Contains test results: at the desk it is exported only for staff who may see results. */
  includesResults?: true
  /** Everything held about the account, as plain JSON. */
  export(queries: Queries, userId: string): Promise<unknown>
  /**
   * Deletes or anonymises the account's data, in the transaction of the erasure. May refuse with a Problem.
   * Absent: the rows are deleted with the account (`on delete cascade`).
   */
  erase?(queries: Queries, userId: string, now: Date): Promise<void>
  /**
   * Deletes what people wrote about these orders: their account is erased, or their retention period is over.
   * Runs in the caller's transaction.
   */
  eraseOrders?(queries: Queries, are: AreOfOrders): Promise<void>
  /**
   * Closes what has been shared with others since then, in the caller's transaction: an attacker who took over
   * the account may have shared it.
   */
  closeSince?(
    queries: Queries,
    of: { userId: string; since: Date; now: Date; requestId: string },
  ): Promise<void>
}

/** What another program holds about an account; asked for outside transactions. */
export interface PersonalDataElsewhere {
  name: string
  /** @throws Problem `not_ready` without an answer: then there is no export */
  ask(userId: string): Promise<unknown>
}

export interface PersonalData {
  askElsewhere(source: PersonalDataElsewhere): void
  elsewhere(): readonly PersonalDataElsewhere[]
  contribute(holder: PersonalDataHolder): void
  holders(): readonly PersonalDataHolder[]
}

/** The areas that hold personal data; each contributes once, when it registers its routes. */
export function createPersonalData(): PersonalData {
  const holders: PersonalDataHolder[] = []
  const sources: PersonalDataElsewhere[] = []
  return {
    askElsewhere(source) {
      sources.push(source)
    },
    elsewhere: () => sources,
    contribute(holder) {
      if (holders.some(({ name }) => name === holder.name)) throw new Error(`${holder.name} twice`)
      holders.push(holder)
    },
    holders: () => holders,
  }
}
