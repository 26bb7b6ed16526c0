import { ApiProblem } from '@shop/contract/main-api-client'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay } from '../platform/texts/format-dates.server.ts'
import { headingsOf } from './headings.ts'
import { labelCells } from './label-cells.ts'

/** One document with its table of contents. @throws Response 404 for a document that is none */
export async function readDocument({ shop, slug }: { shop: Shop; slug: string }) {
  const document = await shop.api.document(slug).catch((error) => {
    if (error instanceof ApiProblem && error.status === 404) throw new Response(null, { status: 404 })
    throw error
  })
  return {
    document: { ...document, html: labelCells(document.html) },
    headings: headingsOf(document.html),
    since: formatDay(document.date, shop.locale, 'birth'),
  }
}
