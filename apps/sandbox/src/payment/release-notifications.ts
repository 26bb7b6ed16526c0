import { and, eq, inArray } from 'drizzle-orm'
import { notification, transaction } from '../tables.ts'
import { deliverNotifications, dueForOthers } from './deliver-notifications.ts'
import type { PaymentPage } from './payment-page.ts'

/**
 * Releases a `late` payment: the bank confirms it and the shop is notified. Returns how many notifications
 * were accepted.
 */
export async function releaseNotifications(page: PaymentPage, { token }: { token: string }): Promise<number> {
  const released = await page.database.transaction(async (queries) => {
    const payments = queries
      .select({ uid: transaction.uid })
      .from(transaction)
      .where(eq(transaction.token, token))
    const rows = await queries
      .update(notification)
      .set({ state: 'due', nextTryAt: dueForOthers(page.now()) })
      .where(and(eq(notification.state, 'held'), inArray(notification.transactionUid, payments)))
      .returning()
    for (const { transactionUid, body } of rows) {
      const { status } = JSON.parse(body).transaction as { status: 'successful' | 'failed' }
      await queries.update(transaction).set({ status }).where(eq(transaction.uid, transactionUid!))
    }
    return rows
  })
  let delivered = 0
  for (const { transactionUid } of released)
    delivered += await deliverNotifications(page, { transactionUid: transactionUid! })
  return delivered
}
