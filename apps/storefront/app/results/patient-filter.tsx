import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './test-results.module.css'
import type { TestResultsView } from './test-results-view.server.ts'

/** Links that narrow the list to one patient; the chosen one is marked. */
export function PatientFilter({ patients }: { patients: TestResultsView['patients'] }) {
  const { t } = useTranslation()
  const isEverybody = patients.every(({ isChosen }) => !isChosen)
  return (
    <nav aria-label={t('results.list.byPatient')}>
      <ul className={styles.filter}>
        <li>
          <Link to="/test-results" aria-current={isEverybody ? 'page' : undefined}>
            {t('results.list.everybody')}
          </Link>
        </li>
        {patients.map(({ id, name, isChosen }) => (
          <li key={id}>
            <Link to={`/test-results?patientId=${id}`} aria-current={isChosen ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
