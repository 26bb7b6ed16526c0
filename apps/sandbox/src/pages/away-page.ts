import { DATABASE_RETRY_SECONDS } from '@shop/database/statement-errors'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { wordsFor } from '../payment/words.ts'
import { respondWithPage } from './respond-with-page.ts'

/** The page shown while the database is unavailable; the payment or mail concerned is not known. */
export function awayPage(context: Context): Promise<Response> {
  const { words, language } = wordsFor(context.req.header('Accept-Language'))
  context.header('Retry-After', String(DATABASE_RETRY_SECONDS))
  return respondWithPage(context, {
    title: words.awayTitle,
    note: words.note,
    language,
    narrow: true,
    status: 503,
    body: html`<h1>${words.awayTitle}</h1>
<p>${words.away}</p>
<p><a class="button primary" href="">${words.again}</a></p>`,
  })
}
