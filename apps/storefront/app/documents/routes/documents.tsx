import { shopContext } from '../../platform/session/shop-context.server.ts'
import { DocumentsPage } from '../documents-page.tsx'
import { listDocuments } from '../list-documents.server.ts'
import type { Route } from './+types/documents'

export async function loader({ context }: Route.LoaderArgs) {
  return { documents: await listDocuments(context.get(shopContext)) }
}

export default function Documents({ loaderData }: Route.ComponentProps) {
  return <DocumentsPage {...loaderData} />
}
