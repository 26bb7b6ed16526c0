import type { StaffProblem } from '@shop/contract/staff-operations'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import type { TextKey } from '@shop/texts/create-texts'
import type { FormProblem } from './run-form.server.ts'

const WRONG_TIME = 'desk:problem.visit_time'
/** The page and the main API do not understand each other. */
const UNREADABLE = 'desk:problem.malformed_request'
/** For a bare status, and for a code of another release. */
const UNKNOWN = 'desk:problem.failed'

/**
 * The text of every problem that a call of the desk can have. A new one does not compile until it is listed here with
 * words of its own.
 */
export const PROBLEMS = {
  body_too_large: 'desk:problem.body_too_large',
  // Shown at the upload, with the invalid lines.
  catalogue_refused: 'desk:catalogue.refused',
  conflict: 'desk:problem.conflict',
  forbidden: 'desk:problem.forbidden',
  idempotency_key_reused: 'desk:problem.idempotency_key_reused',
  invalid_credentials: 'desk:problem.invalid_credentials',
  // The form also names the fields, if it can.
  invalid_fields: 'desk:problem.invalid_fields',
  invitation_not_found: 'desk:problem.invitation_not_found',
  label_taken: 'desk:problem.label_taken',
  malformed_request: UNREADABLE,
  not_found: 'desk:problem.not_found',
  order_not_cancellable: 'desk:problem.order_not_cancellable',
  own_refund: 'desk:problem.own_refund',
  own_staff_account: 'desk:problem.own_staff_account',
  passkey_refused: 'desk:problem.passkey_refused',
  patient_in_open_order: 'desk:problem.patient_in_open_order',
  processing_restricted: 'desk:problem.processing_restricted',
  refund_exceeds_payment: 'desk:problem.refund_exceeds_payment',
  slot_taken: 'desk:problem.slot_taken',
  staff_address_taken: 'desk:problem.staff_address_taken',
  stale_write: 'desk:problem.stale_write',
  // Shown at the upload, with the line.
  statement_unreadable: 'desk:problem.statement_unreadable',
  too_many_passkeys: 'desk:problem.too_many_passkeys',
  too_many_requests: 'desk:problem.too_many_requests',
  // Leads to the login, which says so.
  unauthorized: 'desk:login.over',
  unknown_laboratory: 'desk:problem.unknown_laboratory',
  unknown_material: 'desk:problem.unknown_material',
  unknown_patient: 'desk:problem.unknown_patient',
  unsupported_media_type: UNREADABLE,
  // The list of free times shows which rule.
  visit_after_cut_off: WRONG_TIME,
  visit_beyond_horizon: WRONG_TIME,
  visit_day_off: WRONG_TIME,
  visit_in_the_past: WRONG_TIME,
  visit_not_changeable: 'desk:problem.visit_not_changeable',
  visit_not_open: 'desk:problem.visit_not_open',
  visit_off_the_grid: WRONG_TIME,
  // Shown at the calendar, with the visits.
  visits_lose_place: 'desk:calendar.losesText',
  wrong_password: 'desk:problem.wrong_password',
  wrong_second_factor: 'desk:problem.wrong_second_factor',
} as const satisfies Record<StaffProblem, Exclude<TextKey, typeof UNKNOWN>>

/** What someone else did first, where there is a text for it. */
const CHANGES = {
  arrived: 'desk:event.arrived',
  missed: 'desk:event.missed',
  expected: 'desk:event.expected',
  samplesTaken: 'desk:event.samplesTaken',
  moved: 'desk:event.moved',
  visitMoved: 'desk:event.visitMoved',
  visitAgreed: 'desk:event.visitAgreed',
  paid: 'order.state.paid',
  expired: 'order.state.expired',
  cancelled: 'order.state.cancelled',
  refunded: 'order.state.refunded',
  mailRepeated: 'desk:event.mailRepeated',
  calendar: 'desk:event.calendar',
  comingPrice: 'desk:event.comingPrice',
  called: 'desk:event.called',
  newReport: 'desk:held.newer',
  'refund.requested': 'desk:money.refund.requested',
  'refund.approved': 'desk:money.refund.approved',
  'refund.done': 'desk:money.refund.done',
  'refund.declined': 'desk:money.refund.declined',
  'report.open': 'desk:laboratory.notice.open',
  'report.taken': 'desk:laboratory.notice.taken',
  'report.setAside': 'desk:laboratory.notice.setAside',
} as const satisfies Record<string, TextKey>

const isKnown = <Table extends object>(table: Table, name: PropertyKey): name is keyof Table =>
  Object.hasOwn(table, name)

/** Whether this release has words for the code. */
export const isStaffProblem = (code: unknown): code is StaffProblem =>
  typeof code === 'string' && isKnown(PROBLEMS, code)

/** What went wrong with a form, shown above it; for a stale change, who was first and what they did. */
export function ProblemNotice({ problem }: { problem: FormProblem | null | undefined }) {
  const { t } = useTexts()
  if (!problem) return null
  const { code, changed } = problem
  if (code === 'stale_write') {
    const title = changed?.byPatient ? 'desk:problem.staleByPatient' : PROBLEMS.stale_write
    return (
      <Notice tone="warn" role="alert" title={t(title)}>
        {changed && (
          <p>
            {[changed.by, changed.at].filter(Boolean).join(', ')}
            {isKnown(CHANGES, changed.change) && `: ${t(CHANGES[changed.change])}`}
          </p>
        )}
      </Notice>
    )
  }
  return (
    <Notice tone="bad" role="alert">
      {/* The page's scripts, or what the device has kept, may be older than the code. */}
      {t(isStaffProblem(code) ? PROBLEMS[code] : UNKNOWN)}
    </Notice>
  )
}
