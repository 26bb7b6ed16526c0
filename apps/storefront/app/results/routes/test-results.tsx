import { lazy } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { useLiveAccount } from '../../platform/use-live-account.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { Tag } from '../../ui/tag.tsx'
import { loadTestResults, type TestResultsView, type TestResultView } from '../load-test-results.server.ts'
import { loadTimeline } from '../load-timeline.server.ts'
import { ResultPatients } from '../result-patients.tsx'
import styles from '../test-results.module.css'
import type { Route } from './+types/test-results'

// Loaded lazily: the list does not need it. Without a boundary, the list stays until the timeline has loaded.
const TimelinePage = lazy(() => import('../timeline.tsx'))

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = url.searchParams
  return query.get('view') === 'timeline'
    ? { timeline: await loadTimeline(shop) }
    : { list: await loadTestResults(shop, query) }
}

export default function TestResults({ loaderData }: Route.ComponentProps) {
  if (loaderData.list) return <TestResultsPage view={loaderData.list} />
  const { timeline } = loaderData
  return timeline.people.length > 0 ? <TimelinePage timeline={timeline} /> : <NoTimeline />
}

/** All results of the account, newest sample first, page by page. */
function TestResultsPage({ view }: { view: TestResultsView }) {
  const { t } = useTexts()
  const { results, older, isFirstPage, patients } = view
  const chosen = patients.find(({ isChosen }) => isChosen)
  useLiveAccount(isFirstPage && results.some(({ isComplete }) => !isComplete))
  if (results.length === 0 && isFirstPage && patients.length === 0) return <NoResults />
  return (
    <div className="stack">
      <PageHead title={t('results.list.title')} lead={t('results.list.lead')}>
        <Link className="hit" to={`${pathOf('testResults')}?view=timeline`}>
          {t('catalogue.family.timeline')}
        </Link>
      </PageHead>
      {patients.length > 0 && <PatientFilter patients={patients} />}
      {results.length === 0 && <p className="muted">{t('results.list.noneOfPatient')}</p>}
      <ul className={styles.list}>
        {results.map((result) => (
          <TestResultCard key={result.id} result={result} />
        ))}
      </ul>
      {(older || !isFirstPage) && (
        <nav className="row row-wrap" aria-label={t('results.list.pages')}>
          {!isFirstPage && (
            <ButtonLink look="quiet" to={resultsOf(chosen?.id)}>
              {t('results.list.newest')}
            </ButtonLink>
          )}
          {older && (
            <ButtonLink look="quiet" to={`${pathOf('testResults')}${older}`} rel="next">
              {t('results.list.older')}
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )
}

function TestResultCard({ result }: { result: TestResultView }) {
  const { t } = useTexts()
  const { id, day, year, orderNumber, laboratory, isComplete, patients } = result
  return (
    <Card as="li">
      <div className={styles.head}>
        <h2>
          <Link className="capital" to={pathOf('testResultPatientsList', { testResultId: id })}>
            {[day, year].filter(Boolean).join(' ')}
          </Link>
        </h2>
        {isComplete ? (
          <span className="small muted">{t('order.state.completed')}</span>
        ) : (
          <Tag tone="wait">{t('results.list.inWork')}</Tag>
        )}
      </div>
      <p className="small muted dots">
        <span>{t('order.number', { number: orderNumber })}</span>
        <span>
          <OwnLanguage>{laboratory}</OwnLanguage>
        </span>
      </p>
      <ResultPatients patients={patients} />
    </Card>
  )
}

function NoTimeline() {
  const { t } = useTexts()
  return (
    <EmptyState drawing="awaited" title={t('results.timeline.empty')} level={1}>
      <PageMeta title={t('results.timeline.title')} />
      <p className="muted">{t('results.timeline.emptyText')}</p>
      <ButtonLink to={pathOf('orders')} look="quiet">
        {t('order.yourOrders')}
      </ButtonLink>
    </EmptyState>
  )
}

function NoResults() {
  const { t } = useTexts()
  return (
    <EmptyState drawing="tubes" title={t('results.list.empty')} level={1}>
      <PageMeta title={t('results.list.title')} />
      <p className="muted">{t('results.list.emptyText')}</p>
      <ButtonLink to={pathOf('orders')} look="quiet">
        {t('order.yourOrders')}
      </ButtonLink>
    </EmptyState>
  )
}

/** The newest results, of one patient or of everybody. */
const resultsOf = (patientId: string | undefined) =>
  patientId ? `${pathOf('testResults')}?patientId=${patientId}` : pathOf('testResults')

/** Links that narrow the list to one patient; the chosen one is marked. */
function PatientFilter({ patients }: { patients: TestResultsView['patients'] }) {
  const { t } = useTexts()
  const isEverybody = patients.every(({ isChosen }) => !isChosen)
  return (
    <nav className="chips" aria-label={t('results.list.byPatient')}>
      <Link className="chip" to={pathOf('testResults')} aria-current={isEverybody ? 'page' : undefined}>
        {t('results.list.everybody')}
      </Link>
      {patients.map(({ id, name, isChosen }) => (
        <Link key={id} className="chip" to={resultsOf(id)} aria-current={isChosen ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
