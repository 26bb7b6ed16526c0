import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { SubmitButton } from '../ui/submit-button.tsx'

const PAUSE_SECONDS = 60

interface SendCodeProps {
  /** The key of the history entry, if it is the answer to sending a mail: each mail leads to the same address. */
  sent: string | false
  isFirst: boolean
  action?: string
}

/**
 * Requests the mail with the code. After a mail was sent it counts down to the next one (without scripts the server
 * sets the limit).
 */
export function SendCode({ sent, isFirst, action }: SendCodeProps) {
  const { t } = useTexts()
  const [left, setLeft] = useState(0)
  const isWaiting = left > 0 || undefined
  useEffect(() => {
    if (sent) setLeft(PAUSE_SECONDS)
  }, [sent])
  // A refused code neither stops nor restarts it.
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return (
    <Form method="post" action={action}>
      <SubmitButton
        look={isFirst ? 'primary' : 'quiet'}
        size="s"
        icon="mail"
        name="intent"
        value="sendMail"
        // Not `disabled`: the button just pressed would lose the focus.
        aria-disabled={isWaiting}
      >
        {isWaiting && <span aria-hidden="true">{t('account.confirm.againIn', { count: left })}</span>}
        {/* While it waits, its name does not count the seconds aloud. */}
        <span className={isWaiting && 'visually-hidden'}>
          {t(isFirst && !isWaiting ? 'account.confirm.send' : 'account.confirm.sendAgain')}
        </span>
      </SubmitButton>
    </Form>
  )
}
