import { useTranslation } from 'react-i18next'
import styles from './skeleton.module.css'

/** Where a list comes: as many lines as it will about have. Read out once as loading. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
