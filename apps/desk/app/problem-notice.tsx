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
] as const
const CHANGES = ['arrived', 'missed', 'expected', 'samplesTaken'] as const
const REFUNDS = ['requested', 'approved', 'done', 'declined'] as const

/** What went wrong with a form, above it; a change that came too late names who was first with what. */
export function ProblemNotice({ problem }: { problem: FormProblem | null | undefined }) {
  const { t } = useTexts()
  if (!problem) return null
  const { code, changed } = problem
  if (code === 'stale_write') {
    const change = CHANGES.find((known) => known === changed?.change)
    const refund = REFUNDS.find((known) => `refund.${known}` === changed?.change)
    return (
      <Notice tone="warn" role="alert" title={t('desk:problem.stale_write')}>
        {changed && (change || refund) && (
          <p>
            {t('desk:problem.changedBy', { name: changed.by, time: changed.at })}{' '}
            {change ? t(`desk:event.${change}`) : t(`desk:money.refund.${refund!}`)}
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
