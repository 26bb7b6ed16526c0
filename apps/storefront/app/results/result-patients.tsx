import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Flag } from '../ui/flag.tsx'
import { Icon } from '../ui/icon.tsx'
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
          <Link
            className={styles.patient}
            to={pathOf('testResultPatientAnalyzesList', { testResultId, patientId: patient.id })}
          >
            <Avatar name={patient.name} />
            <span>
              <span className={styles.name}>
                <b>{patient.name}</b>
                {patient.isUnread && <UnreadMark />}
              </span>
              <PatientCounts patient={patient} />
            </span>
            <Icon name="chevron-right" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** "New", with a dot: there is something that has not been opened. */
export function UnreadMark() {
  const { t } = useTexts()
  return <span className={styles.unread}>{t('results.unread')}</span>
}

/** How many values are outside their ranges, low and high alike. */
export function OutsideMark({ children }: { children: ReactNode }) {
  return (
    <span className={styles.outside}>
      <Icon name="circle-alert" size="s" />
      {children}
    </span>
  )
}

/** What was found, then of how many tests. */
function PatientCounts({ patient }: { patient: ResultPatientView }) {
  const { t } = useTexts()
  const { analysisCount, readyCount, preliminaryCount, hasCritical } = patient
  const { valueCount, judgedCount, outsideCount } = patient
  return (
    <span className={styles.counts}>
      {hasCritical ? (
        <Flag shape="critical">{t('results.criticalMark')}</Flag>
      ) : outsideCount > 0 ? (
        <OutsideMark>{t('results.outside', { count: outsideCount })}</OutsideMark>
      ) : judgedCount < valueCount ? (
        <span>{t('results.valueCount', { count: valueCount })}</span>
      ) : (
        valueCount > 0 && <Flag shape="in">{t('results.nothingOutside', { count: valueCount })}</Flag>
      )}
      <span>
        {readyCount === analysisCount
          ? t('shell.tests', { count: analysisCount })
          : t('results.ready', { ready: readyCount, count: analysisCount })}
      </span>
      {preliminaryCount > 0 && <span>{t('results.preliminary', { count: preliminaryCount })}</span>}
    </span>
  )
}
