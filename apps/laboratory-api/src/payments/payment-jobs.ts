import type { ApiContext } from '../context.ts'
import { WATCH_QUEUE, watchOverdue, watchPayment } from './watch-payment.ts'

/** Looks at open payments when their time has come, and every five minutes at what should have been looked at. */
export function definePaymentJobs(context: ApiContext): void {
  context.jobs.define(WATCH_QUEUE, { retryDelaySeconds: 10 }, async (data) => {
    const { orderId, since, look } = data as unknown as { orderId: string; since: string; look: number }
    await watchPayment(context, { orderId, since, look })
  })
  context.jobs.schedule('payment-overdue', '*/5 * * * *', () => watchOverdue(context))
}
