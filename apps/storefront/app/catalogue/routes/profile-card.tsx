import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useShellData } from '../../platform/shell-data.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { AddablePage } from '../addable-page.tsx'
import { AnalysisList } from '../analysis-list.tsx'
import { loadProfile, type ProfileCardView } from '../load-profile.server.ts'
import { Inside } from '../profile-cards.tsx'
import { ProfileComparisons } from '../profile-comparison.tsx'
import { useTestFacts } from '../test-facts.tsx'
import type { Route } from './+types/profile-card'

export function loader({ context, params }: Route.LoaderArgs) {
  return loadProfile({ shop: context.get(shopContext), profileId: params.profileId })
}

/** One profile: its analyses, the whole price, one preparation for all of them. */
export default function ProfileCard({ loaderData: profile }: Route.ComponentProps) {
  const { t } = useTexts()
  const { ready, preparation, who } = useTestFacts(profile)
  const { id, code, rows, analysisCount } = profile
  return (
    <AddablePage
      view={profile}
      above={`${t('shell.tests', { count: analysisCount })} · ${t('catalogue.code', { code })}`}
      below={
        <>
          <Inside {...profile} />
          {profile.comparisons.length > 0 && (
            <a className="hit" href="#compare">
              {t('catalogue.compare.link')}
            </a>
          )}
        </>
      }
      facts={[ready, preparation, who]}
      priced={t('shell.tests', { count: rows.length })}
      addPath={pathOf('addToCart', { addableType: 'profile', addableId: id })}
      inCart={<AlreadyInCart profile={profile} />}
    >
      <section aria-labelledby="inside">
        <SectionHead id="inside" title={t('catalogue.profiles.inside')} />
        <AnalysisList rows={rows} returnTo={pathOf('profileCard', { profileId: id })} />
      </section>
      <ProfileComparisons comparisons={profile.comparisons} isOwnPage />
    </AddablePage>
  )
}

/** How much of it each patient already has in the cart. */
function AlreadyInCart({ profile }: { profile: ProfileCardView }) {
  const { t } = useTexts()
  const namesByAnalysisId = useShellData()?.cart?.namesByAnalysisId ?? {}
  const counts = new Map<string, number>()
  for (const { id } of profile.rows) {
    for (const name of namesByAnalysisId[id] ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (counts.size === 0) return null
  return (
    <Notice tone="ok" icon="check">
      {[...counts].map(([name, count]) => (
        <p key={name}>{t('catalogue.profiles.alreadyHas', { name, count, total: profile.rows.length })}</p>
      ))}
      <p>{t('catalogue.profiles.paidOnce')}</p>
    </Notice>
  )
}
