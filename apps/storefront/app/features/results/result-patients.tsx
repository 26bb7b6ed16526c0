import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar/avatar.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { Flag } from '../../components/range/flag.tsx'
import styles from './test-results.module.css'
import type { ResultPatientView } from './test-results-view.server.ts'

interface ResultPatientsProps {
  testResultId: string
  patients: readonly ResultPatientView[]
}

/** The patients of a result, each leading to his or her analyses. */
export function ResultPatients({ testResultId, patients }: ResultPatientsProps) {
  return (
    <ul className={styles.patients}>
      {patients.map((patient) => (
        <li key={patient.id}>
          <a className={styles.patient} href={`/test-results/${testResultId}/patients/${patient.id}`}>
            <Avatar name={patient.name} />
            <span>
              <b>{patient.name}</b>
              {patient.isUnread && <UnreadMark />}
              <PatientCounts patient={patient} />
            </span>
            <Icon name="chevron-right" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** "New", with a dot: there is something that has not been opened. */
export function UnreadMark() {
  const { t } = useTranslation()
  return <span className={styles.unread}>{t('results.unread')}</span>
}

function PatientCounts({ patient }: { patient: ResultPatientView }) {
  const { t } = useTranslation()
  const { analysisCount, reportedCount, outsideCount } = patient
  return (
    <span className={styles.counts}>
      <span>{t('results.ready', { ready: reportedCount, count: analysisCount })}</span>
      {outsideCount > 0 && (
        <Flag shape="critical" tone="high">
          {t('results.outside', { count: outsideCount })}
        </Flag>
      )}
    </span>
  )
}
