import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { useLiveAccount } from '../platform/use-live-account.ts'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Findings } from './findings.tsx'
import styles from './patient-analyzes.module.css'
import type {
  AnalysisRowView,
  OutsideValueView,
  PatientAnalyzesView,
  SystemView,
} from './patient-analyzes-list.server.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportSummary } from './report-summary.tsx'
import { Found, UnreadMark } from './result-patients.tsx'
import { StatusTag } from './status-tag.tsx'
import { SystemLine } from './system-line.tsx'
import { Tally } from './tally.tsx'
import { ValueFlag } from './value-notes.tsx'

// Below everything else.
const RepeatTests = lazy(() => import('./repeat-tests.tsx'))

interface PatientAnalyzesPageProps {
  view: PatientAnalyzesView
  /** Of the form about repeating the tests. */
  failure?: FormFailure | undefined
}

/** A patient's analyses of one result: the summary, then each analysis, whether ready or still awaited. */
export function PatientAnalyzesPage({ view, failure }: PatientAnalyzesPageProps) {
  const { t } = useTexts()
  const { testResultId, patientId, name, age, sampled, laboratory, counts, outside, analyses } = view
  const of = { testResultId, patientId }
  useLiveAccount(!view.isComplete)
  return (
    <div className="stack">
      <PageHead above={t('order.number', { number: view.orderNumber })} title={name}>
        <p className="muted dots">
          <span>{t(`patients.age.${age.unit}`, { count: age.count })}</span>
          <span>{t('results.sampled', { date: sampled })}</span>
          <span>
            <OwnLanguage>{laboratory}</OwnLanguage>
          </span>
        </p>
        {view.hasReport && counts.all === 0 && <ReportActions of={of} />}
      </PageHead>
      {counts.all > 0 && (
        <ReportSummary
          of={of}
          counts={{
            ...counts,
            isJudged: counts.judged >= counts.all,
            hasAbnormal: outside.some(({ word }) => word === 'abnormal'),
          }}
          hasCritical={view.hasCritical}
          isChild={view.isChild}
          picture={
            view.only ? (
              <Findings values={[view.only]} isAnswered />
            ) : (
              counts.judged > 0 && (
                <>
                  <Tally
                    inside={counts.judged - counts.outside}
                    outside={counts.outside}
                    critical={outside.filter(({ shape }) => shape === 'critical').length}
                  />
                  {outside.length > 0 && <OutsideValues values={outside} />}
                </>
              )
            )
          }
        />
      )}
      {!view.isComplete && <Notice>{t('results.patient.incomplete')}</Notice>}
      {analyses.some(isSystem) ? (
        <ul className={styles.systems}>
          {analyses.map((entry) => (
            <li key={entry.id}>
              {isSystem(entry) ? (
                <System system={entry} of={of} />
              ) : (
                <Card flush>
                  <AnalysisRows analyses={[entry]} of={of} />
                </Card>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Card flush>
          <AnalysisRows analyses={analyses as AnalysisRowView[]} of={of} />
        </Card>
      )}
      {/* Even if the refusal is that they can no longer be repeated, and the forms have gone. */}
      <FormErrors failure={failure} />
      {view.repeat && (
        <Suspense>
          <RepeatTests repeat={view.repeat} />
        </Suspense>
      )}
    </div>
  )
}

/** This many are shown; the others are folded. */
const SHOWN = 6

/** The values outside their ranges by name, so that no analysis must be opened to find them. */
function OutsideValues({ values }: { values: readonly OutsideValueView[] }) {
  const { t } = useTexts()
  const more = values.slice(SHOWN)
  return (
    <Card flush>
      <OutsideRows values={values.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details className={classNames('more', styles.rest)}>
          <summary>{t('results.restTitle', { count: more.length })}</summary>
          <OutsideRows values={more} />
        </details>
      )}
    </Card>
  )
}

function OutsideRows({ values }: { values: readonly OutsideValueView[] }) {
  return (
    <ul className={styles.analyses}>
      {values.map(({ id, path, name, text, ...value }) => (
        <li key={id}>
          <Link className={classNames(styles.analysis, styles.value)} to={path}>
            <span className={`${styles.name} between`}>
              <b>
                <OwnLanguage>{name}</OwnLanguage>
              </b>
              <span className={styles.about}>
                <ValueFlag value={value} />
                <span>{text}</span>
              </span>
            </span>
            <Icon name="chevron-right" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function isSystem(entry: AnalysisRowView | SystemView): entry is SystemView {
  return 'analyses' in entry
}

interface OfResult {
  testResultId: string
  patientId: string
}

function AnalysisRows({ analyses, of }: { analyses: readonly AnalysisRowView[]; of: OfResult }) {
  return (
    <ul className={styles.analyses}>
      {analyses.map((analysis) => (
        <AnalysisRow
          key={analysis.id}
          analysis={analysis}
          path={pathOf('testResultPatientAnalysisResult', { ...of, analysisResultId: analysis.id })}
        />
      ))}
    </ul>
  )
}

/** A part of the body in one line; open if something is outside its range. */
function System({ system: { id, name, about, analyses }, of }: { system: SystemView; of: OfResult }) {
  const { t } = useTexts()
  const sum = {
    valueCount: 0,
    outsideCount: 0,
    judgedCount: 0,
    ready: 0,
    hasCritical: analyses.some(({ hasCritical }) => hasCritical),
  }
  for (const { status, valueCount, outsideCount, judgedCount } of analyses) {
    sum.valueCount += valueCount
    sum.outsideCount += outsideCount
    sum.judgedCount += judgedCount
    if (status !== null) sum.ready += 1
  }
  return (
    <SystemLine
      id={`system-${id}`}
      name={<OwnLanguage>{name}</OwnLanguage>}
      about={about}
      isOpen={sum.outsideCount > 0}
      sum={
        <>
          {analyses.some(({ isUnread }) => isUnread) && <UnreadMark />}
          <Found in={sum} />
          {sum.ready < analyses.length && (
            <span>{t('results.ready', { ready: sum.ready, count: analyses.length })}</span>
          )}
        </>
      }
    >
      <AnalysisRows analyses={analyses} of={of} />
    </SystemLine>
  )
}

function AnalysisRow({ analysis, path }: { analysis: AnalysisRowView; path: string }) {
  const { t } = useTexts()
  const { name, status, isUnread, awaits } = analysis
  if (status === null) {
    return (
      <li className={styles.awaited}>
        <b>
          <OwnLanguage>{name}</OwnLanguage>
        </b>
        <span className="small muted">{awaits ?? t('results.awaited')}</span>
      </li>
    )
  }
  return (
    <li>
      <Link className={styles.analysis} to={path}>
        <span>
          <span className={styles.name}>
            <b>
              <OwnLanguage>{name}</OwnLanguage>
            </b>
            {isUnread && <UnreadMark />}
          </span>
          <span className={styles.about}>
            <Found in={analysis} />
            <span>{analysis.reportedOn}</span>
            {status !== 'final' && <StatusTag status={status} />}
          </span>
        </span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  )
}
