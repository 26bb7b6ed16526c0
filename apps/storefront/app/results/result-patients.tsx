import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Flag } from '../ui/flag.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './test-results.module.css'
import type { ResultPatientView } from './test-results-view.server.ts'

interface ResultPatientsProps {
  patients: readonly ResultPatientView[]
}

/** The patients of a result, each leading to his or her report. */
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

/** What was found; then of how many tests, where their names do not say it. */
function PatientCounts({ patient }: { patient: ResultPatientView }) {
  const { t } = useTexts()
  const { tests, analysisCount, readyCount, preliminaryCount, hasCritical } = patient
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
      {readyCount < analysisCount ? (
        <span>{t('results.ready', { ready: readyCount, count: analysisCount })}</span>
      ) : (
        !tests && <span>{t('shell.tests', { count: analysisCount })}</span>
      )}
      {preliminaryCount > 0 && <span>{t('results.preliminary', { count: preliminaryCount })}</span>}
    </span>
  )
}
