import type Stripe from 'stripe'
import type { PaymentReport } from '../provider.ts'

/** What a session tells. `complete` with `unpaid` is a bank transfer under way. */
export function reportOfSession(session: Stripe.Checkout.Session): PaymentReport {
  const isPaid = session.payment_status === 'paid'
  const { payment_intent: intent } = session
  return {
    outcome: isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'waiting',
    closed: isPaid || session.status === 'expired',
    transactionId: typeof intent === 'string' ? intent : (intent?.id ?? (isPaid ? session.id : null)),
    amount: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
    test: !session.livemode,
  }
}
