import { LONGEST_ENDING_REASON, SHORTEST_ENDING_REASON } from '@shop/contract/input-lengths'
import type { StaffProblem } from '@shop/contract/staff-operations'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { KeptFields } from '../forms/kept-fields.tsx'
import { OwnPassword } from '../session/own-password.tsx'

interface EndSessionsProps {
  /** Whether there is an account to log out: an erased one has no sessions. */
  hasAccount: boolean
  /** Whether to ask for a reason; a question to the support is already one. */
  withReason?: boolean
  /** What was typed, if it was refused: a page without scripts keeps nothing. */
  typed?: string | undefined
  /** The problem of this form. */
  problem?: { code: StaffProblem | null } | null | undefined
}

/** Logs a customer out on all devices: says first what will happen, and asks for the staff member's password. */
export function EndSessions({ hasAccount, withReason = false, typed = '', problem }: EndSessionsProps) {
  const { t } = useTexts()
  if (!hasAccount) {
    return (
      <Card as="section" stacked>
        <h2>{t('desk:signOut.title')}</h2>
        <p>{t('desk:signOut.noAccount')}</p>
      </Card>
    )
  }
  return (
    <Card as="section">
      <details open={problem ? true : undefined}>
        <summary>{t('desk:signOut.title')}</summary>
        <Form method="post" className="stack stack-s">
          <p>{t('desk:signOut.text')}</p>
          {withReason && (
            <>
              <KeptFields form="endSessions" />
              <TextField
                name="reason"
                id="sign-out-reason"
                required
                minLength={SHORTEST_ENDING_REASON}
                maxLength={LONGEST_ENDING_REASON}
                defaultValue={typed}
                label={t('desk:signOut.reason')}
                hint={t('desk:signOut.reasonHint')}
                autoComplete="off"
              />
            </>
          )}
          <OwnPassword isWrong={problem?.code === 'wrong_password'} />
          <div>
            <SubmitButton look="danger" size="s" name="intent" value="endSessions">
              {t('desk:signOut.submit')}
            </SubmitButton>
          </div>
        </Form>
      </details>
    </Card>
  )
}

/** How many sessions were just ended; undefined if this was not requested. */
export function SessionsEnded({ ended }: { ended: number | null | undefined }) {
  const { t } = useTexts()
  if (ended === undefined) return null
  const isDone = ended !== null && ended > 0
  return (
    <Notice tone={isDone ? 'ok' : 'info'} role="status">
      {ended === null
        ? t('desk:signOut.noAccount')
        : isDone
          ? t('desk:signOut.done', { count: ended })
          : t('desk:signOut.nobody')}
    </Notice>
  )
}
