import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { tooBusy } from '@shop/server/refuse-requests'
import { securityHeaderFields } from '@shop/server/security-headers'
import { compiledMessages } from '@shop/texts/compiled-messages'
import { createTexts } from '@shop/texts/create-texts'
import { html } from 'hono/html'
import { SECRET } from '../app/platform/pages/form-texts.ts'
import type { StorefrontSettings } from '../settings.ts'
import { createCookieJar } from './cookie-jar.ts'
import { isSameOrigin } from './same-origin.ts'

/** Longer forms are not repeated: the browser still has what was typed. */
const LONGEST_FORM_BYTES = 20_000
const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i

const STYLES = `:root{color-scheme:light dark;font:18px/1.5 "Golos Text",system-ui,sans-serif;--page:#f9f8f5;--ink:#1d2433;--main:#173366;--on-main:#fefdfb}
@media (prefers-color-scheme:dark){:root{--page:#12161f;--ink:#e9e7e2;--main:#b3c7ee;--on-main:#12161f}}
body{margin:0;background:var(--page);color:var(--ink)}
main{max-width:640px;margin:0 auto;padding:48px 20px}
p{margin:0 0 24px}
.brand{color:var(--main);font-weight:600}
h1{margin:0 0 12px;font-size:28px;line-height:1.25}
a,button{display:inline-block;box-sizing:border-box;min-height:48px;padding:10px 24px;border:0;border-radius:12px;background:var(--main);color:var(--on-main);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--main);outline-offset:3px}`
const STYLES_HASH = createHash('sha256').update(STYLES).digest('base64')

/** An HTML parser would lose a raw carriage return. */
const escaped = (value: string) => String(html`${value}`).replaceAll('\r', '&#13;')

interface BusyPage extends Pick<StorefrontSettings, 'publicUrl' | 'partner' | 'public'> {
  paymentPageHosts: readonly string[]
}

/**
 * The answer of a busy shop to a request that is not admitted. It is made without the router and React, for which there
 * is no time. People get a page in their language that contains the form they sent, ready to be sent again; scripts
 * and machines get a problem. On such an answer the client's router keeps the page and its form (`lost-answer.ts`).
 * A form that another site has sent is not repeated: sent by this page, it would count as the shop's own.
 */
export function busyAnswer({ publicUrl, partner, public: env, paymentPageHosts }: BusyPage) {
  const secure = publicUrl.startsWith('https:')
  const { origin: publicOrigin } = new URL(publicUrl)
  const targets = paymentPageHosts.map((host) => `${secure ? 'https' : 'http'}://${host}`)
  const fields = {
    ...securityHeaderFields(secure),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${STYLES_HASH}'`,
      `form-action ${["'self'", ...targets].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
  const texts = new Map(
    LOCALES.map((locale) => [
      locale,
      createTexts({ locale, messages: compiledMessages(locale), partner: env.partner }),
    ]),
  )

  function languageOf({ searchParams }: URL, request: IncomingMessage): Locale {
    const wanted = [
      searchParams.get('locale'),
      createCookieJar(request.headers.cookie, secure).get('locale'),
      env.defaultLocale,
    ]
    return wanted.flatMap((tag) => LOCALES.filter((locale) => locale === tag))[0] ?? 'en'
  }

  function isOwn({ headers }: IncomingMessage): boolean {
    const sender = { site: headers['sec-fetch-site'], origin: headers.origin }
    return isSameOrigin(sender, [publicOrigin, `http://${headers.host}`])
  }

  return async (request: IncomingMessage, retryAfterSeconds: number): Promise<Response> => {
    const url = new URL(request.url ?? '/', publicUrl)
    if (!request.headers.accept?.includes('text/html')) return tooBusy(retryAfterSeconds)
    const locale = languageOf(url, request)
    const { t } = texts.get(locale)!
    const isSent = request.method === 'POST' && isOwn(request)
    const sent = isSent ? await sentFields(request) : null
    const address = escaped(`${url.pathname}${url.search}`)
    const [words, way] = sent
      ? [t('busy:form'), form(address, sent, t('busy:send'))]
      : isSent
        ? [t('busy:reload'), '']
        : [t('busy:page'), `<p><a href="${address}">${escaped(t('busy:retry'))}</a></p>`]
    const page = `<!DOCTYPE html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(`${t('busy:title')} · ${partner.brand}`)}</title><style>${STYLES}</style></head>
<body><main><p class="brand">${escaped(partner.brand)}</p><h1>${escaped(t('busy:title'))}</h1><p>${escaped(words)}</p>${way}</main></body></html>`
    return new Response(page, { status: 503, headers: fields })
  }
}

/** The submitted fields; null if the form may not be shown again or is not a plain form. */
async function sentFields(request: IncomingMessage): Promise<[string, string][] | null> {
  const { 'content-type': type = '', 'content-length': length = 'unknown' } = request.headers
  if (!FORM.test(type) || !(Number(length) <= LONGEST_FORM_BYTES)) return null
  const sent = [...new URLSearchParams(await text(request))]
  return sent.some(([name]) => SECRET.test(name)) ? null : sent
}

function form(address: string, sent: readonly [string, string][], label: string): string {
  const fields = sent.map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<form method="post" action="${address}">${fields.join('')}<button>${escaped(label)}</button></form>`
}
