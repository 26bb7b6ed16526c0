import { deliverNotifications } from './deliver-notifications.ts'
import type { PaymentPage } from './payment-page.ts'

const INTERVAL_MS = 1_000

/**
 * Sends waiting notifications until told to stop, those of an earlier run included. A round that fails, because the
 * database is away, is followed by the next. Stopping waits for the round under way.
 */
export function keepDelivering(page: PaymentPage): { stop(): Promise<void> } {
  let round: Promise<unknown> | undefined
  const timer = setInterval(() => {
    round ??= deliverNotifications(page)
      .catch(() => {})
      .finally(() => {
        round = undefined
      })
  }, INTERVAL_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
