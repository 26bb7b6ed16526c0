import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useShellData } from '../../platform/shell-data.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { AnalysisList } from '../analysis-list.tsx'
import { useTestFacts } from '../facts.tsx'
import { loadProfile, type ProfileCardView } from '../load-profile.server.ts'
import { NotOfferedHere, OfferBar, OfferCard } from '../offer-card.tsx'
import { Inside } from '../profile-cards.tsx'
import { ProfileComparisons } from '../profile-comparison.tsx'
import type { Route } from './+types/profile-card'

export function loader({ context, params }: Route.LoaderArgs) {
  return loadProfile({ shop: context.get(shopContext), profileId: params.profileId })
}

export default function ProfileCard({ loaderData }: Route.ComponentProps) {
  return <ProfileCardPage {...loaderData} />
}

/** One profile: its analyses, the whole price, one preparation for all of them. */
function ProfileCardPage(profile: ProfileCardView) {
  const { t } = useTexts()
  const { ready, preparation, who } = useTestFacts(profile)
  const { id, name, description, code, offer, rows, companionRules, laboratoryLabel } = profile
  const { analysisCount, missing } = profile
  const addPath = pathOf('addToCart', { addableType: 'profile', addableId: id })
  return (
    <>
      <PageMeta title={name} description={description} />
      <div className="split split-aside">
        <article className="sections">
          <div className="stack stack-l">
            <div>
              <PageHead
                title={<OwnLanguage>{name}</OwnLanguage>}
                windowTitle={null}
                above={`${t('shell.tests', { count: analysisCount })} · ${t('catalogue.code', { code })}`}
                lead={<OwnLanguage>{description}</OwnLanguage>}
              >
                <Inside {...profile} />
                {profile.comparisons.length > 0 && (
                  <a className="hit" href="#compare">
                    {t('catalogue.compare.link')}
                  </a>
                )}
              </PageHead>
              <Card as="section" aria-label={t('catalogue.facts.label')}>
                <Facts facts={[ready, preparation, who]} />
              </Card>
            </div>
            {offer && (
              <div className="only-phone">
                <OfferCard
                  offer={offer}
                  name={t('shell.tests', { count: rows.length })}
                  laboratory={laboratoryLabel}
                />
              </div>
            )}
            {companionRules.map((rule) => (
              <Notice key={rule}>
                <p>
                  <OwnLanguage>{rule}</OwnLanguage>
                </p>
              </Notice>
            ))}
            <AlreadyInCart profile={profile} />
          </div>
          <section aria-labelledby="inside">
            <SectionHead id="inside" title={t('catalogue.profiles.inside')} />
            <AnalysisList rows={rows} returnTo={pathOf('profileCard', { profileId: id })} />
          </section>
          <ProfileComparisons comparisons={profile.comparisons} />
        </article>
        <aside className="only-wide" aria-label={t('catalogue.price')}>
          {offer ? (
            <OfferCard
              offer={offer}
              name={t('shell.tests', { count: rows.length })}
              addPath={addPath}
              laboratory={laboratoryLabel}
            />
          ) : (
            <NotOfferedHere laboratory={laboratoryLabel} missing={missing} />
          )}
        </aside>
      </div>
      {offer ? (
        <OfferBar offer={offer} addPath={addPath} />
      ) : (
        <div className="only-phone">
          <NotOfferedHere laboratory={laboratoryLabel} missing={missing} />
        </div>
      )}
    </>
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
