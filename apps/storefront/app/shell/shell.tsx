import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, NavLink, useFetcher, useNavigation, useRevalidator } from 'react-router'
import { NAVIGATION, pathOf } from '../platform/navigation/navigation.ts'
import type { ShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { useLate } from '../platform/use-late.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import cookieBannerStyles from './cookie-banner.module.css'
import { Footer } from './footer.tsx'
import { SearchEngineLinks } from './head-links.tsx'
import { ModalScreen, PagePicture } from './modal-screen.tsx'
import { PageChange } from './page-change.tsx'
import phoneBarStyles from './phone-bar.module.css'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { type CurrentScreen, sectionClass } from './use-current-screen.ts'

/** Loaded only while no laboratory is chosen. */
const LaboratoryDialog = lazy(async () => ({
  default: (await import('./laboratory-dialog.tsx')).LaboratoryDialog,
}))
/** Loaded only if an order waits for its payment. */
const WaitingOrderBar = lazy(async () => ({
  default: (await import('./waiting-order-bar.tsx')).WaitingOrderBar,
}))

const loadLate = () => import('./after-page.tsx')

/**
 * Keeps the shell up to date: loads it again when the tab becomes visible or gets the focus, and when another window
 * shows a different laboratory. Reloads the page if its language was changed elsewhere. A separate component, so that
 * what it listens to, such as a navigation, does not render bar, menu and footer again.
 */
function FreshShell({ data }: { data: ShellData | undefined }) {
  const { revalidate } = useRevalidator()
  const { language } = useTexts()
  const { state, location } = useNavigation()
  // Loading again would remove the reply to a form from the page: the router forgets it with any other load. A reply
  // is shown at the entry that the form was sent to; a redirect leads to one of its own, even to the same path.
  const answer = useRef<string | boolean | undefined>(data?.isAnswer)
  useEffect(() => {
    if (state === 'submitting') answer.current = location.key
    else if (location && location.key !== answer.current) answer.current = undefined
  }, [state, location])
  const laboratoryId = data?.laboratory?.id
  const shown = useRef(laboratoryId)
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible' && !answer.current) revalidate()
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('focus', onVisible)
    const windows = new BroadcastChannel('laboratory')
    if (shown.current !== laboratoryId) windows.postMessage(laboratoryId)
    shown.current = laboratoryId
    windows.onmessage = ({ data }) => data !== laboratoryId && onVisible()
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', onVisible)
      windows.close()
    }
  }, [revalidate, laboratoryId])
  const locale = data?.locale
  useEffect(() => {
    if (locale && locale !== language) window.location.reload()
  }, [locale, language])
  return null
}

interface ShellProps {
  data: ShellData | undefined
  screen: CurrentScreen
  children: ReactNode
}

/** What surrounds every page, including the error pages. */
export function Shell({ data, screen, children }: ShellProps) {
  const { t } = useTexts()
  const [late, fetchLate] = useLate(loadLate)
  useEffect(fetchLate, [fetchLate])
  const isWithoutLaboratory =
    screen.key === 'laboratory' || (screen.key && NAVIGATION[screen.key].ordersNothing)
  // Before a catalogue is imported there are none to choose from.
  const laboratories = isWithoutLaboratory || !data?.laboratories?.length ? null : data.laboratories
  return (
    <>
      {data && <SearchEngineLinks data={data} screen={screen} />}
      <a className="skip" href="#main" inert={Boolean(laboratories)}>
        {t('shell.skip')}
      </a>
      {data && !data.cookieAccepted && <CookieBanner address={screen.address} />}
      <div className={styles.shell} inert={Boolean(laboratories)}>
        <TopBar data={data} screen={screen} />
        <Suspense>
          {data?.waitingOrder && <WaitingOrderBar order={data.waitingOrder} screen={screen} />}
        </Suspense>
        {screen.isModal ? (
          <ModalScreen key={screen.key} back={screen.back ?? '/'}>
            {children}
            {late && <late.LostAnswerNotice />}
          </ModalScreen>
        ) : (
          <main className={styles.main} id="main" tabIndex={-1}>
            {children}
          </main>
        )}
        <Footer />
        {!screen.isModal && <PhoneBar count={data?.cart?.count} screen={screen} />}
      </div>
      <Suspense>
        {laboratories && <LaboratoryDialog laboratories={laboratories} address={screen.address} />}
      </Suspense>
      {late && !screen.isModal && <late.LostAnswerNotice />}
      <FreshShell data={data} />
      <PagePicture isModal={screen.isModal} />
      <PageChange />
      {late && <late.AfterPage />}
    </>
  )
}

/**
 * Stays at the bottom until accepted. In Russian in every language, like the law it follows. It comes before the page
 * in the document: it is the largest text of a first visit, and what is last is painted last.
 */
function CookieBanner({ address }: { address: string }) {
  const fetcher = useFetcher()
  if (fetcher.state !== 'idle') return null
  const query = new URLSearchParams({ pathnameToReturn: address })
  return (
    <section className={cookieBannerStyles.banner} lang="ru" aria-label="Файлы cookie" data-cookie-banner>
      <fetcher.Form
        method="post"
        action={`${pathOf('cookieConsent')}?${query}`}
        className={`wrap ${cookieBannerStyles.inner}`}
      >
        <p className="small">
          Мы используем файлы cookie, чтобы помнить вашу лабораторию и корзину. Рекламных файлов нет.{' '}
          <Link to={pathOf('document', { documentSlug: 'cookie-rules' })}>Подробнее</Link>
        </p>
        <Button type="submit">Принять</Button>
      </fetcher.Form>
    </section>
  )
}

const SECTIONS = [
  { to: pathOf('search'), icon: 'test-tube', text: 'shell.nav.tests' },
  { to: pathOf('cart'), icon: 'shopping-cart', text: 'cart:title' },
  { to: pathOf('testResults'), icon: 'clipboard-list', text: 'shell.nav.results' },
  { to: pathOf('patientsList'), icon: 'users-round', text: 'patients.title' },
] as const

/** The most visited sections, within reach of the thumb. A page with its own action at the bottom has that instead. */
function PhoneBar({ count, screen }: { count: number | undefined; screen: CurrentScreen }) {
  const { t } = useTexts()
  return (
    <div className={phoneBarStyles.room}>
      <nav className={phoneBarStyles.bar} aria-label={t('shell.nav.phone')}>
        {SECTIONS.map(({ to, icon, text }) => (
          <NavLink key={to} to={to} className={`${phoneBarStyles.link} ${sectionClass(to, screen)}`}>
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
    </div>
  )
}
