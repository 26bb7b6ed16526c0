import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import type { FormProblem } from './session/answered.server.ts'

const KNOWN = [
  'invalid_credentials',
  'too_many_requests',
  'invitation_not_found',
  'wrong_second_factor',
  'visit_not_open',
  'label_taken',
  'visit_not_changeable',
  'slot_taken',
  'order_not_cancellable',
  'staff_address_taken',
  'own_staff_account',
  'own_refund',
  'refund_exceeds_payment',
  'conflict',
  'body_too_large',
  'not_found',
  'forbidden',
  'wrong_password',
  'passkey_refused',
  'too_many_passkeys',
  'visit_time',
  'patient_in_open_order',
] as const
/** The rule of times has refused one: which rule, the list of free ones says. */
const WRONG_TIMES = [
  'visit_in_the_past',
  'visit_day_off',
  'visit_off_the_grid',
  'visit_beyond_horizon',
  'visit_after_cut_off',
]
const CHANGES = [
  'arrived',
  'missed',
  'expected',
  'samplesTaken',
  'moved',
  'calendar',
  'comingPrice',
  'called',
] as const
const REPORTS = ['open', 'taken', 'setAside'] as const
const REFUNDS = ['requested', 'approved', 'done', 'declined'] as const

/** What went wrong with a form, above it; a change that came too late names who was first with what. */
export function ProblemNotice({ problem }: { problem: FormProblem | null | undefined }) {
  const { t } = useTexts()
  if (!problem) return null
  const { changed } = problem
  const code = WRONG_TIMES.includes(problem.code) ? 'visit_time' : problem.code
  if (code === 'stale_write') {
    const change = CHANGES.find((known) => known === changed?.change)
    const refund = REFUNDS.find((known) => `refund.${known}` === changed?.change)
    const report = REPORTS.find((known) => `report.${known}` === changed?.change)
    const words = change
      ? t(`desk:event.${change}`)
      : refund
        ? t(`desk:money.refund.${refund}`)
        : report && t(`desk:laboratory.told.${report}`)
    return (
      <Notice tone="warn" role="alert" title={t('desk:problem.stale_write')}>
        {changed && words && (
          <p>
            {t('desk:problem.changedBy', { name: changed.by, time: changed.at })} {words}
          </p>
        )}
      </Notice>
    )
  }
  const known = KNOWN.find((one) => one === code)
  return (
    <Notice tone="bad" role="alert">
      {t(known ? `desk:problem.${known}` : 'desk:problem.failed')}
    </Notice>
  )
}
