import type { PaymentReport } from '../provider.ts'
import type { BepaidState } from './bepaid-schemas.ts'

const OUTCOMES: Record<string, PaymentReport['outcome']> = {
  successful: 'paid',
  failed: 'failed',
  expired: 'expired',
}

/** `pending`, `incomplete` and statuses that we do not know mean: wait. */
export function bepaidOutcome(status: string): PaymentReport['outcome'] {
  return OUTCOMES[status] ?? 'waiting'
}

/** The report of a queried page. `finished` says that no further try is possible, not that money moved. */
export function reportOfState(state: BepaidState): PaymentReport {
  const payment = state.gateway_response?.payment
  const outcome = payment ? bepaidOutcome(payment.status) : 'waiting'
  const isPending = payment !== null && payment !== undefined && outcome === 'waiting'
  const hasExpired = state.expired && outcome !== 'paid' && !isPending
  return {
    outcome: hasExpired ? 'expired' : outcome,
    closed: outcome === 'paid' || (!isPending && (state.expired || state.finished)),
    transactionId: payment?.uid ?? null,
    amount: payment?.amount ?? state.order.amount,
    currency: payment?.currency ?? state.order.currency,
    test: state.test,
  }
}
