import type { ApiContext } from '../context.ts'
import { WATCH_QUEUE, watchOverdue, watchPayment } from './watch-payment.ts'

/** Each waits for the provider most of its time. */
const WATCHES_AT_ONCE = 10

/** Looks at open payments when their time has come, and every five minutes at what should have been looked at. */
export function definePaymentJobs(context: ApiContext): void {
  context.jobs.define(WATCH_QUEUE, { retryDelaySeconds: 10, concurrency: WATCHES_AT_ONCE }, async (data) => {
    const { orderId, since, look } = data as unknown as { orderId: string; since: string; look: number }
    await watchPayment(context, { orderId, since, look })
  })
  context.jobs.schedule('payment-overdue', '*/5 * * * *', () => watchOverdue(context))
}
