import { shopContext } from '../../platform/session/shop-context.server.ts'
import { DocumentPage } from '../document-page.tsx'
import { readDocument } from '../read-document.server.ts'
import type { Route } from './+types/document'

export async function loader({ context, params: { documentSlug } }: Route.LoaderArgs) {
  return readDocument({ shop: context.get(shopContext), slug: documentSlug })
}

export default function Document({ loaderData }: Route.ComponentProps) {
  return <DocumentPage {...loaderData} />
}
