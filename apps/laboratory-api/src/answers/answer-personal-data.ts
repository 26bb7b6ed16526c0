import type { Queries } from '@shop/database/open-database'
import { asc, eq } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import { readAnswers } from './read-answers.ts'
import { visitAnswers } from './tables.ts'

/**
 * Answers given before visits: exported, and deleted with the account or with the personal text of their order.
 */
export function answerPersonalData({ sealing }: Pick<ApiContext, 'sealing'>): PersonalDataHolder {
  const ownIds = async (queries: Queries, userId: string) => {
    const own = await queries
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.userId, userId))
      .orderBy(asc(orders.id))
    return own.map(({ id }) => id)
  }
  return {
    name: 'visitAnswers',
    async export(queries, userId) {
      return readAnswers(sealing, queries, await ownIds(queries, userId), userId)
    },
    async eraseOrders(queries, are) {
      await queries.delete(visitAnswers).where(are(visitAnswers.orderId))
    },
  }
}
