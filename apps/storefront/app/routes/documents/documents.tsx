import { DocumentsPage } from '../../features/documents/documents-page.tsx'
import { listDocuments } from '../../features/documents/list-documents.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/documents'

export async function loader({ context }: Route.LoaderArgs) {
  return { documents: await listDocuments(context.get(shopContext)) }
}

export default function Documents({ loaderData }: Route.ComponentProps) {
  return <DocumentsPage {...loaderData} />
}
