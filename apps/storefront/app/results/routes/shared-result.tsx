import { shopContext } from '../../platform/session/shop-context.server.ts'
import { openShared, readShared } from '../open-shared.server.ts'
import { SharedResultPage } from '../shared-result-page.tsx'
import type { Route } from './+types/shared-result'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

export async function loader({ context, params }: Route.LoaderArgs) {
  return { view: await readShared(context.get(shopContext), params.shareToken) }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return openShared(context.get(shopContext), params.shareToken, await request.formData())
}

export default function SharedResult({ loaderData, actionData }: Route.ComponentProps) {
  return <SharedResultPage view={loaderData.view} failure={actionData} />
}
