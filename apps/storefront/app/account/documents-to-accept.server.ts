import type { DocumentSummary } from '@shop/contract/documents'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'

/** The documents whose current version the account has not accepted yet. */
export async function documentsToAccept(shop: Shop): Promise<DocumentSummary[]> {
  const [user, documents] = await Promise.all([currentUser(shop), shop.api.documents()])
  return documents.filter(({ slug, version }) =>
    user.documentsToAccept.some((one) => one.slug === slug && one.version === version),
  )
}
