import '@shop/storefront/ui/styles/fonts.css'
import '@shop/storefront/ui/styles/tokens.css'
import '@shop/storefront/ui/styles/base.css'
import '@shop/storefront/ui/styles/layout.css'
import './desk.css'
import { PageTextsContext } from '@shop/storefront/texts/use-texts.ts'
import { createTexts } from '@shop/texts/create-texts'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { forgetSent } from './forms/kept-words.ts'
import { stayWhenLost } from './lost-answer.ts'
import { deskContext } from './session/desk-context.server.ts'
import { logRequests } from './session/log-requests.server.ts'
import { type RootData, rootData } from './texts/root-data.server.ts'

export const middleware: Route.MiddlewareFunction[] = [logRequests]
export const clientMiddleware = [forgetSent, stayWhenLost]

export function loader({ context }: Route.LoaderArgs) {
  return rootData(context.get(deskContext))
}

const NOTHING = { locale: 'en' as const, slug: '', messages: {}, theme: undefined }

export function Layout({ children }: { children: ReactNode }) {
  const error = useRouteError()
  const brought: RootData | undefined =
    isRouteErrorResponse(error) && error.data?.messages ? error.data : undefined
  const { locale, slug, messages, theme } = useRouteLoaderData<typeof loader>('root') ?? brought ?? NOTHING
  const texts = useMemo(() => createTexts({ locale, messages, partner: slug }), [locale, messages, slug])
  return (
    <html lang={locale} style={theme as CSSProperties}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
      </head>
      <body>
        <PageTextsContext value={{ texts, address: '', partner: slug }}>{children}</PageTextsContext>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export { ErrorBoundary } from './routes/bounded.tsx'
