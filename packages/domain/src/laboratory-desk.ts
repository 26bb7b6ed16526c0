/**
 * What happens to a report that the interface refused: the desk looks at it, and it is taken after all or set aside.
 */
export const REFUSED_REPORT_STATES = ['open', 'taken', 'setAside'] as const
export type RefusedReportState = (typeof REFUSED_REPORT_STATES)[number]

/** How it arrived: in FHIR, or as an HL7 v2 message that could not be expressed in FHIR. */
export const REFUSED_REPORT_SOURCES = ['fhir', 'hl7v2'] as const
export type RefusedReportSource = (typeof REFUSED_REPORT_SOURCES)[number]

/** Why a report was refused, in the few kinds that the desk can do something about. */
export const REFUSAL_REASONS = [
  'noOrder',
  'otherPatient',
  'otherTest',
  'refunded',
  'conflict',
  'value',
  'form',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** How a call about critical values ended: told and read back, no answer, or no one needs to be called. */
export const CALL_OUTCOMES = ['reached', 'notReached', 'notNeeded'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/** Whether the critical values no longer wait for anyone after such a call. */
export const settlesCritical = (outcome: CallOutcome): boolean => outcome !== 'notReached'

/** Where the number to call comes from: given with the order, for the visit at home, or in the account. */
export const PHONE_SOURCES = ['order', 'visit', 'account'] as const

/** The dates by which the desk searches and sorts orders: when they were made, or the visit's. */
export const ORDER_DATES = ['order', 'visit'] as const
