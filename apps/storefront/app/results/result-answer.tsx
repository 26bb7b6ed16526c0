import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import analysisResultStyles from './analysis-result.module.css'
import bodySystemsStyles from './body-systems.module.css'
import { Findings } from './findings.tsx'
import type { AnalysisResultView, BodySystem } from './load-analysis-result.server.ts'
import { ReportSummary } from './report-summary.tsx'
import { Swarm } from './swarm.tsx'
import { SystemLine } from './system-line.tsx'
import type { TrendView } from './trend-view.server.ts'
import { reportedOf } from './value-notes.tsx'
import { ValuesTable } from './values-table.tsx'

/** The summary of one test's report. */
export function ResultSummary({ view }: { view: AnalysisResultView }) {
  const { name, swarm, hasCritical, isChild, testResultId, patientId } = view
  const values = reportedOf(view.values)
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
        swarm ? (
          <Swarm swarm={swarm} />
        ) : (
          view.values.length === 1 && <Findings values={values} title={name} isAnswered />
        )
      }
    />
  )
}

/** What the reader must know before the values. */
export function ResultNotices({ view }: { view: AnalysisResultView }) {
  const { t } = useTexts()
  const { status, withdrawn, comment } = view
  return (
    <div className={`${analysisResultStyles.notices} stack stack-m`}>
      {status && status !== 'final' && (
        <Notice
          tone="warn"
          icon={status === 'preliminary' ? 'clock' : 'triangle-alert'}
          title={t(`results.notice.${status}`)}
        >
          <p>{t(`results.notice.${status}Text`)}</p>
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
