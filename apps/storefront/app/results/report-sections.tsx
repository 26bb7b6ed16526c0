import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { Notice } from '../ui/notice.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { CriticalNotice } from './critical-notice.tsx'
import { Findings } from './findings.tsx'
import styles from './report-sections.module.css'
import summaryStyles from './report-summary.module.css'
import type { ReportAnalysisView, ReportView } from './report-view.server.ts'
import { StatusTag } from './status-tag.tsx'
import { Swarm } from './swarm.tsx'
import { reportedOf, ValueFlag } from './value-notes.tsx'
import type { ValueView } from './value-view.server.ts'
import { ValuesTable } from './values-table.tsx'

/** A patient's whole report: who, when, what is outside, and each analysis with its values. */
export function ReportSections({ report }: { report: ReportView }) {
  const { t } = useTexts()
  const { patientName, born, age, gender, orderNumber, sampled, laboratory } = report
  const facts: [string, string][] = [
    [t('results.fact.patient'), `${patientName}, ${t(`results.gender.${gender}`)}`],
    [t('results.fact.born'), `${born}, ${t(`patients.age.${age.unit}`, { count: age.count })}`],
    [t('results.fact.order'), orderNumber],
    [t('results.fact.sampled'), sampled],
    [t('shell.laboratory'), laboratory],
  ]
  return (
    <div className="sections">
      <div className="stack">
        <dl className={`${styles.facts} small dots`}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt className="muted">{term}</dt>{' '}
              <dd>
                <OwnLanguage>{value}</OwnLanguage>
              </dd>
            </div>
          ))}
        </dl>
        <Answer report={report} />
      </div>
      {report.analyses.map((analysis) => (
        <AnalysisSection key={analysis.id} analysis={analysis} />
      ))}
    </div>
  )
}

/**
 * The answer for a doctor: a sentence, all values in one picture, and those outside, which the tables have again; of
 * a single value its name, and how it lies in its range.
 */
function Answer({ report: { analyses, hasCritical, swarm } }: { report: ReportView }) {
  const { t } = useTexts()
  const values = reportedOf(analyses.flatMap((analysis) => analysis.values))
  if (values.length === 0) return null
  const outside = values.filter(({ isOutside }) => isOutside)
  const only = values.length === 1 ? values[0] : undefined
  return (
    <section
      // A part named like a test would be mistaken for the test's own below.
      aria-labelledby={only ? undefined : 'report-summary'}
      className={classNames(
        summaryStyles.summary,
        (swarm || only) && summaryStyles.pictured,
        outside.length > 0 && (hasCritical ? summaryStyles.now : summaryStyles.talk),
      )}
    >
      <h2 id="report-summary">
        {only ? <OwnLanguage>{only.name}</OwnLanguage> : sentenceOf(t, values, outside.length)}
      </h2>
      {hasCritical && (
        <div className={summaryStyles.words}>
          <CriticalNotice reader="doctor" isSaid={only !== undefined} />
        </div>
      )}
      {/* On paper the table below is enough. */}
      {only && (
        <div className={`${summaryStyles.aside} no-print`}>
          <Findings values={values} title={only.name} />
        </div>
      )}
      {swarm && (
        <>
          <div className={summaryStyles.aside}>
            <Swarm swarm={swarm} />
          </div>
          {/* If all are outside, the tables are that list. */}
          {outside.length > 0 && outside.length < values.length && (
            <ul className={`${styles.outside} no-print`}>
              {outside.map((value) => (
                <li key={value.id} className="row row-wrap between">
                  <b>
                    <OwnLanguage>{value.name}</OwnLanguage>
                  </b>
                  <span className="row small">
                    <ValueFlag value={value} />
                    <span className={styles.number}>
                      {value.text} {value.unit}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

/** A doctor reads how many of all values are outside; of unjudged ones only how many there are. */
function sentenceOf(t: ReturnType<typeof useTexts>['t'], values: readonly ValueView[], outside: number) {
  const all = values.length
  if (outside > 0) return t('results.outsideOf', { count: outside, all })
  const isJudged = values.every(({ word }) => word !== null)
  return t(isJudged ? 'results.summary.inside' : 'results.valueCount', { count: all })
}

function AnalysisSection({ analysis }: { analysis: ReportAnalysisView }) {
  const { t } = useTexts()
  const { id, name, status, values, comment, withdrawn, specimen, reported, awaits } = analysis
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={<OwnLanguage>{name}</OwnLanguage>}>
        {status && <StatusTag status={status} />}
      </SectionHead>
      <p className={`${styles.about} small muted`}>
        {status === null
          ? (awaits ?? t('results.awaited'))
          : [reported && t('results.reported', { date: reported }), specimen].filter(Boolean).join(' · ')}
      </p>
      {values.length > 0 && <ValuesTable values={values} labelledBy={id} />}
      {withdrawn.map((gone) => (
        <p key={gone.name} className={`${styles.about} small muted`}>
          {t('results.note.withdrawn', { name: gone.name, text: gone.text, date: gone.on })}
        </p>
      ))}
      {comment && (
        <div className={styles.comment}>
          <Notice icon="stethoscope" title={t('results.note.comment')}>
            <p>
              <OwnLanguage>{comment}</OwnLanguage>
            </p>
          </Notice>
        </div>
      )}
    </section>
  )
}
