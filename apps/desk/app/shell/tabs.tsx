import { useRouteData } from '@shop/storefront/pages/use-route-data.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { OpenCount } from './open-count.tsx'
import styles from './tabs.module.css'

const TABS = {
  money: [
    { to: pathOf('payments'), key: 'desk:money.list' },
    { to: pathOf('attention'), key: 'desk:money.attention' },
    { to: pathOf('closing'), key: 'desk:money.closing' },
    { to: pathOf('statement'), key: 'desk:money.statement' },
  ],
  laboratory: [
    { to: pathOf('criticalValues'), key: 'desk:critical.list', counts: 'criticalValues' },
    { to: pathOf('heldResults'), key: 'desk:held.list', counts: 'heldResults' },
    { to: pathOf('laboratory'), key: 'desk:laboratory.refused' },
  ],
  catalogue: [
    { to: pathOf('catalogue'), key: 'desk:catalogue.history' },
    { to: pathOf('offers'), key: 'desk:offers.tab' },
    { to: pathOf('missingTexts'), key: 'desk:catalogue.missing' },
  ],
  machine: [
    { to: pathOf('machine'), key: 'desk:machine.overview' },
    { to: pathOf('laboratorySystems'), key: 'desk:clients.list' },
  ],
} as const

/** The screens of one subject. */
export function Tabs({ of }: { of: keyof typeof TABS }) {
  const { t } = useTexts()
  const staff = useRouteData('routes/logged-in')
  const shown = TABS[of].filter(({ to }) => to !== pathOf('statement') || staff?.mayCompare)
  return (
    <nav aria-label={t(`desk:nav.${of}`)} className={styles.tabs}>
      {shown.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={shown.some((other) => other.to.startsWith(`${tab.to}/`))}
          className={styles.tab}
        >
          {t(tab.key)}
          {'counts' in tab && <OpenCount of={tab.counts} />}
        </NavLink>
      ))}
    </nav>
  )
}

interface ListTabsProps<List extends string> {
  /** The first is shown if the address names none. */
  lists: readonly List[]
  /** null: none of them, but what a search has found. */
  shown: List | null
  path: string
  wordOf: (list: List) => ReactNode
}

/** The lists of one screen: what is open, what is done. */
export function ListTabs<List extends string>({ lists, shown, path, wordOf }: ListTabsProps<List>) {
  const { t } = useTexts()
  return (
    <nav aria-label={t('desk:messages.lists')} className={styles.tabs}>
      {lists.map((list) => (
        <Link
          key={list}
          to={list === lists[0] ? path : withQuery(path, { list })}
          className={styles.tab}
          aria-current={list === shown ? 'page' : undefined}
        >
          {wordOf(list)}
        </Link>
      ))}
    </nav>
  )
}
