import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'

interface PassOnButtonProps {
  link: string
  title: string
  text: string
}

/** The device's own sheet for sending something; where there is none, copying has to do. */
export function PassOnButton({ link, title, text }: PassOnButtonProps) {
  const { t } = useTranslation()
  const [isOffered, setOffered] = useState(false)
  useEffect(() => setOffered(typeof navigator.share === 'function'), [])
  if (!isOffered) return null
  /** Whoever closes the sheet has changed his or her mind: nothing is to be said. */
  const passOn = () => navigator.share({ title, text, url: link }).catch(() => undefined)
  return (
    <Button size="s" icon="share-2" onClick={passOn}>
      {t('results.share.pass')}
    </Button>
  )
}
