import type { ReactNode } from 'react'
import { usePartner, useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { CriticalNotice } from './critical-notice.tsx'
import { ReportActions } from './report-actions.tsx'
import styles from './report-summary.module.css'

/** How many values a report of one or several tests has. */
export interface ReportCounts {
  all: number
  outside: number
  /** Whether each value is known to be inside or outside its range. */
  isJudged: boolean
  /** At least one of those outside is a result in words, which no range describes. */
  hasAbnormal: boolean
}

interface ReportSummaryProps {
  of: { testResultId: string; patientId: string }
  counts: ReportCounts
  hasCritical: boolean
  isChild: boolean
  isPrintable?: boolean
  /** Shows nothing that the words do not say. */
  picture: ReactNode
}

/** What a report says in one sentence and one picture, and what to do next. */
export function ReportSummary({
  of,
  counts,
  hasCritical,
  isChild,
  isPrintable,
  picture,
}: ReportSummaryProps) {
  const { t } = useTexts()
  const phone = usePartner().phone
  const { all, outside, isJudged } = counts
  const reader = isChild ? 'child' : 'adult'
  const rest = all - outside
  return (
    <section
      aria-labelledby="report-summary"
      className={classNames(
        styles.summary,
        picture ? styles.pictured : undefined,
        outside > 0 && (hasCritical ? styles.now : styles.talk),
      )}
    >
      <h2 id="report-summary">
        {hasCritical
          ? t('results.criticalMark')
          : outside > 0
            ? t('results.summary.talk', { count: outside })
            : t(isJudged ? 'results.summary.inside' : 'results.valueCount', { count: all })}
      </h2>
      {/* What cannot wait comes first; on a phone it precedes the picture. */}
      {hasCritical && (
        <div className={styles.words}>
          <CriticalNotice reader={reader} isSaid />
        </div>
      )}
      {picture && <div className={styles.aside}>{picture}</div>}
      <div className={styles.words}>
        {hasCritical
          ? all > 1 && <p className={styles.rest}>{t('results.outsideOf', { count: outside, all })}.</p>
          : outside > 0 &&
            rest > 0 &&
            isJudged && <p className={styles.rest}>{t('results.summary.rest', { count: rest })}</p>}
        <ReportActions of={of} first={outside > 0 ? 'doctor' : 'pdf'} isPrintable={isPrintable} />
        {!hasCritical && (
          <p className={classNames('small', styles.phone)}>
            {t('shell.laboratory')}: <PhoneLink phone={phone} />
          </p>
        )}
        {/* Advice only: what a value means for a patient, only a doctor can say. */}
        <p>{hasCritical ? t('results.meaning.critical') : t(meaningOf(counts, reader))}</p>
      </div>
    </section>
  )
}

function meaningOf({ outside, isJudged, hasAbnormal }: ReportCounts, reader: 'adult' | 'child') {
  if (outside > 0) return `results.meaning.${hasAbnormal ? 'abnormal' : 'outside'}.${reader}` as const
  return isJudged ? (`results.meaning.inside.${reader}` as const) : 'results.meaning.unjudged'
}
