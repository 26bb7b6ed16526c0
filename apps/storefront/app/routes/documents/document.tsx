import { DocumentPage } from '../../features/documents/document-page.tsx'
import { readDocument } from '../../features/documents/read-document.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/document'

export async function loader({ context, params: { documentSlug } }: Route.LoaderArgs) {
  return readDocument({ shop: context.get(shopContext), slug: documentSlug })
}

export default function Document({ loaderData }: Route.ComponentProps) {
  return <DocumentPage {...loaderData} />
}
