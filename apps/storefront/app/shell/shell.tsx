import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import {
  Link,
  matchPath,
  NavLink,
  useFetcher,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSubmit,
} from 'react-router'
import { NAVIGATION, pathOf } from '../platform/navigation/navigation.ts'
import type { ShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import cookieBannerStyles from './cookie-banner.module.css'
import { Footer } from './footer.tsx'
import { SearchEngineLinks } from './head-links.tsx'
import { LaboratoryDialog } from './laboratory-dialog.tsx'
import { lostAnswer } from './lost-answer.ts'
import lostAnswerNoticeStyles from './lost-answer-notice.module.css'
import modalScreenStyles from './modal-screen.module.css'
import phoneBarStyles from './phone-bar.module.css'
import { PrefetchedLinks } from './prefetched-links.tsx'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import type { CurrentScreen } from './use-current-screen.ts'
import { WaitingOrderBar } from './waiting-order-bar.tsx'

let snapshot: HTMLElement | null = null

/** Keeps a still picture of the page for a dialog that comes over it: without ids, so that no label or script finds it. */
function keepSnapshot(): void {
  const main = document.getElementById('main')
  if (!main) return
  const barHeight = document.querySelector('header')?.offsetHeight ?? 0
  const top = main.getBoundingClientRect().top - barHeight
  snapshot = main.cloneNode(true) as HTMLElement
  for (const element of [snapshot, ...snapshot.querySelectorAll('[id]')]) element.removeAttribute('id')
  snapshot.style.translate = `0 ${Math.round(top)}px`
}

/** The picture kept last, once. */
function takeSnapshot(): HTMLElement | null {
  const taken = snapshot
  snapshot = null
  return taken
}

const MODALS = Object.values(NAVIGATION).filter(({ layout }) => layout === 'modal')

/** Keeps a picture of the page when a dialog is about to come over it. */
function usePagePicture(isModal: boolean): void {
  const next = useNavigation().location?.pathname
  useEffect(() => {
    if (!isModal && next && MODALS.some(({ path }) => matchPath(path, next))) keepSnapshot()
  }, [isModal, next])
}

/** After a change of page the focus goes to its heading: there a screen reader reads on. What the page focuses itself keeps it. */
function useHeadingFocus(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    const isTaken = main?.contains(document.activeElement) && document.activeElement !== main
    const heading = main?.querySelector('h1')
    if (!heading || isTaken || hash) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}

/** Keeps the shell true: asks again when the tab comes back to sight, and loads the page anew when its language was changed elsewhere. */
function useFreshShell(data: ShellData | undefined): void {
  const { revalidate } = useRevalidator()
  const { language } = useTexts()
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') revalidate()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [revalidate])
  const locale = data?.locale
  useEffect(() => {
    if (locale && locale !== language) window.location.reload()
  }, [locale, language])
}

interface ShellProps {
  data: ShellData | undefined
  screen: CurrentScreen
  children: ReactNode
}

/** What stands around every page, the error pages included. */
export function Shell({ data, screen, children }: ShellProps) {
  const { t } = useTexts()
  useFreshShell(data)
  usePagePicture(screen.isModal)
  useHeadingFocus()
  const isWithoutLaboratory =
    screen.key === 'laboratory' || (screen.key && NAVIGATION[screen.key].ordersNothing)
  const laboratories = isWithoutLaboratory ? null : data?.laboratories
  return (
    <>
      {data && <SearchEngineLinks data={data} screen={screen} />}
      <div className={styles.shell} inert={Boolean(laboratories)}>
        <a className="skip" href="#main">
          {t('shell.skip')}
        </a>
        <TopBar data={data} screen={screen} />
        {data?.waitingOrder && <WaitingOrderBar order={data.waitingOrder} screen={screen} />}
        {screen.isModal ? (
          <ModalScreen>{children}</ModalScreen>
        ) : (
          <main className={styles.main} id="main" tabIndex={-1}>
            {children}
          </main>
        )}
        <Footer />
        {!screen.isModal && <PhoneBar count={data?.cart?.count} />}
      </div>
      {laboratories && <LaboratoryDialog laboratories={laboratories} address={screen.address} />}
      {data && !data.cookieAccepted && <CookieBanner address={screen.address} />}
      <LostAnswerNotice />
      <PrefetchedLinks />
    </>
  )
}

/** Stays at the bottom until accepted. In Russian in every language, as the law it follows. */
function CookieBanner({ address }: { address: string }) {
  const fetcher = useFetcher()
  if (fetcher.state !== 'idle') return null
  return (
    <section className={cookieBannerStyles.banner} lang="ru" aria-label="Файлы cookie" data-cookie-banner>
      <fetcher.Form
        method="post"
        action={pathOf('cookieConsent')}
        className={`wrap ${cookieBannerStyles.inner}`}
      >
        <input type="hidden" name="pathnameToReturn" value={address} />
        <p className="small">
          Мы используем файлы cookie, чтобы помнить вашу лабораторию и корзину. Рекламных файлов нет.{' '}
          <Link to={pathOf('document', { documentSlug: 'cookie-rules' })}>Подробнее</Link>
        </p>
        <Button type="submit">Принять</Button>
      </fetcher.Form>
    </section>
  )
}

/** Tells that the shop did not answer and asks again: a form when the visitor wants it, a page also as soon as there is a connection. */
function LostAnswerNotice() {
  const { t } = useTexts()
  const lost = useSyncExternalStore(lostAnswer.subscribe, lostAnswer.read, lostAnswer.onServer)
  const { location } = useNavigation()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const submit = useSubmit()
  const isPage = lost === 'page'

  function askAgain() {
    if (lost && lost !== 'page') submit(lost.form, { method: 'post', action: lost.action })
    else if (location) navigate(location)
    else revalidate()
  }
  useEffect(() => {
    if (!isPage) return
    window.addEventListener('online', askAgain)
    return () => window.removeEventListener('online', askAgain)
  })
  if (!lost) return null
  return (
    <div className={lostAnswerNoticeStyles.place}>
      <Notice tone="bad" icon="wifi-off" role="alert" title={t('shell.lost.title')}>
        <p>{t(isPage ? 'shell.lost.page' : 'shell.lost.form')}</p>
        <Button look="quiet" icon="refresh-cw" onClick={askAgain}>
          {t('shell.error.retry')}
        </Button>
      </Notice>
    </div>
  )
}

/** The layout `modal`: on a phone a screen of its own, else a dialog over a still picture of the page it came from. */
function ModalScreen({ children }: { children: ReactNode }) {
  const behind = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const picture = takeSnapshot()
    if (picture) behind.current?.replaceChildren(picture)
  }, [])
  return (
    <div className={modalScreenStyles.screen}>
      <div ref={behind} className={modalScreenStyles.behind} aria-hidden="true" inert />
      <main className={modalScreenStyles.dialog} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

const SECTIONS = [
  { to: pathOf('search'), icon: 'test-tube', text: 'shell.nav.tests' },
  { to: pathOf('cart'), icon: 'shopping-cart', text: 'shell.menu.cart' },
  { to: pathOf('testResults'), icon: 'clipboard-list', text: 'shell.nav.results' },
  { to: pathOf('patientsList'), icon: 'users-round', text: 'shell.nav.family' },
] as const

/** Where people go most, under the thumb. A page with an action of its own at the bottom has that instead. */
function PhoneBar({ count }: { count: number | undefined }) {
  const { t } = useTexts()
  return (
    <nav className={phoneBarStyles.bar} aria-label={t('shell.nav.phone')}>
      {SECTIONS.map(({ to, icon, text }) => (
        <NavLink key={to} to={to} className={phoneBarStyles.link!}>
          <Icon name={icon} />
          {icon === 'shopping-cart' && count ? (
            <span className={phoneBarStyles.badge} aria-hidden="true">
              {count}
            </span>
          ) : null}
          {t(text)}
        </NavLink>
      ))}
    </nav>
  )
}
