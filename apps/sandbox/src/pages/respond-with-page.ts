import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { STYLE_HASH, STYLESHEET } from './stylesheet.ts'

export type Html = ReturnType<typeof html>

export interface Page {
  title: string
  /** The line at the very top that says what this is. */
  note: string
  body: Html
  language?: string
  narrow?: boolean
  status?: ContentfulStatusCode
  /** Other origins that a form may lead to: browsers apply `form-action` to the redirect as well. */
  formTargets?: readonly string[]
  /** Lets a mail use its own styles; the mail itself is in a sandboxed frame. */
  anyStyle?: boolean
  refreshSeconds?: number
}

/** Responds with a whole page under a policy that allows no scripts. */
export async function respondWithPage(context: Context, page: Page): Promise<Response> {
  context.header('Content-Security-Policy', contentSecurityPolicy(page))
  context.header('Referrer-Policy', 'no-referrer')
  context.header('X-Content-Type-Options', 'nosniff')
  context.header('Cache-Control', 'no-store')
  context.header('X-Robots-Tag', 'noindex')
  return context.html(await render(page), page.status ?? 200)
}

function contentSecurityPolicy({ formTargets = [], anyStyle }: Page): string {
  return [
    "default-src 'none'",
    `style-src ${anyStyle ? "'unsafe-inline'" : STYLE_HASH}`,
    ...(anyStyle ? ["img-src 'self' data:"] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function render({ title, note, body, language = 'en', narrow, refreshSeconds }: Page): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds ? html`<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}
<title>${title}</title>
<style>${raw(STYLESHEET)}</style>
</head>
<body>
<header class="note">${note}</header>
<main class="${narrow ? 'narrow' : ''}">
${body}
</main>
</body>
</html>`
}
