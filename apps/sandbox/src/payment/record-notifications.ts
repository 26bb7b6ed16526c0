import type { Queries } from '@shop/database/open-database'
import { type Checkout, notification as notificationTable, type Transaction } from '../tables.ts'
import { dueForOthers } from './deliver-notifications.ts'
import { type PaymentPage, signNotification } from './payment-page.ts'

/** The ways in which the shop is notified of a payment. */
export const NOTIFICATION_MODES = ['now', 'never', 'repeated', 'late', 'wrongAmount', 'badSignature'] as const
type NotificationMode = (typeof NOTIFICATION_MODES)[number]
const COPIES: Readonly<Record<NotificationMode, number>> = {
  now: 1,
  never: 0,
  repeated: 3,
  late: 1,
  wrongAmount: 1,
  badSignature: 1,
}

/** Stores the notifications together with the payment, so that no crash can separate them. */
export async function recordNotifications({
  page,
  queries,
  checkout,
  payment,
  outcome,
  notification,
}: {
  page: PaymentPage
  queries: Queries
  checkout: Checkout
  payment: Transaction
  outcome: 'successful' | 'failed'
  notification: NotificationMode
}): Promise<void> {
  const url = checkout.request.settings.notification_url
  const copies = COPIES[notification]
  if (!url || copies === 0) return
  const body = JSON.stringify({ transaction: describeTransaction(checkout, payment, outcome) })
  // A signature of another text has the right form and length but is still wrong.
  const signed = notification === 'badSignature' ? `${body} ` : body
  const row = {
    transactionUid: payment.uid,
    url,
    body,
    signature: signNotification(signed, page.privateKey),
    state: notification === 'late' ? ('held' as const) : ('due' as const),
    nextTryAt: dueForOthers(page.now()),
  }
  await queries.insert(notificationTable).values(Array.from({ length: copies }, () => row))
}

function describeTransaction({ request }: Checkout, payment: Transaction, status: 'successful' | 'failed') {
  const { uid, message, amount, currency, type, createdAt } = payment
  const approved = status === 'successful'
  return {
    uid,
    status,
    message,
    amount,
    currency,
    type,
    description: request.order.description,
    tracking_id: request.order.tracking_id ?? null,
    payment_method_type: 'credit_card',
    test: request.test,
    language: request.settings.language ?? 'en',
    created_at: createdAt.toISOString(),
    paid_at: approved ? createdAt.toISOString() : null,
    credit_card: { brand: 'visa', last_4: '0000' },
    payment: { auth_code: approved ? '654321' : null, rrn: '999', status, message, amount, currency },
  }
}
