import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { CriticalNotice } from './critical-notice.tsx'
import styles from './report-sections.module.css'
import type { ReportAnalysisView, ReportView } from './report-view.server.ts'
import { StatusTag } from './status-tag.tsx'
import type { ValueView } from './value-view.server.ts'
import { ValuesTable } from './values-table.tsx'

/** A patient's whole report: who, when, and each analysis with its values. */
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
  const sentence = sentenceOf(
    t,
    report.analyses.flatMap(({ values }) => values),
  )
  return (
    <div className="sections">
      {report.hasCritical && <CriticalNotice reader="doctor" />}
      <div className="stack">
        {sentence && <h2>{sentence}</h2>}
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <OwnLanguage>{value}</OwnLanguage>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {report.analyses.map((analysis) => (
        <AnalysisSection key={analysis.id} analysis={analysis} />
      ))}
    </div>
  )
}

/**
 * The sentence for a doctor, who sees how many of all values are outside. Null if none is outside and not all
 * are known to be in range.
 */
function sentenceOf(t: ReturnType<typeof useTexts>['t'], values: readonly ValueView[]): string | null {
  const all = values.length
  const outside = values.filter(({ isOutside }) => isOutside).length
  if (outside > 0) {
    return all === 1 ? t('results.onlyOutside') : t('results.outsideOf', { count: outside, all })
  }
  return all > 0 && values.every(({ word }) => word !== null)
    ? t('results.summary.inside', { count: all })
    : null
}

function AnalysisSection({ analysis }: { analysis: ReportAnalysisView }) {
  const { t } = useTexts()
  const { id, name, status, values, comment, withdrawn, specimen, reported, awaits } = analysis
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={<OwnLanguage>{name}</OwnLanguage>}>
        {status && <StatusTag status={status} />}
      </SectionHead>
      <p className={styles.about}>
        {status === null
          ? (awaits ?? t('results.awaited'))
          : [reported && t('results.reported', { date: reported }), specimen].filter(Boolean).join(' · ')}
      </p>
      {values.length > 0 && <ValuesTable values={values} labelledBy={id} />}
      {withdrawn.map((gone) => (
        <p key={gone.name} className={styles.about}>
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
