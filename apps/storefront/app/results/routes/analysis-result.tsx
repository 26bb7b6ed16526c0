import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage, Sentence } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Flag } from '../../ui/flag.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import aboutRangesStyles from '../about-ranges.module.css'
import styles from '../analysis-result.module.css'
import { type AnalysisResultView, loadAnalysisResult } from '../analysis-result-view.server.ts'
import { Findings } from '../findings.tsx'
import { ReportActions } from '../report-actions.tsx'
import { ResultNotices } from '../result-notices.tsx'
import trendStyles from '../trend-chart.module.css'
import trendCardStyles from '../trend-chart.module.css'
import { TrendChart } from '../trend-chart.tsx'
import type { TrendView } from '../trend-view.server.ts'
import { ValuesTable } from '../values-table.tsx'
import type { Route } from './+types/analysis-result'

export function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadAnalysisResult(shop, params)
}

export default function AnalysisResult({ loaderData }: Route.ComponentProps) {
  return <AnalysisResultPage view={loaderData} />
}

/** From this many values on they stand in a table; fewer are shown large. */
const TABLE_FROM = 4
/** Courses that are shown without being asked for. */
const OPEN_TRENDS = 2

/** One analysis result: what is outside first, then its course, then everything. */
function AnalysisResultPage({ view }: { view: AnalysisResultView }) {
  const { t } = useTexts()
  const { values, earlier, name } = view
  const outside = values.filter(({ isOutside }) => isOutside)
  const isLong = values.length >= TABLE_FROM
  const large = isLong ? outside : values
  return (
    <div className="sections">
      <div>
        <ResultHead view={view} />
        <ResultNotices view={view} />
        {view.status === null && (
          <EmptyState icon="clock" title={t('results.awaited')}>
            {view.expectedOn && <p>{t('results.expected', { date: view.expectedOn })}</p>}
          </EmptyState>
        )}
        {large.length > 0 && (
          <section aria-labelledby="outside" className={styles.outside}>
            <SectionHead id="outside" title={headline(t, outside.length, values.length)} />
            <Findings values={large} earlier={earlier} />
          </section>
        )}
        {isLong && outside.length === 0 && (
          <p className={styles.calm}>{t('results.nothingOutside', { count: values.length })}</p>
        )}
        <TalkToYourDoctor view={view} isOutside={outside.length > 0} />
      </div>
      {view.trends.length > 0 && <Courses view={view} />}
      {isLong && (
        <section aria-labelledby="all-values">
          <SectionHead id="all-values" title={t('results.all', { count: values.length })}>
            <span className="small muted">
              {t(`results.rangesFor.${groupOf(view)}`, {
                age: t(`patients.age.${view.age.unit}`, { count: view.age.count }),
              })}
            </span>
          </SectionHead>
          <ValuesTable values={values} labelledBy="all-values" />
        </section>
      )}
      {values.length > 0 && view.trends.length === 0 && <AboutRanges />}
      <MoreAbout view={view} name={name} />
    </div>
  )
}

function groupOf({ gender, isChild }: AnalysisResultView) {
  if (gender === 'F') return isChild ? 'girl' : 'woman'
  return isChild ? 'boy' : 'man'
}

type Translate = ReturnType<typeof useTexts>['t']

function headline(t: Translate, outside: number, all: number): string {
  if (outside === 0) return t('results.nothingOutside', { count: all })
  if (all === 1) return t('results.onlyOutside')
  return t('results.outsideOf', { count: outside, all })
}

function ResultHead({ view }: { view: AnalysisResultView }) {
  const { t } = useTexts()
  const { name, status, age, orderNumber, testResultId, patientId } = view
  const statusText = status === null ? t('results.awaited') : t(`results.report.${status}`)
  return (
    <PageHead
      above={`${t('results.order', { number: orderNumber })} · ${statusText}`}
      title={<OwnLanguage>{name}</OwnLanguage>}
      windowTitle={t('results.windowTitle')}
    >
      <p className="muted">
        <b>{view.patientName}</b>, {t(`patients.age.${age.unit}`, { count: age.count })} ·{' '}
        {t('results.sampled', { date: view.sampled })}
        {view.reported && <> · {t('results.reported', { date: view.reported })}</>}
        {view.specimen && (
          <>
            {' '}
            · <OwnLanguage>{view.specimen}</OwnLanguage>
          </>
        )}
      </p>
      {status !== null && <ReportActions of={{ testResultId, patientId }} />}
    </PageHead>
  )
}

/** Facts and an advice; what a value means for a person only a doctor can say. */
function TalkToYourDoctor({ view, isOutside }: { view: AnalysisResultView; isOutside: boolean }) {
  const { t } = useTexts()
  if (view.values.length === 0) return null
  return (
    <div className={styles.doctor}>
      {view.description && (
        <p>
          <b>{t('results.meaning.about')}</b> <OwnLanguage>{view.description}</OwnLanguage>
        </p>
      )}
      <p>
        {view.hasCritical
          ? t('results.meaning.critical')
          : isOutside
            ? t('results.meaning.outside')
            : t(`results.meaning.inside.${view.isChild ? 'child' : 'adult'}`)}
      </p>
    </div>
  )
}

function Courses({ view }: { view: AnalysisResultView }) {
  const { t } = useTexts()
  const { trends } = view
  const [open, more] = [trends.slice(0, OPEN_TRENDS), trends.slice(OPEN_TRENDS)]
  return (
    <section aria-labelledby="courses">
      <SectionHead id="courses" title={t('results.trend.title')} />
      <div className={trendStyles.grid}>
        {open.map((trend) => (
          <TrendCard key={trend.id} trend={trend} />
        ))}
        <AboutRanges />
      </div>
      {more.length > 0 && (
        <details className={trendStyles.others}>
          <summary>{t('results.trend.more', { count: more.length })}</summary>
          <div className={trendStyles.grid}>
            {more.map((trend) => (
              <TrendCard key={trend.id} trend={trend} />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}

function MoreAbout({ view, name }: { view: AnalysisResultView; name: string }) {
  const { t } = useTexts()
  const { others } = view
  return (
    <section aria-labelledby="more" className="no-print">
      <SectionHead id="more" title={t('results.more.title')} />
      <ul className={styles.more}>
        {others.map(({ path, day, outsideCount, hasCritical }) => (
          <li key={path}>
            <Link className="hit" to={path}>
              {t('results.more.other', { date: day })}
            </Link>
            {hasCritical ? (
              <span className="small">
                <Flag shape="critical">{t('results.about.criticalWord')}</Flag>
              </span>
            ) : (
              outsideCount > 0 && (
                <span className="small muted">{t('results.outside', { count: outsideCount })}</span>
              )
            )}
          </li>
        ))}
        <li>
          <Link className="hit" to={pathOf('analysisInSearch', { analysisId: view.analysisId })}>
            <Sentence of="results.more.analysis" names={{ name }} />
          </Link>
        </li>
      </ul>
    </section>
  )
}

const WORDS = [
  ['normal', 'in'],
  ['low', 'low'],
  ['high', 'high'],
  ['critical', 'critical'],
] as const

/** What the words and shapes mean, and what a range is. */
function AboutRanges() {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="about-ranges">
      <h3 id="about-ranges">{t('results.about.title')}</h3>
      <dl className={aboutRangesStyles.legend}>
        {WORDS.map(([word, shape]) => (
          <div key={word}>
            <dt>
              <Flag shape={shape}>
                {t(word === 'critical' ? 'results.about.criticalWord' : `results.word.${word}`)}
              </Flag>
            </dt>
            <dd>{t(`results.about.${word}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{t('results.about.text')}</p>
    </Card>
  )
}

/** One value over time. */
function TrendCard({ trend }: { trend: TrendView }) {
  const { t } = useTexts()
  const { id, name, unit, sinceYear, direction, first, last } = trend
  return (
    <Card as="section" aria-labelledby={`trend-${id}`}>
      <h3 id={`trend-${id}`}>{t('results.trend.since', { name, year: sinceYear })}</h3>
      <p className="small muted">{t(`results.trend.${direction}`, { first, last, unit: unit ?? '' })}</p>
      <TrendChart trend={trend} />
      <p className={trendCardStyles.same}>
        <Icon name="check" size="s" /> {t('results.trend.same_measure')}
      </p>
    </Card>
  )
}
