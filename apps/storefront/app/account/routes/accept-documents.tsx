import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { acceptDocuments } from '../accept-documents.server.ts'
import { AcceptDocumentsPage } from '../accept-documents-page.tsx'
import { documentsToAccept } from '../documents-to-accept.server.ts'
import { pathAfterLogin } from '../return-path.server.ts'
import type { Route } from './+types/accept-documents'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return {
    documents: await forViewer(shop, request, () => documentsToAccept(shop)),
    pathnameToReturn: pathAfterLogin(query.get('pathnameToReturn')),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => acceptDocuments({ shop, form }))
}

export default function AcceptDocuments({ loaderData, actionData }: Route.ComponentProps) {
  return <AcceptDocumentsPage {...loaderData} failure={actionData} />
}
