import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import styles from './phone-bar.module.css'

const SECTIONS = [
  { to: '/search', icon: 'test-tube', text: 'shell.nav.tests' },
  { to: '/order/cart', icon: 'shopping-cart', text: 'shell.menu.cart' },
  { to: '/test-results', icon: 'clipboard-list', text: 'shell.nav.results' },
  { to: '/patients', icon: 'users-round', text: 'shell.nav.family' },
] as const

/** Where people go most, under the thumb. A page with an action of its own at the bottom has that instead. */
export function PhoneBar({ count }: { count: number | undefined }) {
  const { t } = useTranslation()
  return (
    <nav className={styles.bar} aria-label={t('shell.nav.phone')}>
      {SECTIONS.map(({ to, icon, text }) => (
        <NavLink key={to} to={to} className={styles.link!}>
          <Icon name={icon} />
          {icon === 'shopping-cart' && count ? (
            <span className={styles.badge} aria-hidden="true">
              {count}
            </span>
          ) : null}
          {t(text)}
        </NavLink>
      ))}
    </nav>
  )
}
