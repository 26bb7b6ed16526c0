import type { DocumentSummary } from '@shop/contract/documents'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The documents that a registration has to accept, in their current versions. */
export async function registrationDocuments(shop: Shop): Promise<DocumentSummary[]> {
  const documents = await shop.api.documents()
  return documents.filter(({ requiresAcceptance }) => requiresAcceptance)
}
