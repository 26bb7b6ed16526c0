import { Link, useNavigation } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { AnalysisList } from '../analysis-list.tsx'
import { loadSearch, type SearchView } from '../load-search.server.ts'
import { ProfileCards, VisitDay } from '../profile-cards.tsx'
import { ReasonCard } from '../reason-card.tsx'
import { SearchField } from '../search-field.tsx'
import { SearchFilters, SortLinks } from '../search-filters.tsx'
import styles from '../search-page.module.css'
import { readSearchQuery, searchAddress } from '../search-query.ts'
import { useLiveSearch, useReportUnanswered } from '../use-live-search.ts'
import type { Route } from './+types/search'

export function loader({ context, url }: Route.LoaderArgs) {
  const query = readSearchQuery(url.searchParams)
  return loadSearch({ shop: context.get(shopContext), query })
}

/** The term itself is the form's field. */
const OTHER_TERM = { term: '', category: undefined }

/** Search: answers while the visitor types, keeps the term in the address, and is a plain form without scripts. */
export default function Search({ loaderData: view }: Route.ComponentProps) {
  const { t } = useTexts()
  const { query, reason, rows, total, foundCount, profiles } = view
  const live = useLiveSearch(query)
  // As while typing: another term keeps the filters, except the category.
  const [, filters] = searchAddress(query, OTHER_TERM).split('?')
  const kept = [...new URLSearchParams(filters)]
  const isEmpty = foundCount === 0 && profiles.length === 0 && !reason
  const returnTo = searchAddress(query, { pages: query.pages })
  const title = query.term
    ? t('catalogue.search.titleFor', { term: query.term })
    : t('catalogue.search.title')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk from the field through the results
    <div onKeyDown={live.onKeyDown}>
      <PageMeta title={title} description={t('catalogue.search.description')} />
      <h1 className="visually-hidden">{title}</h1>
      <SearchField
        ref={live.input}
        defaultValue={query.term}
        onChange={live.onChange}
        onLeave={live.stop}
        fields={kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      >
        {query.term && <IconButton icon="x" label={t('catalogue.search.clear')} onClick={live.clear} />}
        <button type="submit" className={`${buttonClass({})} ${styles.submit}`}>
          {t('catalogue.search.submit')}
        </button>
        <Searching />
      </SearchField>
      <p className={isEmpty ? 'visually-hidden' : styles.count} role="status">
        {query.term
          ? t('catalogue.search.found', { count: foundCount, term: query.term })
          : t('shell.tests', { count: total })}
      </p>
      {isEmpty ? (
        <div className={styles.nothing}>
          <NothingFound {...view} />
        </div>
      ) : (
        <div className={`split split-rail ${styles.columns}`}>
          <SearchFilters view={view} />
          <div className="sections">
            {reason && <ReasonCard reason={reason} returnTo={returnTo} />}
            {foundCount > 0 && (
              <section aria-labelledby="analyses">
                <SectionHead id="analyses" title={t('shell.nav.tests')}>
                  <SortLinks query={query} />
                </SectionHead>
                {total > 0 ? (
                  <AnalysisList rows={rows} term={query.term} returnTo={returnTo} />
                ) : (
                  <NoneLeft {...view} />
                )}
                <p className={styles.under}>
                  <VisitDay day={view.visitDay} />
                </p>
                {total > rows.length && (
                  <Link
                    className={buttonClass({ look: 'quiet' })}
                    to={searchAddress(query, { pages: query.pages + 1 })}
                  >
                    {t('catalogue.search.more', { count: total - rows.length })}
                  </Link>
                )}
              </section>
            )}
            {profiles.length > 0 && <FoundProfiles {...view} />}
            {view.foundCategories.length > 0 && <FoundCategories {...view} />}
            {query.term && <NotMeant />}
          </div>
        </div>
      )}
    </div>
  )
}

/** Progress shown in the search box. */
function Searching() {
  const { location } = useNavigation()
  return location?.pathname === pathOf('search') ? <span className={styles.travel} /> : null
}

function FoundProfiles({ profiles, profileCount }: SearchView) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="found-profiles">
      <SectionHead id="found-profiles" title={t('catalogue.search.profiles')}>
        {profileCount > profiles.length && (
          <Link className="hit" to={pathOf('profiles')}>
            {t('catalogue.profiles.allShort')}
          </Link>
        )}
      </SectionHead>
      <ProfileCards profiles={profiles} columns={3} />
    </section>
  )
}

/** The categories of the results, each with a link to its page. */
function FoundCategories({ foundCategories }: SearchView) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="found-categories">
      <SectionHead id="found-categories" title={t('catalogue.categories')} />
      <ul className={styles.categories}>
        {foundCategories.map(({ slug, name, count }) => (
          <li key={slug}>
            <Link className="hit" to={pathOf('categories', { categorySlug: slug })}>
              <OwnLanguage>{name}</OwnLanguage>
            </Link>{' '}
            <span className="muted">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoneLeft({ query }: SearchView) {
  const { t } = useTexts()
  const bare = { category: undefined, readyWithin: undefined, atHome: false, noFasting: false }
  return (
    <EmptyState drawing="missing" title={t('catalogue.search.noneLeft')}>
      <Link className={buttonClass({ look: 'quiet' })} to={searchAddress(query, bare)}>
        {t('catalogue.search.withoutFilters')}
      </Link>
    </EmptyState>
  )
}

function NothingFound({ query, suggestions }: SearchView) {
  const { t } = useTexts()
  useReportUnanswered(query.term)
  return (
    <EmptyState drawing="missing" title={t('catalogue.search.nothing', { term: query.term })}>
      {suggestions.length > 0 && (
        <>
          <p>{t('catalogue.search.nearest')}</p>
          <ul className={styles.suggestions}>
            {suggestions.map(({ id, name }) => (
              <li key={id}>
                <Link className="hit" to={pathOf('analysisInSearch', { analysisId: id })} data-walk>
                  <OwnLanguage>{name}</OwnLanguage>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <NotMeant />
    </EmptyState>
  )
}

function NotMeant() {
  const { t } = useTexts()
  return (
    <p className="muted">
      {t('catalogue.search.notMeant')} <Link to={pathOf('support')}>{t('catalogue.search.askSupport')}</Link>.{' '}
      <Link to={pathOf('search')}>{t('catalogue.search.title')}</Link>
    </p>
  )
}
