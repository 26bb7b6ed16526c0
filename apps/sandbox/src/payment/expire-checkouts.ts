import { and, eq, lte } from 'drizzle-orm'
import { checkout, notification } from '../tables.ts'
import { type PaymentPage, signNotification } from './payment-page.ts'
import { describeCheckout } from './query-checkout.ts'

/**
 * Expires checkouts whose time is over and notifies their shops, as the provider does: with the checkout
 * itself, since there is no transaction.
 */
export async function expireCheckouts(page: PaymentPage): Promise<void> {
  const now = page.now()
  await page.database.transaction(async (queries) => {
    const expired = await queries
      .update(checkout)
      .set({ state: 'expired' })
      .where(and(eq(checkout.state, 'open'), lte(checkout.expiresAt, now)))
      .returning()
    const notifications = expired.flatMap((each) => {
      const url = each.request.settings.notification_url
      if (!url) return []
      const body = JSON.stringify(
        describeCheckout(page, { checkout: each, payment: undefined, expired: true }),
      )
      const signature = signNotification(body, page.privateKey)
      return [{ url, body, signature, state: 'due' as const, nextTryAt: now }]
    })
    if (notifications.length) await queries.insert(notification).values(notifications)
  })
}
