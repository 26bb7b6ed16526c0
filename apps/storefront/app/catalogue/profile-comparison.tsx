import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import type { ProfileComparison as Comparison } from './compare-profiles.server.ts'
import styles from './profile-comparison.module.css'
import type { ProfileView } from './profile-view.server.ts'

interface ProfileComparisonsProps {
  comparisons: readonly Comparison[]
  /** On a profile's own page: it is not named, and its alternatives are. */
  isOwnPage?: boolean
}

/** Profiles next to their alternatives: what only one of them has, price, day of the result. */
export function ProfileComparisons({ comparisons, isOwnPage = false }: ProfileComparisonsProps) {
  const { t } = useTexts()
  if (comparisons.length === 0) return null
  return (
    <section aria-labelledby="compare">
      <SectionHead id="compare" title={t(`catalogue.compare.${isOwnPage ? 'title' : 'pairs'}`)} />
      <div className="stack stack-l">
        {comparisons.map((comparison) => (
          <ComparisonTable
            key={comparison.other.id}
            comparison={comparison}
            own={isOwnPage ? t('catalogue.compare.this') : <ProfileLink {...comparison.own} />}
          />
        ))}
      </div>
    </section>
  )
}

function ProfileLink({ id, name }: ProfileView) {
  return (
    <Link to={pathOf('profileCard', { profileId: id })}>
      <OwnLanguage>{name}</OwnLanguage>
    </Link>
  )
}

interface ComparisonTableProps {
  comparison: Comparison
  /** What the first profile is called. */
  own: ReactNode
}

function ComparisonTable({ comparison, own: ownName }: ComparisonTableProps) {
  const { own, other, difference, rows } = comparison
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">
            <Side profile={own} name={ownName} />
          </th>
          <th scope="col">
            <Side profile={other} name={<ProfileLink {...other} />} difference={difference} />
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={classNames(row.own && row.other && styles.both)}>
            <th scope="row">
              <OwnLanguage>{row.name}</OwnLanguage>
            </th>
            <Has has={row.own} />
            <Has has={row.other} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SideProps {
  profile: ProfileView
  name: ReactNode
  difference?: string | null
}

function Side({ profile: { price, ready, analysisCount }, name, difference }: SideProps) {
  const { t } = useTexts()
  return (
    <div className={styles.side}>
      <span>{name}</span>
      <span className={styles.price}>
        <Money {...price} />
      </span>
      {difference && <span>{difference}</span>}
      <span>{t('shell.tests', { count: analysisCount })}</span>
      {ready && <span>{t('catalogue.readyOn', { date: ready })}</span>}
    </div>
  )
}

function Has({ has }: { has: boolean }) {
  const { t } = useTexts()
  return (
    <td>
      {has ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span className="visually-hidden">{t(`catalogue.compare.${has ? 'has' : 'hasNot'}`)}</span>
    </td>
  )
}
