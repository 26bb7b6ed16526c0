import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { SubmitButton } from '../../components/button/submit-button.tsx'

const PAUSE_SECONDS = 60

/** Asks for the letter; after one was sent it counts down before the next (without scripts the server limits). */
export function SendAgain({ justSent, isFirst }: { justSent: boolean; isFirst: boolean }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!justSent) return
    setLeft(PAUSE_SECONDS)
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [justSent])
  return (
    <Form method="post">
      <SubmitButton look="quiet" size="s" icon="mail" name="intent" value="sendLetter" disabled={left > 0}>
        {left > 0
          ? t('order.email.againIn', { count: left })
          : t(isFirst ? 'order.email.send' : 'order.email.sendAgain')}
      </SubmitButton>
    </Form>
  )
}
