import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'
import { type CSSProperties, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { Route } from './+types/root'
import { isBackPathKeyRejected } from './back-path.ts'
import { cartBadge } from './features/cart/cart-badge.server.ts'
import { ErrorPage } from './features/shell/error-page.tsx'
import { HeadLinks } from './features/shell/head-links.tsx'
import { loadShell } from './features/shell/load-shell.server.ts'
import { stayWhenLost } from './features/shell/lost-answer.ts'
import { Shell } from './features/shell/shell.tsx'
import { useCurrentScreen } from './features/shell/use-current-screen.ts'
import { PageTextsContext } from './i18n/page-texts.ts'
import { logRequests } from './platform/middleware/log-requests.server.ts'
import { loggedInOnly } from './platform/middleware/logged-in-only.server.ts'
import { useShellData } from './shell-data.ts'
import { shopContext } from './shop-context.server.ts'

export const middleware: Route.MiddlewareFunction[] = [logRequests, loggedInOnly]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayWhenLost]

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  if (isBackPathKeyRejected(params, new URL(request.url).searchParams)) {
    shop.logger.error('backPathKey rejected: a programming error, or a mangled link')
  }
  return loadShell({ shop, request, readCart: cartBadge })
}

/** Only what changes something changes the shell; a session that ended says so in the address. */
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSubmission = formMethod !== undefined && formMethod !== 'GET'
  const isSamePlace = currentUrl.href === nextUrl.href
  return isSubmission || isSamePlace || nextUrl.searchParams.has('notAuthorized')
    ? defaultShouldRevalidate
    : false
}

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const { texts, partner, theme } = useContext(PageTextsContext)
  return (
    <html lang={i18n.language} data-texts={texts} data-partner={partner} style={theme as CSSProperties}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={theme?.['--brand-colour']} />
        <HeadLinks texts={texts} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <Shell data={loaderData} screen={useCurrentScreen()}>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary() {
  const data = useShellData()
  const screen = { key: undefined, isModal: false, back: '/', address: '/' }
  return (
    <Shell data={data} screen={screen}>
      <ErrorPage />
    </Shell>
  )
}
