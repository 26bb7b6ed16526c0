import { Link } from 'react-router'
import { ID_SEPARATOR, pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './reason-card.module.css'
import type { ReasonView } from './reason-view.server.ts'

interface ReasonCardProps {
  reason: ReasonView
  /** The search that Back leads to from the choice of patients. */
  returnTo: string
}

/**
 * What the visitor's question is about: the tests usually done first, their total, when they are ready, and
 * when to call a doctor. One button leads to the choice of patients for all of them.
 */
export function ReasonCard({ reason, returnTo }: ReasonCardProps) {
  const { t } = useTexts()
  const { name, note, tests, profile, analysisCount, price, ready } = reason
  // The tests, not the reason: what is added says nothing about why.
  const addableId = tests.map(({ id }) => id).join(ID_SEPARATOR)
  const query = new URLSearchParams({ pathnameToReturn: returnTo })
  return (
    <Card as="section" stacked aria-labelledby="reason">
      <div className={styles.head}>
        <h2 id="reason" className={styles.name}>
          {name}
        </h2>
        <p className={styles.price}>
          <Money {...price} />
        </p>
      </div>
      <p className="small muted dots">
        <span>
          {t('catalogue.search.reason.usual')} {t('shell.tests', { count: analysisCount })}
        </span>
        {ready && <span>{t('catalogue.readyOn', { date: ready })}</span>}
      </p>
      <ul className={styles.tests}>
        {tests.map((test) => (
          <li key={test.id}>
            <Link className="hit" to={pathOf('analysisInSearch', { analysisId: test.id })} data-walk>
              <OwnLanguage>{test.name}</OwnLanguage>
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink
        look="accent"
        icon="plus"
        to={`${pathOf('addToCart', { addableType: 'analysis', addableId })}?${query}`}
      >
        {t('catalogue.offer.choosePatients')}
      </ButtonLink>
      {profile && (
        <p>
          {t('catalogue.search.reason.profile')}{' '}
          <Link className="hit" to={pathOf('profileCard', { profileId: profile.id })} data-walk>
            <OwnLanguage>{profile.name}</OwnLanguage>
          </Link>
          <span className="small muted dots">
            <span>{t('shell.tests', { count: profile.analysisCount })}</span>
            <span>
              <Money {...profile.price} />
            </span>
          </span>
        </p>
      )}
      <Notice>
        <p>{note}</p>
      </Notice>
    </Card>
  )
}
