import type { FeedbackDetails, OrderLine } from './orders.ts'
import { renamed } from './renamed.ts'

/**
 * The wire's name for another phone number to call than the visit's or the account's. Forms, order drafts and orders
 * have it too: it is what every release reads and stores.
 */
export const CONTACT_PHONE_FIELD = 'quickPhone'

/** How a patient can be reached about an order. */
export type Feedback = ReturnType<typeof feedbackFromWire>

/** A phone number that was never given stays absent, so that an order's digest does not change on its way. */
export function feedbackFromWire(wire: FeedbackDetails) {
  return renamed(wire, CONTACT_PHONE_FIELD, 'contactPhone')
}

export function feedbackToWire(feedback: Feedback): FeedbackDetails {
  return renamed(feedback, 'contactPhone', CONTACT_PHONE_FIELD)
}

/** A line as an order has it inside; also one that the export of personal data contains. */
export function lineToWire<Line extends { turnaroundDays: number | null }>(line: Line) {
  return renamed(line, 'turnaroundDays', 'execPeriod')
}

export function lineFromWire(line: OrderLine) {
  return renamed(line, 'execPeriod', 'turnaroundDays')
}
