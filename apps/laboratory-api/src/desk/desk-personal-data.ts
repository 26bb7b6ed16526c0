import type { Queries } from '@shop/database/open-database'
import { asc, eq, inArray } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { orders } from '../orders/tables.ts'
import { deskEvents } from './tables.ts'

/** What the desk wrote down about an account's orders. Its words go with the account, that it did something stays with the order. */
export const deskPersonalData: PersonalDataHolder = {
  name: 'desk',
  async export(queries, userId) {
    return queries
      .select({
        orderId: deskEvents.orderId,
        kind: deskEvents.kind,
        text: deskEvents.text,
        isAgreed: deskEvents.isAgreed,
        at: deskEvents.at,
      })
      .from(deskEvents)
      .innerJoin(orders, eq(orders.id, deskEvents.orderId))
      .where(eq(orders.userId, userId))
      .orderBy(asc(deskEvents.serial))
  },
  async erase(queries, userId) {
    await queries
      .update(deskEvents)
      .set({ text: null })
      .where(inArray(deskEvents.orderId, ofAccount(queries, userId)))
  },
}

const ofAccount = (queries: Queries, userId: string) =>
  queries.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
