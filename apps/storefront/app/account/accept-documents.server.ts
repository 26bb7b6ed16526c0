import { acceptedDocumentSchema } from '@shop/contract/accounts'
import type { DocumentSummary } from '@shop/contract/documents'
import { redirect } from 'react-router'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { pathAfterLogin } from './return-path.server.ts'

interface AcceptDocuments {
  shop: Shop
  texts: Record<string, string>
  form: FormData
}

/** Accepts the current versions of documents that the account has accepted in an older version, then continues. */
export async function acceptDocuments({ shop, texts, form }: AcceptDocuments) {
  const acceptedDocuments = readAcceptedDocuments(form)
  return runForm({ shop, intent: 'acceptDocuments', texts }, async () => {
    const { documentsToAccept } = await currentUser(shop)
    const isLeft = documentsToAccept.some(
      ({ slug, version }) => !acceptedDocuments.some((one) => one.slug === slug && one.version === version),
    )
    if (isLeft) throw new FieldFaults({ acceptedDocuments: { key: 'forms.required.acceptedDocuments' } })
    if (acceptedDocuments.length > 0) await shop.api.acceptDocuments({ acceptedDocuments })
    return redirect(pathAfterLogin(texts.pathnameToReturn))
  })
}

/** The ticked documents of a form; each box sends `slug@version`, the version that was shown. */
export function readAcceptedDocuments(form: FormData): { slug: string; version: string }[] {
  return form.getAll('acceptedDocuments').flatMap((value) => {
    const [slug, version] = String(value).split('@')
    const parsed = acceptedDocumentSchema.safeParse({ slug, version })
    return parsed.success ? [parsed.data] : []
  })
}

/** The documents whose current version the account has not accepted yet. */
export async function loadDocumentsToAccept(shop: Shop): Promise<DocumentSummary[]> {
  const [user, documents] = await Promise.all([currentUser(shop), shop.api.documents()])
  return documents.filter(({ slug, version }) =>
    user.documentsToAccept.some((one) => one.slug === slug && one.version === version),
  )
}
