import type { NotificationReading } from '../provider.ts'
import { bepaidOutcome, reportOfState } from './bepaid-report.ts'
import { bepaidNotificationSchema, bepaidStateSchema } from './bepaid-schemas.ts'

/** Reads a notification whose authenticity is proven: about a transaction, or about a page that ended without one. */
export function readBepaidNotification(body: string): NotificationReading {
  const content = parseJson(body)
  const notification = bepaidNotificationSchema.safeParse(content)
  if (notification.success) return readTransaction(notification.data.transaction)
  const state = bepaidStateSchema.safeParse(content)
  if (!state.success) return { status: 'malformed' }
  return {
    status: 'authentic',
    eventId: null,
    attemptId: state.data.order.tracking_id ?? null,
    report: reportOfState(state.data),
  }
}

function readTransaction(
  transaction: (typeof bepaidNotificationSchema)['_output']['transaction'],
): NotificationReading {
  if (transaction.type !== 'payment') return { status: 'ignored', eventId: null }
  const outcome = bepaidOutcome(transaction.status)
  return {
    status: 'authentic',
    eventId: null,
    attemptId: transaction.tracking_id ?? null,
    report: {
      outcome,
      closed: outcome === 'paid' || outcome === 'expired',
      transactionId: transaction.uid,
      amount: transaction.amount,
      currency: transaction.currency,
      test: transaction.test,
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
