import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './analysis-result.module.css'
import type { AnalysisResultView } from './load-analysis-result.server.ts'

/** What has to be known before the values are read. */
export function ResultNotices({ view }: { view: AnalysisResultView }) {
  const { t } = useTexts()
  const { status, withdrawn, comment } = view
  return (
    <div className={styles.notices}>
      {status === 'preliminary' && (
        <Notice tone="warn" icon="clock" title={t('results.notice.preliminary')}>
          <p>{t('results.notice.preliminaryText')}</p>
        </Notice>
      )}
      {status === 'corrected' && (
        <Notice tone="warn" title={t('results.notice.corrected')}>
          <p>{t('results.notice.correctedText')}</p>
        </Notice>
      )}
      {status === 'cancelled' && (
        <Notice tone="warn" title={t('results.notice.cancelled')}>
          <p>{t('results.notice.cancelledText')}</p>
        </Notice>
      )}
      {withdrawn.length > 0 && (
        <Notice tone="warn" title={t('results.notice.withdrawn')}>
          {withdrawn.map(({ name, text, on }) => (
            <p key={name}>{t('results.note.withdrawn', { name, text, date: on })}</p>
          ))}
        </Notice>
      )}
      {comment && (
        <Notice icon="stethoscope" title={t('results.note.comment')}>
          <p className={styles.comment}>
            <OwnLanguage>{comment}</OwnLanguage>
          </p>
        </Notice>
      )}
    </div>
  )
}
