import { lazy, Suspense } from 'react'
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage, Sentence } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { useLiveAccount } from '../../platform/use-live-account.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import styles from '../analysis-result.module.css'
import { Findings } from '../findings.tsx'
import { type AnalysisResultView, loadAnalysisResult } from '../load-analysis-result.server.ts'
import { ReportActions } from '../report-actions.tsx'
import { BodySystems, ResultNotices, ResultSummary } from '../result-answer.tsx'
import { Sparkline } from '../sparkline.tsx'
import { reportedOf } from '../value-notes.tsx'
import { ValuesTable } from '../values-table.tsx'
import type { Route } from './+types/analysis-result'

export function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadAnalysisResult(shop, params)
}

/** A changed query only chooses another trend: the data stay the same, unless a form has led here. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return (
    defaultShouldRevalidate &&
    (formMethod !== undefined ||
      currentUrl.pathname !== nextUrl.pathname ||
      currentUrl.search === nextUrl.search)
  )
}

// Loaded lazily: they are below everything else, and only patients tested before have trends.
const Courses = lazy(() => import('../courses.tsx'))
const AfterResult = lazy(() => import('../after-result.tsx'))

/** From this many values on, they are in rows; fewer are shown large. */
const ROWS_FROM = 4

/** One analysis result: the summary, the values outside their range, the rest by part of the body, one trend. */
export default function AnalysisResult({ loaderData: view }: Route.ComponentProps) {
  const { t } = useTexts()
  const { values, name, trends } = view
  useLiveAccount(view.status === null || view.status === 'preliminary')
  const outside = values.filter(({ isOutside }) => isOutside)
  const hasValues = reportedOf(values).length > 0
  // Whether there are numbers judged by ranges, which say nothing about other values.
  const hasRanges = values.some(({ isText, word }) => !isText && word !== null)
  const isLong = values.length >= ROWS_FROM
  // A single value is already the picture of the summary.
  const large = isLong ? outside : values.length > 1 || !hasValues ? values : []
  return (
    <div className="sections">
      <div>
        <ResultHead view={view} hasValues={hasValues} />
        <ResultNotices view={view} />
        {view.status === null && (
          <EmptyState drawing="awaited" title={t('results.awaited')}>
            {view.awaits && <p>{view.awaits}</p>}
          </EmptyState>
        )}
        {hasValues && <ResultSummary view={view} />}
        {large.length > 0 && (
          <div className={isLong ? styles.outsideOfMany : styles.outside}>
            <Findings
              values={large}
              beside={(value) => {
                const trend = trends.find(({ id }) => id === value.id)
                return trend && <Sparkline trend={trend} />
              }}
            />
          </div>
        )}
        <p className={styles.description}>
          {view.description && (
            <>
              <b>{t('results.meaning.about')}</b> <OwnLanguage>{view.description}</OwnLanguage>{' '}
            </>
          )}
          <Link className="no-print" to={pathOf('analysisInSearch', { analysisId: view.analysisId })}>
            <Sentence of="results.more.analysis" names={{ name }} />
          </Link>
        </p>
        {/* What may wait until the answer is read. */}
        <p className={`${styles.description} small dots`}>
          <span>{t('order.number', { number: view.orderNumber })}</span>
          {view.status && <span>{t(`results.status.${view.status}`)}</span>}
          {view.reported && <span>{t('results.reported', { date: view.reported })}</span>}
          {view.specimen && (
            <span>
              <OwnLanguage>{view.specimen}</OwnLanguage>
            </span>
          )}
        </p>
      </div>
      {isLong && <Rest view={view} outside={outside.length} hasRanges={hasRanges} />}
      {trends.length > 0 && (
        <Suspense>
          <Courses trends={trends} />
        </Suspense>
      )}
      <Suspense>
        <AfterResult view={view} hasRanges={hasRanges} />
      </Suspense>
    </div>
  )
}

interface RestProps {
  view: AnalysisResultView
  outside: number
  hasRanges: boolean
}

/** The values not shown above, in rows; on paper all values, even those above. */
function Rest({ view, outside, hasRanges }: RestProps) {
  const { t } = useTexts()
  const { values, systems, trends } = view
  const rest = values.length - outside
  const reported = reportedOf(values).length
  const all = t('results.all', { count: reported })
  return (
    <section aria-labelledby="all-values" className={rest === 0 ? styles.onPaper : undefined}>
      <SectionHead
        id="all-values"
        title={
          <>
            <span className={styles.onScreen}>
              {outside > 0 ? t('results.restTitle', { count: reported - outside || rest }) : all}
            </span>
            <span className={styles.onPaper}>{all}</span>
          </>
        }
      >
        {hasRanges && (
          <span className="small muted">
            {t(`results.rangesFor.${groupOf(view)}`, {
              age: t(`patients.age.${view.age.unit}`, { count: view.age.count }),
            })}
          </span>
        )}
      </SectionHead>
      {systems.length > 0 ? (
        <BodySystems systems={systems} trends={trends} />
      ) : (
        <ValuesTable values={values} trends={trends} labelledBy="all-values" isRest />
      )}
    </section>
  )
}

function groupOf({ gender, isChild }: AnalysisResultView) {
  if (gender === 'F') return isChild ? 'girl' : 'woman'
  return isChild ? 'boy' : 'man'
}

function ResultHead({ view, hasValues }: { view: AnalysisResultView; hasValues: boolean }) {
  const { t } = useTexts()
  const { name, status, age, testResultId, patientId } = view
  return (
    <PageHead title={<OwnLanguage>{name}</OwnLanguage>} windowTitle={t('results.column.result')}>
      <p className="muted dots">
        <span>
          <b>{view.patientName}</b>, {t(`patients.age.${age.unit}`, { count: age.count })}
        </span>
        <span>{t('results.sampled', { date: view.sampled })}</span>
      </p>
      {status !== null && !hasValues && <ReportActions of={{ testResultId, patientId }} isPrintable />}
    </PageHead>
  )
}
