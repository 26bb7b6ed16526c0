import { Link, NavLink, useNavigation } from 'react-router'
import { SearchField } from '../catalogue/search-field.tsx'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { ShellData } from '../platform/shell-data.ts'
import { usePartner, useTexts } from '../platform/texts/use-texts.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from './logo.tsx'
import { Menu, useClosingPopover } from './menu.tsx'
import routeProgressStyles from './route-progress.module.css'
import styles from './top-bar.module.css'
import { type CurrentScreen, sectionClass } from './use-current-screen.ts'

const SECTIONS = [
  { to: pathOf('search'), text: 'shell.nav.tests' },
  { to: pathOf('profiles'), text: 'catalogue.profiles.title' },
  { to: pathOf('testResults'), text: 'shell.nav.results' },
  { to: pathOf('article'), text: 'shell.nav.article' },
] as const

/** Back, logo, sections, the laboratory, the search, the cart, the menu. */
export function TopBar({ data, screen }: { data: ShellData | undefined; screen: CurrentScreen }) {
  const { t } = useTexts()
  const { name } = usePartner()
  return (
    <header className={`${styles.bar} no-print`}>
      <div className={`wrap ${styles.inner}`}>
        {screen.back !== null && (
          <Link
            className={`${buttonClass({ look: 'icon' })} ${styles.back}`}
            to={screen.back}
            aria-label={t('shell.back')}
          >
            <Icon name="arrow-left" />
          </Link>
        )}
        <Logo name={name} label={t('shell.logo')} />
        <nav className={styles.nav} aria-label={t('shell.nav.label')}>
          {SECTIONS.map(({ to, text }) => (
            <NavLink key={to} to={to} className={sectionClass(to, screen)}>
              {t(text)}
            </NavLink>
          ))}
        </nav>
        <div className={styles.end}>
          <ActiveLaboratory data={data} address={screen.address} />
          {screen.searchField === 'bar' && <Search />}
          <CartLink cart={data?.cart} />
          <span className={routeProgressStyles.place}>
            <Menu data={data} screen={screen} />
            <RouteProgress />
          </span>
        </div>
      </div>
    </header>
  )
}

function ActiveLaboratory({ data, address }: { data: ShellData | undefined; address: string }) {
  const { t } = useTexts()
  const query = new URLSearchParams({ pathnameToReturn: address })
  return (
    <Link className={`${styles.laboratory} only-wide`} to={`${pathOf('laboratory')}?${query}`}>
      <Icon name="map-pin" size="s" />
      {data?.laboratory ? (
        <>
          <span className="visually-hidden">{t('shell.laboratory')} </span>
          <b lang={data.laboratory.lang}>{data.laboratory.label}</b>
        </>
      ) : (
        t('shell.menu.selectLaboratory')
      )}
    </Link>
  )
}

const SEARCH = 'search'

/** A button that opens the search field: a native popover, which needs no scripts. */
function Search() {
  const { t } = useTexts()
  const ref = useClosingPopover()
  return (
    <>
      <button
        type="button"
        className={buttonClass({ look: 'icon' })}
        popoverTarget={SEARCH}
        aria-label={t('catalogue.search.submit')}
      >
        <Icon name="search" />
      </button>
      <div
        ref={ref}
        id={SEARCH}
        popover="auto"
        className={styles.search}
        onToggle={({ newState }) => newState === 'open' && ref.current?.querySelector('input')?.focus()}
      >
        <SearchField />
      </div>
    </>
  )
}

function CartLink({ cart }: { cart: ShellData['cart'] | undefined }) {
  const { t } = useTexts()
  const isFilled = cart && cart.total.price > 0
  return (
    <Link
      className={buttonClass({ look: 'icon' })}
      to={pathOf('cart')}
      aria-label={isFilled ? t('shell.cartCount', { count: cart.count }) : t('shell.cartEmpty')}
    >
      <Icon name="shopping-cart" />
      {isFilled && <span className={styles.badge}>{cart.count}</span>}
    </Link>
  )
}

/** The spinner during a navigation: a ring that turns around the menu's button. */
function RouteProgress() {
  const { t } = useTexts()
  const { state } = useNavigation()
  return (
    <span role="status" className={routeProgressStyles.progress}>
      {state !== 'idle' && (
        <>
          <span className={routeProgressStyles.ring} />
          <span className="visually-hidden">{t('shell.loading')}</span>
        </>
      )}
    </span>
  )
}
