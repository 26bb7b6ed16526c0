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

/** A profile next to its alternatives: what only one of them has, price, day of the result. */
export function ProfileComparisons({ comparisons }: { comparisons: readonly Comparison[] }) {
  const { t } = useTexts()
  if (comparisons.length === 0) return null
  return (
    <section aria-labelledby="compare">
      <SectionHead id="compare" title={t('catalogue.compare.title')} />
      <div className="stack stack-l">
        {comparisons.map((comparison) => (
          <ComparisonTable key={comparison.other.id} comparison={comparison} />
        ))}
      </div>
    </section>
  )
}

function ComparisonTable({ comparison: { own, other, difference, rows } }: { comparison: Comparison }) {
  const { t } = useTexts()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">
            <Side profile={own} name={t('catalogue.compare.this')} />
          </th>
          <th scope="col">
            <Side
              profile={other}
              name={
                <Link to={pathOf('profileCard', { profileId: other.id })}>
                  <OwnLanguage>{other.name}</OwnLanguage>
                </Link>
              }
              difference={difference}
            />
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
  name: React.ReactNode
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
