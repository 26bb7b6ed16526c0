import type { Queries } from '@shop/database/open-database'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** That a row is of any of some orders; `column` names the row's order. */
export type AreOfOrders = (column: PgColumn) => SQL

/** What an area holds about an account: it hands it out and it lets go of it. */
export interface PersonalDataHolder {
  /** Key in the exported file, as `orders`. */
  name: string
  /** What was found by tests is in it: at the desk it is for who sees results. */
  tellsResults?: true
  /** Everything held about the account, as plain JSON. */
  export(queries: Queries, userId: string): Promise<unknown>
  /**
   * Deletes or cuts off what belongs to the account, in the transaction of the erasure. May refuse with a Problem.
   * Absent: the rows go with the account (`on delete cascade`).
   */
  erase?(queries: Queries, userId: string, now: Date): Promise<void>
  /**
   * Lets go of the words about these orders: their account is erased, or their time is over. In the
   * transaction of its caller.
   */
  eraseOrders?(queries: Queries, are: AreOfOrders): Promise<void>
  /**
   * Closes what has been opened to others since, in the transaction of its caller: whoever took the account
   * over may have done it.
   */
  closeSince?(
    queries: Queries,
    of: { userId: string; since: Date; now: Date; requestId: string },
  ): Promise<void>
}

/** What another program holds of an account: asked for outside of transactions. */
export interface PersonalDataElsewhere {
  name: string
  /** @throws Problem `not_ready`: no answer, and without it there is no export */
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
