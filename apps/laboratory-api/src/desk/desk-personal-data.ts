import type { Queries } from '@shop/database/open-database'
import { asc, eq, inArray } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import { showDeskWords } from './sealed-desk-words.ts'
import { deskEvents, takenSpecimens } from './tables.ts'

/**
 * The desk's events for an account's orders. Their text is erased with the account, or with the personal data of
 * the order; the events themselves stay.
 */
export const deskPersonalData = ({ sealing }: Pick<ApiContext, 'sealing'>): PersonalDataHolder => ({
  name: 'desk',
  async export(queries, userId) {
    const rows = await queries
      .select({ event: deskEvents })
      .from(deskEvents)
      .innerJoin(orders, eq(orders.id, deskEvents.orderId))
      .where(eq(orders.userId, userId))
      .orderBy(asc(deskEvents.serial))
    return Promise.all(
      rows.map(async ({ event }) => ({
        orderId: event.orderId,
        kind: event.kind,
        text: await showDeskWords(sealing, queries, event),
        isAgreed: event.isAgreed,
        at: event.at,
      })),
    )
  },
  async eraseOrders(queries, are) {
    await queries.update(deskEvents).set({ text: null, sealedText: null }).where(are(deskEvents.orderId))
  },
})

/** Deletes the tube labels of orders: a label identifies its patient for as long as the account has them. */
export async function forgetSpecimens(queries: Queries, orderIds: string[]): Promise<void> {
  await queries.delete(takenSpecimens).where(inArray(takenSpecimens.orderId, orderIds))
}
