import type { DocumentSummary } from '@shop/contract/documents'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay } from '../platform/texts/format-dates.server.ts'

export interface ListedDocument extends DocumentSummary {
  /** Since when it holds, in the reader's language. */
  since: string
}

export async function listDocuments(shop: Shop): Promise<ListedDocument[]> {
  const documents = await shop.api.documents()
  return documents.map((document) => ({ ...document, since: formatDay(document.date, shop.locale, 'birth') }))
}
