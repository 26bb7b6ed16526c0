import type { DocumentSummary } from '@shop/contract/documents'
import { ApiProblem } from '@shop/contract/main-api-client'
import { formatDay } from '@shop/texts/formats.server'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { documentTree } from './document-tree.server.ts'

export interface ListedDocument extends DocumentSummary {
  /** Since when it has been in force, in the reader's language. */
  since: string
}

export async function loadDocuments(shop: Shop): Promise<ListedDocument[]> {
  const documents = await shop.api.documents()
  return documents.map((document) => ({ ...document, since: formatDay(document.date, shop.locale, 'date') }))
}

/** One document with its table of contents. @throws Response 404 for an unknown document */
export async function loadDocument({ shop, slug }: { shop: Shop; slug: string }) {
  const document = await shop.api.document(slug).catch((error) => {
    if (error instanceof ApiProblem && error.status === 404) throw new Response(null, { status: 404 })
    throw error
  })
  const { nodes, headings, html } = documentTree(document.html)
  return {
    // Pages of the release before show the HTML.
    document: { ...document, html },
    nodes,
    headings,
    since: formatDay(document.date, shop.locale, 'date'),
  }
}

/** The documents to be accepted on registration, in their current versions. */
export async function loadRegistrationDocuments(shop: Shop): Promise<DocumentSummary[]> {
  const documents = await shop.api.documents()
  return documents.filter(({ requiresAcceptance }) => requiresAcceptance)
}
