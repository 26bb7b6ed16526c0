import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locale } from '@shop/contract/fields'
import { createMainApiClient } from '@shop/contract/main-api-client'
import { pino } from 'pino'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import {
  createStaticRouter,
  matchRoutes,
  Outlet,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
  useLoaderData,
} from 'react-router'
import { CategoryPage } from '../../apps/storefront/app/features/catalogue/category-page.tsx'
import {
  type CategoryView,
  loadCategory,
} from '../../apps/storefront/app/features/catalogue/load-category.server.ts'
import { loadShell } from '../../apps/storefront/app/features/shell/load-shell.server.ts'
import { Shell } from '../../apps/storefront/app/features/shell/shell.tsx'
import { useCurrentScreen } from '../../apps/storefront/app/features/shell/use-current-screen.ts'
import { translationsOf } from '../../apps/storefront/app/i18n/i18n.server.ts'
import { useShellData } from '../../apps/storefront/app/shell-data.ts'
import type { Shop } from '../../apps/storefront/app/shop-context.server.ts'

// The same tree as the shop's page, rendered to a string for each request, with its data at hand: what React alone costs.

const [, , root = '', path = '', activeLaboratoryId = '', token = ''] = process.argv
const locale: Locale = 'en'
const PARTNER = 'synlab'

function Frame() {
  return (
    <html lang={locale}>
      <body>
        <Shell data={useShellData()} screen={useCurrentScreen()}>
          <Outlet />
        </Shell>
      </body>
    </html>
  )
}

function Page() {
  return <CategoryPage {...(useLoaderData() as CategoryView)} />
}

const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Frame,
    children: [{ id: 'categories', path: 'categories/:categorySlug', Component: Page }],
  },
]

/** What React Router's own handler would give, without its asking. */
async function loaded(): Promise<StaticHandlerContext> {
  const createApi: Shop['createApi'] = (options) =>
    createMainApiClient({ root: `${root}/laboratory-api`, fetch, ...options })
  const shop = {
    env: { partner: PARTNER, locales: ['en', 'ru', 'pl', 'be'], defaultLocale: 'en', categoryIds: {} },
    publicUrl: root,
    businessTimeZone: 'Europe/Minsk',
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    createApi,
    api: createApi({ token, locale }),
    cookies: { set() {}, clear() {} },
    cookieAccepted: true,
    locale,
    token,
    activeLaboratoryId,
  } as unknown as Shop
  const slug = path.split('/').at(-1) ?? ''
  const shell = await loadShell({ shop, request: new Request(`${root}${path}`), readCart: async () => null })
  return {
    basename: '/',
    location: { pathname: path, search: '', hash: '', state: null, key: 'default', mask: undefined },
    matches: matchRoutes(routes, path),
    loaderData: { root: shell, categories: await loadCategory({ shop, slug }) },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  } as unknown as StaticHandlerContext
}

const context = await loaded()
const i18n = translationsOf(locale, PARTNER).i18n
const server = createServer((_, response) => {
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
    </I18nextProvider>,
  )
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(html)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
