import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { UPLOAD_CHARACTERS } from '@shop/contract/editions'
import { createDeskClient } from '@shop/contract/main-api-client'
import { Problem, problemResponse } from '@shop/contract/problem'
import { LOCALES } from '@shop/domain/locale'
import type { StaffPermission } from '@shop/domain/staff'
import { clientAddressOf } from '@shop/server/client-address'
import { ownServerProof } from '@shop/server/own-server'
import { DATA_TYPE, pageAsked } from '@shop/server/page-asked'
import { projectFiles } from '@shop/server/project-files'
import { BODY_LIMIT_BYTES, readableForms, withReadablePath } from '@shop/server/readable-requests'
import { refusedRequests } from '@shop/server/refused-requests'
import { permissionsPolicy, securityHeaders } from '@shop/server/security-headers'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { csrf } from 'hono/csrf'
import type { Logger } from 'pino'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { pathOf, scansAt } from '../app/navigation.ts'
import { type Desk, deskContext } from '../app/session/desk-context.server.ts'
import type { DeskSettings } from '../settings.ts'
import { createDeskCookies, YEAR_SECONDS } from './desk-cookies.ts'

/** A month of a payment provider's statement, and the files of a catalogue, of which the main API takes no more. */
const UPLOAD_LIMIT_BYTES = UPLOAD_CHARACTERS
/** Where files are uploaded, and the permission that this needs. */
const UPLOADS: Readonly<Record<string, StaffPermission>> = {
  [pathOf('statement')]: 'payments.read',
  [pathOf('catalogue')]: 'catalogue.change',
}
/** After this much silence the main API counts as unreachable. */
const TIMEOUT_MS = 10_000

interface SiteOptions {
  pages: ServerBuild
  settings: DeskSettings
  logger: Logger
}

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

/** The desk's pages. */
export function createSite({ pages, settings, logger }: SiteOptions): Hono {
  const { publicUrl, apiRoot, trustedProxies } = settings
  const secure = publicUrl.startsWith('https:')
  const handle = createRequestHandler(pages, 'production')
  const site = new Hono()
  site.use(securityHeaders(secure))
  site.get('/healthz', (c) => c.text('ok'))
  site.get('/readyz', async (c) => {
    const answer = await fetch(`${apiRoot}/readyz`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    return answer?.ok ? c.text('ok') : problemResponse(new Problem('not_ready'))
  })
  site.use(compress())
  site.use(
    '/assets/*',
    serveStatic({
      root: join(projectFiles, '../../client'),
      onFound: (path, c) => {
        c.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`)
        // The worker is among the assets, serves only the nurse's sheet, and may call the desk.
        if (!path.includes('sheet-worker')) return
        c.header('Service-Worker-Allowed', pathOf('sheet'))
        c.header('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
      },
    }),
  )
  /** If the session is over or the main API away, the page reports it, for which the small limit is enough. */
  const mayUpload = async (c: Context): Promise<boolean> => {
    const permission = c.req.method === 'POST' && UPLOADS[pageAsked(c.req.url).url.pathname]
    if (!permission) return false
    const { api, cookies } = deskOf(c, { settings, logger })
    const staff = cookies.session ? await api.currentStaff().catch(() => null) : null
    return staff?.permissions.includes(permission) ?? false
  }
  const noteRefusal = refusedRequests(logger, trustedProxies)
  const ownFormsOnly = csrf({ origin: new URL(publicUrl).origin })
  site.use(async (c, next) => {
    try {
      return await ownFormsOnly(c, next)
    } catch (error) {
      noteRefusal(c, 'other_origin')
      throw error
    }
  })
  const [limit, uploadLimit] = [BODY_LIMIT_BYTES, UPLOAD_LIMIT_BYTES].map((maxSize) =>
    bodyLimit({
      maxSize,
      onError: (c) => {
        noteRefusal(c, 'body_too_large')
        return problemResponse(new Problem('body_too_large'))
      },
    }),
  )
  // Files are held in memory, so before the first byte is read, the main API has said who is sending them.
  site.use(async (c, next) => ((await mayUpload(c)) ? uploadLimit! : limit!)(c, next))
  // Sent by a script while an order is open.
  site.use(readableForms((path) => path.endsWith('/presence')))
  site.all('*', async (c) => {
    const desk = deskOf(c, { settings, logger })
    const context = new RouterContextProvider()
    context.set(deskContext, desk)
    const answer = await handle(withReadablePath(c.req.raw), context)
    for (const cookie of desk.cookies.headers()) answer.headers.append('Set-Cookie', cookie)
    answer.headers.set('X-Request-Id', desk.requestId)
    answer.headers.set('Cache-Control', 'private, no-store')
    if (answer.headers.get('Content-Type')?.startsWith('text/html')) {
      answer.headers.set('Content-Security-Policy', policy(desk.nonce))
      const camera = scansAt(c.req.path, new URL(c.req.url).searchParams)
      if (camera) answer.headers.set('Permissions-Policy', permissionsPolicy({ camera }))
    }
    if (answer.headers.get('Content-Type') === DATA_TYPE) {
      answer.headers.set('Content-Type', `${DATA_TYPE}; charset=utf-8`)
    }
    return answer
  })
  return site
}

/** The context of one request. */
function deskOf(c: Context, { settings, logger }: Omit<SiteOptions, 'pages'>): Desk {
  const requestId = crypto.randomUUID()
  const cookies = createDeskCookies(c.req.header('Cookie'), settings.publicUrl.startsWith('https:'))
  const wanted = cookies.locale ?? c.req.header('Accept-Language')?.slice(0, 2).toLowerCase()
  const locale = LOCALES.find((known) => known === wanted) ?? settings.defaultLocale
  const { slug, partner, businessTimeZone } = settings
  const { url, isData } = pageAsked(c.req.url)
  return {
    requestId,
    screen: `${url.pathname}${url.search}`,
    isOfOpenPage: c.req.method === 'POST' || isData,
    nonce: randomBytes(16).toString('base64url'),
    locale,
    slug,
    partner,
    businessTimeZone,
    cookies,
    logger: logger.child({ requestId }),
    api: createDeskClient({
      root: settings.apiRoot,
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
      token: cookies.session,
      locale,
      requestId,
      partner: slug,
      clientAddress: clientAddressOf(c, settings.trustedProxies),
      ownServerProof: () => ownServerProof(settings.clientAddressSecret),
      userAgent: c.req.header('User-Agent'),
    }),
  }
}
