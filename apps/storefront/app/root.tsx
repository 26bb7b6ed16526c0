import './ui/styles/fonts.css'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/layout.css'
import './ui/styles/folds.css'
import type { CSSProperties, ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { cartBadge } from './cart/cart-badge.server.ts'
import { logRequests } from './platform/middleware/log-requests.server.ts'
import { isBackPathKeyRejected } from './platform/navigation/back-path.ts'
import { shopContext } from './platform/session/shop-context.server.ts'
import { useShellData } from './platform/shell-data.ts'
import { usePageTexts } from './platform/texts/use-texts.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { HeadLinks } from './shell/head-links.tsx'
import { loadShell } from './shell/load-shell.server.ts'
import { stayWhenLost } from './shell/lost-answer.ts'
import { Shell } from './shell/shell.tsx'
import { noteChanges } from './shell/stale-shell.ts'
import { useCurrentScreen } from './shell/use-current-screen.ts'

export const middleware: Route.MiddlewareFunction[] = [logRequests]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [noteChanges, stayWhenLost]
export { reloadsShell as shouldRevalidate } from './shell/stale-shell.ts'

export function loader({ context, url, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  if (isBackPathKeyRejected(params, url.searchParams)) {
    shop.logger.error('backPathKey rejected: a programming error, or a mangled link')
  }
  return loadShell({ shop, readCart: cartBadge })
}

export function Layout({ children }: { children: ReactNode }) {
  const { texts, address, partner, theme, styles } = usePageTexts()
  return (
    <html
      lang={texts.language}
      data-texts={address}
      data-partner={partner}
      data-styles={styles?.file}
      style={theme as CSSProperties}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={theme?.['--brand-colour']} />
        <HeadLinks texts={address} />
        <Meta />
        {styles ? (
          <style href={styles.file} precedence="all">
            {styles.text}
          </style>
        ) : (
          <Links />
        )}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <script src="/public-env.js" defer fetchPriority="low" />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { styles } = usePageTexts()
  return (
    <>
      {/* A customer has just logged in: pages opened from now on refer to the style file. */}
      {styles && loaderData.isLoggedIn && <link rel="prefetch" as="style" href={styles.file} />}
      <Shell data={loaderData} screen={useCurrentScreen()}>
        <Outlet />
      </Shell>
    </>
  )
}

export function ErrorBoundary() {
  const data = useShellData()
  const { key, address: own } = useCurrentScreen()
  // Nothing leads back to an address that the shop does not have.
  const address = key ? own : '/'
  const screen = { key: undefined, isModal: false, searchField: 'menu', back: '/', address } as const
  return (
    <Shell data={data} screen={screen}>
      <ErrorPage />
    </Shell>
  )
}
