import { Link } from 'react-router'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Flag } from '../ui/flag.tsx'
import { Icon } from '../ui/icon.tsx'
import type { ResultPatientView } from './load-test-results.server.ts'
import styles from './test-results.module.css'

interface ResultPatientsProps {
  patients: readonly ResultPatientView[]
}

/** The patients of a result, each with a link to their report. */
export function ResultPatients({ patients }: ResultPatientsProps) {
  return (
    <ul className={styles.patients}>
      {patients.map((patient) => (
        <li key={patient.id}>
          <Link className={styles.patient} to={patient.path}>
            <Avatar name={patient.name} />
            <span>
              <span className={styles.name}>
                <b>{patient.name}</b>
                {patient.isUnread && <UnreadMark />}
              </span>
              {patient.tests && (
                <span className={styles.tests}>
                  <OwnLanguage>{patient.tests}</OwnLanguage>
                </span>
              )}
              <PatientCounts patient={patient} />
            </span>
            <Icon name="chevron-right" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** "New", with a dot: something has not been opened yet. */
export function UnreadMark() {
  const { t } = useTexts()
  return <span className={styles.unread}>{t('results.unread')}</span>
}

type Counted = Pick<ResultPatientView, 'valueCount' | 'judgedCount' | 'outsideCount' | 'hasCritical'>

/** What was found, in the opening words of the report itself. */
export function Found({ in: { valueCount, judgedCount, outsideCount, hasCritical } }: { in: Counted }) {
  const { t } = useTexts()
  if (valueCount === 0) return null
  if (hasCritical) return <Flag shape="critical">{t('results.criticalMark')}</Flag>
  if (outsideCount > 0) {
    return (
      <span className={styles.outside}>
        <Icon name="circle-alert" size="s" />
        {t('results.summary.talk', { count: outsideCount })}
      </span>
    )
  }
  if (judgedCount < valueCount) return <span>{t('results.valueCount', { count: valueCount })}</span>
  return <Flag shape="in">{t('results.summary.inside', { count: valueCount })}</Flag>
}

/** What was found; then the number of tests, unless their names already show it. */
function PatientCounts({ patient }: { patient: ResultPatientView }) {
  const { t } = useTexts()
  const { tests, analysisCount, readyCount, preliminaryCount } = patient
  return (
    <span className={styles.counts}>
      <Found in={patient} />
      {readyCount < analysisCount ? (
        <span>{t('results.ready', { ready: readyCount, count: analysisCount })}</span>
      ) : (
        !tests && <span>{t('shell.tests', { count: analysisCount })}</span>
      )}
      {preliminaryCount > 0 && <span>{t('results.preliminary', { count: preliminaryCount })}</span>}
    </span>
  )
}
