import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { loadProfiles, type ProfilesView } from '../load-profile.server.ts'
import { ProfileCards } from '../profile-cards.tsx'
import { SearchField } from '../search-field.tsx'
import { VisitDay } from '../visit-day.tsx'
import type { Route } from './+types/profiles'

export function loader({ context }: Route.LoaderArgs) {
  return loadProfiles({ shop: context.get(shopContext) })
}

export default function Profiles({ loaderData }: Route.ComponentProps) {
  return <ProfilesPage {...loaderData} />
}

function ProfilesPage({ profiles, visitDay }: ProfilesView) {
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
        <SearchField />
        <ProfileCards profiles={profiles} columns={3} level={2} />
      </div>
    </>
  )
}
