import type { ReactNode } from 'react'
import { type RefObject, useEffect, useRef } from 'react'
import { Form, NavLink, useLocation } from 'react-router'
import { SearchField } from '../catalogue/search-field.tsx'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { ShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar, initials } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { LocaleChoice } from './locale-choice.tsx'
import styles from './menu.module.css'
import type { CurrentScreen } from './use-current-screen.ts'

const ID = 'menu'

/** The avatar with its dropdown: a native popover, which opens, closes and reacts to Esc without scripts. */
export function Menu({ data, screen }: { data: ShellData | undefined; screen: CurrentScreen }) {
  const { t } = useTexts()
  const ref = useClosingPopover()
  const user = data?.user
  return (
    <>
      <button
        type="button"
        className={buttonClass({ look: 'icon' })}
        popoverTarget={ID}
        aria-label={
          user
            ? t('shell.menu.of', { name: user.name, initials: initials(user.name) })
            : t('shell.menu.label')
        }
      >
        {user ? <Avatar name={user.name} /> : <Icon name="user-round" />}
      </button>
      <div ref={ref} id={ID} popover="auto" className={styles.menu}>
        {screen.searchField === 'menu' && <SearchField look="menu" />}
        <nav aria-label={t('shell.menu.label')}>
          {data?.isLoggedIn ? (
            <UserItems data={data} screen={screen} />
          ) : (
            <GuestItems screen={screen} data={data} />
          )}
        </nav>
        <LocaleChoice address={screen.address} />
      </div>
    </>
  )
}

interface ItemsProps {
  data: ShellData | undefined
  screen: CurrentScreen
}

function UserItems({ data, screen }: ItemsProps & { data: ShellData }) {
  const { t } = useTexts()
  const { cart, user } = data
  return (
    <>
      {user ? (
        <div className={styles.user}>
          <Avatar name={user.name} size="l" />
          <div>
            <b>{user.name}</b>
            <span className="small muted">{user.email}</span>
          </div>
        </div>
      ) : (
        <p className={`${styles.user} small`}>{t('shell.menu.unreachable')}</p>
      )}
      <ul className={styles.list}>
        <Item to="/" icon="house" text={t('shell.menu.home')} />
        <Item to={pathOf('cart')} icon="shopping-cart" text={t('cart:title')}>
          {cart && cart.count > 0 && t('shell.tests', { count: cart.count })}
        </Item>
        <Item to={pathOf('orders')} icon="package" text={t('order.list.title')} />
        <Item to={pathOf('testResults')} icon="clipboard-list" text={t('results.list.title')} />
      </ul>
      <ul className={styles.list}>
        <Item to={pathOf('settings')} icon="settings" text={t('account.settings.title')} />
        <Item to={pathOf('patientsList')} icon="users-round" text={t('patients.title')} />
        <Item to={pathOf('laboratories')} icon="clock" text={t('shell.footer.branches')} />
        <CommonItems data={data} screen={screen} />
      </ul>
      <ul className={styles.list}>
        <li>
          <Form action={pathOf('logout')}>
            <input type="hidden" name="pathnameToReturn" value={screen.address} />
            <ItemButton icon="log-out" text={t('shell.menu.signOut')} />
          </Form>
        </li>
      </ul>
    </>
  )
}

function GuestItems({ data, screen }: ItemsProps) {
  const { t } = useTexts()
  return (
    <ul className={styles.list}>
      <Item to="/" icon="house" text={t('shell.menu.home')} />
      <Item to={pathOf('register')} icon="user-plus" text={t('shell.menu.register')} />
      <Item to={pathOf('login')} icon="log-in" text={t('shell.menu.login')} />
      <CommonItems data={data} screen={screen} />
    </ul>
  )
}

function CommonItems({ data, screen }: ItemsProps) {
  const { t } = useTexts()
  return (
    <>
      <li>
        <Form
          method="post"
          action={`${pathOf('laboratory')}?${new URLSearchParams({ pathnameToReturn: screen.address })}`}
        >
          <ItemButton icon="map-pin" text={t('shell.menu.selectLaboratory')} quick="none">
            {data?.laboratory && <span lang={data.laboratory.lang}>{data.laboratory.label}</span>}
          </ItemButton>
        </Form>
      </li>
      <Item to={pathOf('documents')} icon="file-text" text={t('documents.title')} />
      <Item to={pathOf('support')} icon="life-buoy" text={t('documents.support.title')} />
    </>
  )
}

interface ItemProps {
  icon: IconName
  text: string
  children?: ReactNode
}

function Item({ to, ...item }: ItemProps & { to: string }) {
  return (
    <li>
      <NavLink className={styles.item} to={to} end>
        <ItemText {...item} />
      </NavLink>
    </li>
  )
}

function ItemButton({ quick, ...item }: ItemProps & { quick?: string }) {
  return (
    <button type="submit" name={quick && 'quick'} value={quick} className={styles.item}>
      <ItemText {...item} />
    </button>
  )
}

function ItemText({ icon, text, children }: ItemProps) {
  return (
    <>
      <Icon name={icon} />
      {text}
      {children && <span className={styles.end}>{children}</span>}
    </>
  )
}

/** For a native popover. A navigation closes it; scripts that load while it is open do not. */
export function useClosingPopover(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    if (openedAt.current !== key) ref.current?.hidePopover?.()
    openedAt.current = key
  }, [key])
  return ref
}
