import type { FormMessage } from '../platform/forms/form-failure.ts'

/** Problem codes that a step of the order explains in words of its own. */
const EXPLAINED = [
  'slot_taken',
  'visit_in_the_past',
  'visit_day_off',
  'visit_off_the_grid',
  'visit_beyond_horizon',
  'visit_after_cut_off',
  'visit_not_chosen',
  'price_changed',
  'cart_empty',
  'cart_not_orderable',
  'email_not_confirmed',
  'documents_not_accepted',
  'payment_provider_unavailable',
  'idempotency_key_reused',
  'order_not_payable',
  'too_many_unpaid_orders',
  'currency_not_accepted',
  'order_not_cancellable',
  'stale_write',
] as const

/** The sentence for a problem; null for one that is not the order's. */
export function orderProblemMessage(code: string | null): FormMessage | null {
  const known = EXPLAINED.find((one) => one === code)
  return known ? { key: `order.problem.${known}` } : null
}

const VISIT_CODES = /^(slot_taken|visit_)/

/** Whether another time has to be chosen. */
export function isVisitProblem(code: string | null): boolean {
  return code !== null && VISIT_CODES.test(code)
}
