import '@shop/storefront/ui/styles/fonts.css'
import '@shop/storefront/ui/styles/tokens.css'
import '@shop/storefront/ui/styles/base.css'
import '@shop/storefront/ui/styles/layout.css'
import './desk.css'
import { brandTheme } from '@shop/storefront/texts/brand-theme.ts'
import { PageTextsContext } from '@shop/storefront/texts/use-texts.ts'
import { deskMessages } from '@shop/texts/compiled-messages'
import { createTexts } from '@shop/texts/create-texts'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { forgetSent } from './forms/kept-words.ts'
import { stayWhenLost } from './lost-answer.ts'
import { deskContext } from './session/desk-context.server.ts'

export const clientMiddleware = [forgetSent, stayWhenLost]

export function loader({ context }: Route.LoaderArgs) {
  const { locale, slug, partner } = context.get(deskContext)
  return { locale, slug, messages: deskMessages(locale, slug, partner), theme: brandTheme(partner.colour) }
}

const NOTHING = { locale: 'en' as const, slug: '', messages: {}, theme: undefined }

export function Layout({ children }: { children: ReactNode }) {
  const { locale, slug, messages, theme } = useRouteLoaderData<typeof loader>('root') ?? NOTHING
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
