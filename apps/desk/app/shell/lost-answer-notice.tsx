import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { useSyncExternalStore } from 'react'
import { useNavigate, useNavigation, useRevalidator, useSubmit } from 'react-router'
import { lostAnswer } from '../lost-answer.ts'
import styles from './lost-answer-notice.module.css'

/** Says what got no answer, and asks again. */
export function LostAnswerNotice() {
  const { t } = useTexts()
  const lost = useSyncExternalStore(lostAnswer.subscribe, lostAnswer.read, lostAnswer.onServer)
  const { location } = useNavigation()
  const { revalidate } = useRevalidator()
  const [navigate, submit] = [useNavigate(), useSubmit()]
  function askAgain() {
    if (lost && lost !== 'page') {
      const hasFile = [...lost.form.values()].some((value) => value instanceof File)
      const encType = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
      void submit(lost.form, { method: 'post', action: lost.action, encType })
    } else if (location) void navigate(location)
    else void revalidate()
  }
  return (
    <div role="alert" className={styles.lost}>
      {lost && (
        <Notice tone="bad" icon="wifi-off" title={t('shell.lost.title')}>
          <p>{t(lost === 'page' ? 'desk:lost.page' : 'desk:lost.form')}</p>
          <Button look="quiet" size="s" onClick={askAgain}>
            {t('shell.error.retry')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
