import type { CSSProperties, ReactNode } from 'react'
import { usePartner, useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import sprite from '../ui/icons.svg?url&no-inline'
import { PhoneLink } from '../ui/phone-link.tsx'
import type { AnalysisResultView } from './analysis-result-view.server.ts'
import { CriticalNotice } from './critical-notice.tsx'
import { Findings } from './findings.tsx'
import { ReportActions } from './report-actions.tsx'
import styles from './result-summary.module.css'
import type { SwarmView } from './value-swarm.server.ts'

/** What the report says, in one sentence and one picture, and what to do with it; `children` are what it is about. */
export function ResultSummary({ view, children }: { view: AnalysisResultView; children?: ReactNode }) {
  const { t } = useTexts()
  const phone = usePartner().phone
  const { values, swarm, hasCritical, testResultId, patientId } = view
  const outside = values.filter(({ isOutside }) => isOutside).length
  const isJudged = values.every(({ word }) => word !== null)
  const rest = values.length - outside
  return (
    <section
      aria-labelledby="result-summary"
      className={classNames(
        styles.summary,
        (swarm ?? values.length === 1) && styles.pictured,
        outside > 0 && (hasCritical ? styles.now : styles.talk),
      )}
    >
      <h2 id="result-summary">{sentence(t, { outside, isJudged, hasCritical, all: values.length })}</h2>
      {/* What cannot wait comes first, on a phone before the picture. */}
      {hasCritical && (
        <div className={styles.words}>
          <CriticalNotice reader={view.isChild ? 'child' : 'adult'} />
        </div>
      )}
      {swarm && <Swarm swarm={swarm} />}
      {values.length === 1 && (
        <div className={styles.only}>
          <Findings values={values} />
        </div>
      )}
      <div className={styles.words}>
        {outside > 0 && rest > 0 && isJudged && (
          <p className={styles.rest}>{t('results.summary.rest', { count: rest })}</p>
        )}
        {children}
        <ReportActions of={{ testResultId, patientId }} first={outside > 0 ? 'doctor' : 'pdf'} />
        {!hasCritical && (
          <p className={classNames('small', styles.phone)}>
            {t('results.critical.phone')}: <PhoneLink phone={phone} />
          </p>
        )}
      </div>
    </section>
  )
}

interface Counts {
  outside: number
  all: number
  isJudged: boolean
  hasCritical: boolean
}

function sentence(
  t: ReturnType<typeof useTexts>['t'],
  { outside, all, isJudged, hasCritical }: Counts,
): string {
  if (outside > 0) return t(`results.summary.${hasCritical ? 'today' : 'talk'}`, { count: outside })
  return t(isJudged ? 'results.summary.inside' : 'results.valueCount', { count: all })
}

/** Every value where it lies in its own range, all ranges laid upon each other. Sentence and rows say the same in words. */
function Swarm({ swarm: { dots, height } }: { swarm: SwarmView }) {
  const { t } = useTexts()
  return (
    <div className={styles.picture} aria-hidden="true">
      <svg className={styles.swarm} viewBox={`0 0 280 ${height}`} aria-hidden="true">
        <path className={styles.axis} d={`M2 ${height / 2}H278`} />
        <rect className={styles.field} x="70" y="2" width="140" height={height - 4} rx="2" />
        <path className={styles.limit} d={`M70 2V${height - 2}M210 2V${height - 2}`} />
        {dots.map(({ x, y, shape }, index) => (
          <use
            key={`${x} ${y}`}
            className={styles[shape]}
            href={`${sprite}#mark-${shape}`}
            x={x - 5.5}
            y={y - 5.5}
            width="11"
            height="11"
            style={{ '--i': index } as CSSProperties}
          />
        ))}
      </svg>
      <p className={styles.sides}>
        <span>{t('results.word.low')}</span>
        <span>{t('results.word.normal')}</span>
        <span>{t('results.word.high')}</span>
      </p>
    </div>
  )
}
