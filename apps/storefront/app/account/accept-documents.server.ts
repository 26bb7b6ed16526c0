import { redirect } from 'react-router'
import { formTexts, refuse, refuseProblem, viewerFormProblem } from '../platform/forms/form-failure.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { readAcceptedDocuments } from './accepted-documents.server.ts'
import { pathAfterLogin } from './return-path.server.ts'

const intent = 'acceptDocuments'

interface AcceptDocuments {
  shop: Shop
  form: FormData
}

/** Accepts the current versions of documents that the account has accepted in an older one, then goes on. */
export async function acceptDocuments({ shop, form }: AcceptDocuments) {
  const texts = formTexts(form)
  const acceptedDocuments = readAcceptedDocuments(form)
  try {
    const { documentsToAccept } = await currentUser(shop)
    const isLeft = documentsToAccept.some(
      ({ slug, version }) => !acceptedDocuments.some((one) => one.slug === slug && one.version === version),
    )
    if (isLeft) {
      const fields = { acceptedDocuments: { key: 'forms.required.acceptedDocuments' } } as const
      return refuse({ intent, texts, title: { key: 'forms.checkFields' }, fields })
    }
    if (acceptedDocuments.length > 0) await shop.api.acceptDocuments({ acceptedDocuments })
  } catch (error) {
    const problem = viewerFormProblem(shop, error, texts)
    return refuseProblem({ intent, texts, title: { key: 'messages:errorOccurred' } }, problem)
  }
  return redirect(pathAfterLogin(texts.pathnameToReturn))
}
