import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { cardLinkClass } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import styles from './profile-cards.module.css'
import type { ProfileView } from './profile-view.server.ts'

interface ProfileCardsProps {
  profiles: readonly ProfileView[]
  /** Columns on wide screens. */
  columns?: 3 | 4
  /** Heading level. */
  level?: 2 | 3
}

/** Profiles as cards: purpose, number of analyses, when ready, whole price. */
export function ProfileCards({ profiles, columns = 4, level = 3 }: ProfileCardsProps) {
  return (
    <ul className={columns === 3 ? `${styles.profiles} ${styles.three}` : styles.profiles}>
      {profiles.map((profile) => (
        <li key={profile.id}>
          <ProfileCard profile={profile} level={level} />
        </li>
      ))}
    </ul>
  )
}

/** "CBC · Glucose · ALT · AST · +6" */
export function Inside({ inside, analysisCount }: Pick<ProfileView, 'inside' | 'analysisCount'>) {
  return (
    <p className={styles.inside}>
      <OwnLanguage>{inside.join('\u00a0· ')}</OwnLanguage>
      {analysisCount > inside.length && `\u00a0· +${analysisCount - inside.length}`}
    </p>
  )
}

function ProfileCard({ profile, level }: { profile: ProfileView; level: 2 | 3 }) {
  const { t } = useTexts()
  const { id, name, description, purposes = [], inside, isComparable } = profile
  const { analysisCount, fastingHours, ready, price } = profile
  const path = pathOf('profileCard', { profileId: id })
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={`${cardLinkClass} ${styles.profile}`}>
      {purposes.length > 0 && (
        <p className="label">
          {purposes.map((purpose) => t(`catalogue.profiles.purpose.${purpose}`)).join(' · ')}
        </p>
      )}
      <Heading className={styles.name}>
        <Link className="cover" to={path} data-walk>
          <OwnLanguage>{name}</OwnLanguage>
        </Link>
      </Heading>
      <p className={styles.about}>
        <OwnLanguage>{description}</OwnLanguage>
      </p>
      <Inside inside={inside} analysisCount={analysisCount} />
      <p className={styles.foot}>
        <span className="small muted">
          {t('shell.tests', { count: analysisCount })}
          <br />
          {fastingHours > 0 && (
            <>
              {t('catalogue.preparation.fasting', { hours: fastingHours })}
              <br />
            </>
          )}
          {ready && t('catalogue.readyOn', { date: ready })}
        </span>
        <span className={styles.price}>
          {isComparable && (
            <Link className="hit" to={`${path}#compare`} aria-label={t('catalogue.compare.link')}>
              {t('catalogue.compare.short')}
            </Link>
          )}
          <Money {...price} />
        </span>
      </p>
    </div>
  )
}

/** The visit for which the dates in lists of profiles and analyses hold. */
export function VisitDay({ day }: { day: string | null }) {
  const { t } = useTexts()
  return day && <span className="small muted">{t('catalogue.datesForVisit', { date: day })}</span>
}
