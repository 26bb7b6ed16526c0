import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { loadProfiles } from '../load-profile.server.ts'
import { ProfileCards, VisitDay } from '../profile-cards.tsx'
import { ProfileComparisons } from '../profile-comparison.tsx'
import { SearchField } from '../search-field.tsx'
import type { Route } from './+types/profiles'

export function loader({ context, url }: Route.LoaderArgs) {
  const purpose = url.searchParams.get('for')
  return loadProfiles({ shop: context.get(shopContext), purpose })
}

export default function Profiles({ loaderData }: Route.ComponentProps) {
  const { profiles, count, purposes, chosen, comparisons = [], visitDay } = loaderData
  const { t } = useTexts()
  return (
    <>
      <PageMeta title={t('catalogue.profiles.title')} description={t('catalogue.profiles.lead')} />
      <PageHead title={t('catalogue.profiles.title')} windowTitle={null} lead={t('catalogue.profiles.lead')}>
        <p>
          <VisitDay day={visitDay} />
        </p>
      </PageHead>
      <div className="sections">
        <div className="stack">
          <SearchField />
          {purposes.length > 0 && (
            <nav className="chips" aria-label={t('catalogue.profiles.for')}>
              <Purpose isChosen={chosen === null} count={count}>
                {t('catalogue.filters.all')}
              </Purpose>
              {purposes.map(({ name, count }) => (
                <Purpose key={name} name={name} isChosen={chosen === name} count={count}>
                  {t(`catalogue.profiles.purpose.${name}`)}
                </Purpose>
              ))}
            </nav>
          )}
        </div>
        <ProfileCards profiles={profiles} columns={3} level={2} />
        <ProfileComparisons comparisons={comparisons} />
      </div>
    </>
  )
}

interface PurposeProps {
  /** Undefined: all profiles. */
  name?: string
  isChosen: boolean
  count: number
  children: string
}

function Purpose({ name, isChosen, count, children }: PurposeProps) {
  return (
    <Link
      className="chip"
      to={pathOf('profiles') + (name ? `?for=${name}` : '')}
      aria-current={isChosen ? 'true' : undefined}
      preventScrollReset
    >
      {children} <span>{count}</span>
    </Link>
  )
}
