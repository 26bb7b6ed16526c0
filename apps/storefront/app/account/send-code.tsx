import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { SubmitButton } from '../ui/submit-button.tsx'

const PAUSE_SECONDS = 60

interface SendCodeProps {
  justSent: boolean
  isFirst: boolean
  action?: string
}

/**
 * Requests the mail with the code. After a mail was sent it counts down to the next one (without scripts the server
 * sets the limit).
 */
export function SendCode({ justSent, isFirst, action }: SendCodeProps) {
  const { t } = useTexts()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!justSent) return
    setLeft(PAUSE_SECONDS)
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [justSent])
  return (
    <Form method="post" action={action}>
      <SubmitButton
        look={isFirst ? 'primary' : 'quiet'}
        size="s"
        icon="mail"
        name="intent"
        value="sendMail"
        disabled={left > 0}
      >
        {left > 0
          ? t('account.confirm.againIn', { count: left })
          : t(isFirst ? 'account.confirm.send' : 'account.confirm.sendAgain')}
      </SubmitButton>
    </Form>
  )
}
