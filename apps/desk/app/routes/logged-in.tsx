import { scopeOf } from '@shop/domain/staff'
import { useRouteData } from '@shop/storefront/pages/use-route-data.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Icon } from '@shop/storefront/ui/icon.tsx'
import { useEffect, useRef } from 'react'
import {
  Form,
  isRouteErrorResponse,
  Link,
  type MiddlewareFunction,
  NavLink,
  Outlet,
  useLocation,
  useRouteError,
} from 'react-router'
import { dropWords } from '../forms/kept-words.ts'
import type { LastSearch } from '../forms/use-search-again.ts'
import { Keyboard } from '../keyboard/keyboard.tsx'
import { pathOf } from '../navigation.ts'
import { toLogin } from '../session/answer-failures.server.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { StepsElsewhere } from '../sheet/steps-elsewhere.tsx'
import { readSteps } from '../sheet/waiting-steps.ts'
import { ErrorPage } from '../shell/error-page.tsx'
import { leave, useLeaving } from '../shell/leaving.ts'
import { LostAnswerNotice } from '../shell/lost-answer-notice.tsx'
import { OpenCount } from '../shell/open-count.tsx'
import { isBelow, SCREENS } from '../shell/screens.ts'
import type { Route } from './+types/logged-in'
import styles from './logged-in.module.css'

/** Every screen below requires a login; the roles are the current ones. */
export const middleware: MiddlewareFunction[] = [
  async ({ context }) => {
    const desk = context.get(deskContext)
    // The browser has dropped the cookie of an expired session, or the reply to another page has ended it.
    if (!desk.cookies.session) throw toLogin(desk.screen, desk.isOfOpenPage)
    context.set(staffContext, await desk.api.currentStaff())
  },
]

/** What screens know of the person who is logged in. */
export function loader({ context }: Route.LoaderArgs) {
  const { id, name, permissions, grants, waiting } = context.get(staffContext)
  return {
    id,
    name,
    permissions,
    waiting,
    /** Statements are of the whole network. */
    mayCompare: scopeOf(grants, 'payments.read') === 'all',
    hasSingleKeys: context.get(deskContext).cookies.hasSingleKeys,
  }
}

/**
 * On a phone the row of screens scrolls: the current one is moved to its middle. Not by `scrollIntoView`, which would
 * also scroll a long page up to its head, from where a reader had come back to.
 */
function useCurrentInSight(pathname: string) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another current screen
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const seen = row.current?.getBoundingClientRect()
    if (!row.current || !current || !seen) return
    row.current.scrollLeft += (current.left + current.right - seen.left - seen.right) / 2
  }, [pathname])
  return row
}

function Frame({ children }: { children: React.ReactNode }) {
  const { t } = useTexts()
  const staff = useRouteData('routes/logged-in')
  const { pathname } = useLocation()
  const logout = useRef<HTMLFormElement>(null)
  useLeaving(logout)
  const screens = useCurrentInSight(pathname)
  const ownId = staff?.id
  useEffect(() => {
    if (ownId) dropWords(({ staffId }) => staffId !== ownId)
  }, [ownId])
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={styles.head}>
        <nav ref={screens} aria-label={t('desk:nav.label')} className={styles.nav}>
          {SCREENS.filter(({ permission }) => staff?.permissions.includes(permission)).map((screen) => (
            <Link
              key={screen.to}
              to={screen.to}
              aria-current={isBelow(screen, pathname) ? 'page' : undefined}
              className={styles.link}
            >
              {t(screen.key)}
              {screen.to === pathOf('criticalValues') && (
                <>
                  <OpenCount of="criticalValues" />
                  <OpenCount of="heldResults" />
                </>
              )}
            </Link>
          ))}
        </nav>
        <Form
          ref={logout}
          method="post"
          action={pathOf('logout')}
          reloadDocument
          className={styles.who}
          onSubmit={(event) => {
            event.preventDefault()
            const isWaiting = readSteps().some(({ isTold }) => !isTold)
            if (!isWaiting || window.confirm(t('desk:sheet.leaving'))) void leave(event.currentTarget)
          }}
        >
          <NavLink to={pathOf('passkeys')} className={styles.link} title={t('desk:sessions.access')}>
            <Icon name="user-round" className={styles.sign} />
            <span className={styles.words}>{staff?.name}</span>
          </NavLink>
          <Button type="submit" look="plain" icon="log-out">
            <span className={styles.words}>{t('desk:nav.logout')}</span>
          </Button>
        </Form>
      </header>
      <main id="main" className="deskMain stack" tabIndex={-1}>
        <LostAnswerNotice />
        {staff && pathname !== pathOf('sheet') && <StepsElsewhere staffId={staff.id} />}
        {children}
      </main>
      {staff && <Keyboard permissions={staff.permissions} hasSingleKeys={staff.hasSingleKeys} />}
    </>
  )
}

export default function LoggedIn() {
  const lastSearch: LastSearch = useRef(null)
  return (
    <Frame>
      <Outlet context={lastSearch} />
    </Frame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
}
