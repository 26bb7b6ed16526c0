import type { DocumentSummary } from '@shop/contract/documents'
import { formatDay } from '../../format-dates.server.ts'
import type { Shop } from '../../shop-context.server.ts'

export interface ListedDocument extends DocumentSummary {
  /** Since when it holds, in the reader's language. */
  since: string
}

export async function listDocuments(shop: Shop): Promise<ListedDocument[]> {
  const documents = await shop.api.documents()
  return documents.map((document) => ({ ...document, since: formatDay(document.date, shop.locale, 'birth') }))
}
