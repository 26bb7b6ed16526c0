import { sql } from 'drizzle-orm'
import { checkout, notification } from '../tables.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import { expireCheckouts } from './expire-checkouts.ts'
import type { PaymentPage } from './payment-page.ts'

const INTERVAL_MS = 1_000

/**
 * Expires checkouts and sends waiting notifications, including those of an earlier run, until it is stopped.
 * If a round fails because the database is unavailable, the next one follows. Stopping waits for the round in
 * progress.
 */
export function keepDelivering(
  page: PaymentPage,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let round: Promise<unknown> | undefined
  const timer = setInterval(() => {
    round ??= work(page)
      .catch(onFailure)
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

async function work(page: PaymentPage): Promise<void> {
  if (!(await hasWork(page))) return
  await expireCheckouts(page)
  await deliverNotifications(page)
}

/** One cheap check, because most rounds find nothing. */
async function hasWork({ database, now }: PaymentPage): Promise<boolean> {
  const time = now().toISOString()
  const { rows } = await database.queries.execute<{ found: boolean }>(sql`
    select exists (select from ${notification} where state = 'due' and next_try_at <= ${time})
        or exists (select from ${checkout} where state = 'open' and expires_at <= ${time}) as found`)
  return rows[0]?.found ?? false
}
