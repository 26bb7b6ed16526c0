import { data } from 'react-router'
import { answerJson } from '../../platform/problems/api-answer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { guestApi } from '../guest-api.server.ts'
import type { Route } from './+types/passkey-options'

/** What a browser needs to use a passkey: asked for by the button's script. */
export function action({ context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerJson(shop, () => guestApi(shop).challengePasskey())
}

export function loader() {
  throw data(null, { status: 405 })
}
