import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { NavLink } from 'react-router'
import styles from './money.module.css'

const TABS = [
  { to: '/money', key: 'desk:money.list' },
  { to: '/money/attention', key: 'desk:money.attention' },
  { to: '/money/closing', key: 'desk:money.closing' },
  { to: '/money/statement', key: 'desk:money.statement' },
] as const

/** The screens about money. */
export function MoneyTabs() {
  const { t } = useTexts()
  return (
    <nav aria-label={t('desk:money.label')} className={styles.tabs}>
      {TABS.map(({ to, key }) => (
        <NavLink key={to} to={to} end className={styles.tab}>
          {t(key)}
        </NavLink>
      ))}
    </nav>
  )
}
