import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'
import styles from './route-progress.module.css'

/** The spinner of a change of route: a marker that travels along the track under the top bar. */
export function RouteProgress() {
  const { t } = useTranslation()
  const { state } = useNavigation()
  return (
    <div role="status" className={styles.progress}>
      {state !== 'idle' && (
        <>
          <span className={styles.travel} />
          <span className="visually-hidden">{t('shell.loading')}</span>
        </>
      )}
    </div>
  )
}
