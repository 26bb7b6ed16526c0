import { deliverNotifications } from './deliver-notifications.ts'
import { expireCheckouts } from './expire-checkouts.ts'
import type { PaymentPage } from './payment-page.ts'

const INTERVAL_MS = 1_000

/**
 * Ends what expired and sends waiting notifications until told to stop, those of an earlier run included. A round that fails, because the
 * database is away, is followed by the next. Stopping waits for the round under way.
 */
export function keepDelivering(page: PaymentPage): { stop(): Promise<void> } {
  let round: Promise<unknown> | undefined
  const timer = setInterval(() => {
    round ??= expireCheckouts(page)
      .then(() => deliverNotifications(page))
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
