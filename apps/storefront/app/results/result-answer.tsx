import type { CSSProperties } from 'react'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import sprite from '../ui/icons.svg?url&no-inline'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import analysisResultStyles from './analysis-result.module.css'
import bodySystemsStyles from './body-systems.module.css'
import { Findings } from './findings.tsx'
import type { AnalysisResultView, BodySystem, SwarmView } from './load-analysis-result.server.ts'
import styles from './report-summary.module.css'
import { ReportSummary } from './report-summary.tsx'
import { SystemLine } from './system-line.tsx'
import type { TrendView } from './trend-view.server.ts'
import { ValuesTable } from './values-table.tsx'

/** The summary of one test's report. */
export function ResultSummary({ view }: { view: AnalysisResultView }) {
  const { name, values, swarm, hasCritical, isChild, testResultId, patientId } = view
  return (
    <ReportSummary
      of={{ testResultId, patientId }}
      counts={{
        all: values.length,
        outside: values.filter(({ isOutside }) => isOutside).length,
        isJudged: values.every(({ word }) => word !== null),
        hasAbnormal: values.some(({ word }) => word === 'abnormal'),
      }}
      hasCritical={hasCritical}
      isChild={isChild}
      isPrintable
      picture={
        swarm ? <Swarm swarm={swarm} /> : values.length === 1 && <Findings values={values} title={name} />
      }
    />
  )
}

/** Each value at its position in its own range, with all ranges overlaid. The sentence and the rows say it in words. */
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

/** What the reader must know before the values. */
export function ResultNotices({ view }: { view: AnalysisResultView }) {
  const { t } = useTexts()
  const { status, withdrawn, comment } = view
  return (
    <div className={`${analysisResultStyles.notices} stack stack-m`}>
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
          <p className={analysisResultStyles.comment}>
            <OwnLanguage>{comment}</OwnLanguage>
          </p>
        </Notice>
      )}
    </div>
  )
}

interface BodySystemsProps {
  systems: readonly BodySystem[]
  trends: readonly TrendView[]
}

/** A long report by part of the body, one line each with its values inside. On paper everything is open. */
export function BodySystems({ systems, trends }: BodySystemsProps) {
  const { t } = useTexts()
  return (
    <div className={bodySystemsStyles.systems}>
      {systems.map(({ group, values }) => {
        const rest = values.filter(({ isOutside }) => !isOutside)
        const outside = values.length - rest.length
        // Unjudged values have no mark.
        const judged = rest.filter(({ word }) => word !== null)
        const counts = [
          ...(judged.length > 0 ? [t('results.inside', { count: judged.length })] : []),
          ...(outside > 0 ? [t('results.outsideFirst', { count: outside })] : []),
        ]
        return (
          <SystemLine
            key={group}
            isOnPaperOnly={rest.length === 0}
            id={`system-${group}`}
            name={t(`results.group.${group}`)}
            about={t(`results.groupAbout.${group}`)}
            sum={
              <>
                <span className={bodySystemsStyles.marks} aria-hidden="true">
                  {judged.map(({ id, shape }) => (
                    <Mark key={id} shape={shape} className={bodySystemsStyles[shape]} />
                  ))}
                </span>
                {counts.join(' · ')}
              </>
            }
          >
            <ValuesTable values={values} trends={trends} labelledBy={`system-${group}`} isRest />
          </SystemLine>
        )
      })}
    </div>
  )
}
