import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import type { SearchView } from './load-search.server.ts'
import styles from './search-filters.module.css'
import { type SearchQuery, SORTS, searchAddress } from './search-query.ts'

/** Filters as links: chips on a phone, a column at the side on a wide screen. They work without scripts. */
export function SearchFilters({ view }: { view: SearchView }) {
  const { t } = useTexts()
  const { query, categories, readyDates, atHomeCount, noFastingCount, foundCount } = view
  return (
    <nav className={styles.filters} aria-label={t('catalogue.filters.label')}>
      <Group title={t('catalogue.filters.category')}>
        <Filter
          query={query}
          change={{ category: undefined }}
          isOn={query.category === undefined}
          count={foundCount}
        >
          {t('catalogue.filters.all')}
        </Filter>
        {categories.map(({ value, label, count }) => (
          <Filter
            key={value}
            query={query}
            change={{ category: value }}
            isOn={query.category === value}
            count={count}
          >
            <OwnLanguage>{label}</OwnLanguage>
          </Filter>
        ))}
      </Group>
      <Group title={t('catalogue.filters.readyBy')}>
        {readyDates.map(({ value, label, count }) => (
          <Toggle
            key={value}
            query={query}
            isOn={query.readyWithin === value}
            on={{ readyWithin: value }}
            off={{ readyWithin: undefined }}
            count={count}
          >
            {label}
          </Toggle>
        ))}
      </Group>
      <Group title={t('catalogue.filters.also')}>
        <Toggle
          query={query}
          isOn={query.atHome}
          on={{ atHome: true }}
          off={{ atHome: false }}
          count={atHomeCount}
        >
          {t('catalogue.filters.atHome')}
        </Toggle>
        <Toggle
          query={query}
          isOn={query.noFasting}
          on={{ noFasting: true }}
          off={{ noFasting: false }}
          count={noFastingCount}
        >
          {t('catalogue.filters.noFasting')}
        </Toggle>
      </Group>
    </nav>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>{children}</ul>
    </div>
  )
}

interface FilterProps {
  query: SearchQuery
  change: Partial<SearchQuery>
  isOn: boolean
  count: number
  children: ReactNode
}

function Filter({ query, change, isOn, count, children }: FilterProps) {
  return (
    <li>
      <Link
        className={`chip ${styles.filter}`}
        to={searchAddress(query, change)}
        aria-current={isOn ? 'true' : undefined}
        preventScrollReset
      >
        {children} <span>{count}</span>
      </Link>
    </li>
  )
}

interface ToggleProps extends Omit<FilterProps, 'change'> {
  on: Partial<SearchQuery>
  off: Partial<SearchQuery>
}

/** A second click turns it off. Left out if it finds nothing. */
function Toggle({ on, off, ...filter }: ToggleProps) {
  return (filter.isOn || filter.count > 0) && <Filter {...filter} change={filter.isOn ? off : on} />
}

export function SortLinks({ query }: { query: SearchQuery }) {
  const { t } = useTexts()
  return (
    <nav className={styles.sort} aria-label={t('catalogue.sort.label')}>
      {SORTS.map((sort) => (
        <Link
          key={sort}
          to={searchAddress(query, { sort })}
          aria-current={query.sort === sort ? 'true' : undefined}
          preventScrollReset
        >
          {t(`catalogue.sort.${sort === 'best' && !query.term ? 'name' : sort}`)}
        </Link>
      ))}
    </nav>
  )
}
