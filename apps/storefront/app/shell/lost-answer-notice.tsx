import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useNavigation, useRevalidator, useSubmit } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { lostAnswer } from './lost-answer.ts'
import styles from './lost-answer-notice.module.css'

/** Tells that the shop did not answer and asks again: a form when the visitor wants it, a page also as soon as there is a connection. */
export function LostAnswerNotice() {
  const { t } = useTranslation()
  const lost = useSyncExternalStore(lostAnswer.subscribe, lostAnswer.read, lostAnswer.onServer)
  const { location } = useNavigation()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const submit = useSubmit()
  const isPage = lost === 'page'

  function askAgain() {
    if (lost && lost !== 'page') submit(lost.form, { method: 'post', action: lost.action })
    else if (location) navigate(location)
    else revalidate()
  }
  useEffect(() => {
    if (!isPage) return
    window.addEventListener('online', askAgain)
    return () => window.removeEventListener('online', askAgain)
  })
  if (!lost) return null
  return (
    <div className={styles.place}>
      <Notice tone="bad" icon="wifi-off" role="alert" title={t('shell.lost.title')}>
        <p>{t(isPage ? 'shell.lost.page' : 'shell.lost.form')}</p>
        <Button look="quiet" icon="refresh-cw" onClick={askAgain}>
          {t('shell.error.retry')}
        </Button>
      </Notice>
    </div>
  )
}
